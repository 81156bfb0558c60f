import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { PROGRAMS, ROOT } from '../../infra/deploy/programs.ts';

const MIGRATIONS = 'infra/database/migrations';

/** The code of an earlier version, or why there is none to run. */
export type Released = { root: string; version: string; revision: string } | { why: string };

/**
 * Unpacks the code of a revision with its packages; without a name, of the last release, so that all migrations since it
 * are tried, as operators meet them.
 */
export async function unpackReleased(folder: string, named: string | undefined): Promise<Released> {
  if (!existsSync(path.join(ROOT, '.git'))) return { why: 'there is no git history' };
  const revision =
    named === undefined ? await lastRelease() : await git(ROOT, 'rev-parse', '--short', `${named}^{commit}`);
  if (revision === undefined) return { why: 'the history has no release with fewer migrations' };
  const root = path.join(folder, 'released');
  await mkdir(root, { recursive: true });
  const archive = path.join(folder, 'released.tar');
  await git(ROOT, 'archive', '--output', archive, revision);
  await execa('tar', ['-xf', archive, '-C', root]);
  const others = await git(ROOT, 'diff', '--name-only', revision, '--', 'package-lock.json');
  if (others === '') await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  else {
    const { exitCode, stderr } = await execa('npm', ['ci', '--omit=dev', '--no-audit'], { cwd: root, reject: false });
    if (exitCode !== 0) return { why: `the packages of ${revision} are not to be had: ${stderr.slice(-300)}` };
  }
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { root, version, revision };
}

/**
 * The last release with fewer migrations than this code, by its tag, or else by the commit that raised the version in
 * package.json.
 */
export async function lastRelease(repository = ROOT): Promise<string | undefined> {
  const tags = await git(repository, 'tag', '--merged', 'HEAD', '--list', 'v[0-9]*', '--sort=-version:refname');
  const raised = await git(repository, 'log', '--format=%H', '-G"version":', '--', 'package.json');
  const present = await migrationsAt(repository, 'HEAD');
  for (const release of [...lines(tags), ...lines(raised)]) {
    const then = await migrationsAt(repository, release);
    if (then > 0 && then < present) return git(repository, 'rev-parse', '--short', `${release}^{commit}`);
  }
  return undefined;
}

async function migrationsAt(repository: string, revision: string): Promise<number> {
  return lines(await git(repository, 'ls-tree', '--name-only', revision, `${MIGRATIONS}/`)).filter((file) =>
    /\/\d+[^/]*(?<!\.test)\.ts$/.test(file),
  ).length;
}

/**
 * The file of a program in the folder of a version, which may have had it elsewhere: its script in package.json names it.
 */
export async function fileOfProgram(root: string, name: keyof typeof PROGRAMS): Promise<string> {
  const file = path.join(root, path.relative(ROOT, PROGRAMS[name].file));
  if (existsSync(file)) return file;
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = scripts[name]?.match(/\S+\.ts\b/)?.[0];
  if (named === undefined) throw new Error(`The version in ${root} has no program ${name}.`);
  return path.join(root, named);
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

async function git(repository: string, ...args: string[]): Promise<string> {
  return (await execa('git', ['-C', repository, ...args])).stdout;
}
