import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { execa } from 'execa';
import { PROGRAMS, ROOT } from '../../infra/deploy/programs.ts';
import { withFolder } from '../../test/environment/folder.ts';
import { fileOfProgram, lastRelease } from './released.ts';

const MIGRATIONS = 'infra/database/migrations';
const NAMED = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x@x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x@x' };

async function repositoryIn(folder: string) {
  const git = async (...args: string[]) =>
    (await execa('git', ['-C', folder, '-c', 'init.defaultBranch=main', ...args], { env: NAMED })).stdout;
  await git('init');
  return {
    git,
    async commit(files: Record<string, string>) {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
      await git('add', '.');
      await git('commit', '--message', 'x');
      return git('rev-parse', '--short', 'HEAD');
    },
  };
}

const packageOf = (version: string) => ({ 'package.json': JSON.stringify({ version }, null, 2) });
const migration = (name: string) => ({ [`${MIGRATIONS}/${name}.ts`]: '' });

test('the last release is the newest tag, or else raised version, with fewer migrations than the code has', () =>
  withFolder(async (folder) => {
    const { git, commit } = await repositoryIn(folder);
    await commit({ ...packageOf('0.1.0'), ...migration('0001-first') });
    expect(await lastRelease(folder)).toBeUndefined();
    const second = await commit({ ...packageOf('0.2.0'), ...migration('0002-second') });
    await commit({ ...migration('0003-third'), [`${MIGRATIONS}/0003-third.test.ts`]: '' });
    expect(await lastRelease(folder)).toBe(second);
    await commit(migration('0004-fourth'));
    expect(await lastRelease(folder)).toBe(second);

    const tagged = await commit({ 'README.md': 'released' });
    await git('tag', 'v0.3.0');
    // Nothing to migrate since: the one before is taken.
    expect(await lastRelease(folder)).toBe(second);
    await git('tag', 'v0.10.0');
    await commit(migration('0005-fifth'));
    expect(await lastRelease(folder)).toBe(tagged);
  }));

test('a program is run where its release had it', () =>
  withFolder(async (folder) => {
    const scripts = { setup: 'node infra/deploy/setup.ts', worker: 'exec node worker/main.ts' };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
    expect(await fileOfProgram(folder, 'setup')).toBe(path.join(folder, 'infra/deploy/setup.ts'));
    await expect(fileOfProgram(folder, 'after-restore')).rejects.toThrow('has no program after-restore');
    expect(await fileOfProgram(ROOT, 'setup')).toBe(PROGRAMS.setup.file);
  }));
