import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../../infra/deploy/programs.ts';

const MIGRATIONS = 'infra/database/migrations';

/** The code of an earlier version, or why there is none to run. */
export type Released = { root: string; revision: string } | { why: string };

/**
 * Unpacks the code of a revision with its packages; without a name, of the last one before the newest migration, so that
 * the schema of this code is ahead of it.
 */
export async function unpackReleased(folder: string, named: string | undefined): Promise<Released> {
  if (!existsSync(path.join(ROOT, '.git'))) return { why: 'there is no git history' };
  const revision = named ?? (await beforeNewestMigration());
  if (revision === undefined) return { why: 'the history has no earlier schema' };
  const root = path.join(folder, 'released');
  await mkdir(root, { recursive: true });
  const archive = path.join(folder, 'released.tar');
  await git('archive', '--output', archive, revision);
  await execa('tar', ['-xf', archive, '-C', root]);
  const others = await git('diff', '--name-only', revision, '--', 'package-lock.json');
  if (others === '') await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  else {
    const { exitCode, stderr } = await execa('npm', ['ci', '--omit=dev', '--no-audit'], { cwd: root, reject: false });
    if (exitCode !== 0) return { why: `the packages of ${revision} are not to be had: ${stderr.slice(-300)}` };
  }
  return { root, revision };
}

async function beforeNewestMigration(): Promise<string | undefined> {
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/0*.ts`);
  if (added === '') return undefined;
  const { stdout, exitCode } = await execa('git', ['-C', ROOT, 'rev-parse', '--short', `${added}^`], { reject: false });
  return exitCode === 0 ? stdout : undefined;
}

async function git(...args: string[]): Promise<string> {
  return (await execa('git', ['-C', ROOT, ...args])).stdout;
}
