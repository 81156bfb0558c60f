import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../infra/deploy/programs.ts';
import { withFolder } from '../../test/environment/folder.ts';

const run = promisify(execFile);
const DIGEST = `sha256:${'d'.repeat(64)}`;

/** Programs that write down what they are asked; docker answers as buildx does. */
const PROGRAMS = {
  docker: `case "$*" in
    *imagetools*) echo sha256:base ;;
    *build*) echo '{"containerimage.digest": "${DIGEST}"}' > dist/image.json ;;
  esac`,
  cosign: '',
  npm: 'echo "{}" > dist/sbom.cdx.json',
};

interface Repository {
  folder: string;
  git: (...args: string[]) => Promise<unknown>;
  publish: () => Promise<{ stdout: string; stderr: string; code?: number }>;
  /** What the programs were asked, a line for each time. */
  asked: () => Promise<string[]>;
}

/** A repository of version 1.2.0 with the script, and the programs before those of the machine. */
function inRepository(work: (repository: Repository) => Promise<void>): Promise<void> {
  return withFolder(async (outer) => {
    const folder = path.join(outer, 'repository');
    const bin = path.join(outer, 'bin');
    const log = path.join(outer, 'asked');
    await mkdir(path.join(folder, 'tools/release'), { recursive: true });
    await mkdir(path.join(folder, 'dist'));
    await mkdir(bin);
    await writeFile(log, '');
    for (const [name, answer] of Object.entries(PROGRAMS)) {
      await writeFile(path.join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${log}'\n${answer}\n`);
      await chmod(path.join(bin, name), 0o755);
    }
    await copyFile(path.join(ROOT, 'tools/release/publish.sh'), path.join(folder, 'tools/release/publish.sh'));
    await writeFile(path.join(folder, 'package.json'), '{"version": "1.2.0"}');
    await writeFile(path.join(folder, 'CHANGELOG.md'), '## Unreleased\n\n## 1.2.0 (2026-01-01)\n');
    await writeFile(path.join(folder, '.gitignore'), 'dist/\n');
    const { GITHUB_OUTPUT, ...environment } = process.env;
    const env = { ...environment, PATH: `${bin}:${process.env['PATH']}` };
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: folder, env });
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Release 1.2.0');
    await work({
      folder,
      git,
      publish: () =>
        run('tools/release/publish.sh', ['registry.example.com/marketwright'], { cwd: folder, env }).catch(
          (error: { stdout: string; stderr: string; code: number }) => error,
        ),
      asked: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean),
    });
  });
}

test('a tagged commit is built on bases by digest; what was pushed is signed and attested by its digest', () =>
  inRepository(async ({ git, publish, asked }) => {
    await git('tag', 'v1.2.0');
    const outcome = await publish();
    expect([outcome.code, outcome.stdout]).toEqual([undefined, `digest=${DIGEST}\n`]);
    const lines = (await asked()).filter((line) => !line.includes('imagetools'));
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'npm run',
      'docker buildx',
      'cosign sign',
      'cosign attest',
    ]);
    expect(lines[1]).toMatch(/--push --provenance=mode=max/);
    expect(lines[1]).toContain('NODE_IMAGE=node:24-bookworm-slim@sha256:base');
    expect(lines[1]).toContain('DEBIAN_IMAGE=debian:bookworm-slim@sha256:base');
    for (const line of lines.slice(2)) expect(line).toMatch(new RegExp(`registry.example.com/marketwright@${DIGEST}$`));
    expect(lines[3]).toContain('--type cyclonedx --predicate dist/sbom.cdx.json');
  }));

test.each<[string, (repository: Repository) => Promise<unknown>]>([
  ['without a tag', async () => undefined],
  ['with the tag of another version', ({ git }) => git('tag', 'v1.1.0')],
  ['with the tag of a longer version', ({ git }) => git('tag', 'v1.2.0-rc.1')],
  [
    'with changes',
    async ({ git, folder }) => {
      await git('tag', 'v1.2.0');
      await writeFile(path.join(folder, 'package.json'), '{"version":  "1.2.0"}');
    },
  ],
  [
    'without a section in the changelog',
    async ({ git, folder }) => {
      await writeFile(path.join(folder, 'CHANGELOG.md'), '## Unreleased\n\n## 1.2.01\n');
      await git('commit', '--quiet', '--all', '--message', 'Release 1.2.0');
      await git('tag', 'v1.2.0');
    },
  ],
])('a commit %s is not published', (_what, prepare) =>
  inRepository(async (repository) => {
    await prepare(repository);
    const outcome = await repository.publish();
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^Not published: /);
    expect(await repository.asked()).toEqual([]);
  }),
);
