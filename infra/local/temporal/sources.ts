import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExecaError, execa } from 'execa';
import { errorMessage } from '../errors.ts';

/** Later versions carry a `replace` line, which `go install` refuses. */
const GO_PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const DOWNLOAD_LIMIT_MS = 5 * 60_000;
const BUILD_LIMIT_MS = 20 * 60_000;

/** Gets the executable into the folder; returns the file, throws the reason of a failure. */
export type Source = (folder: string, signal: AbortSignal) => Promise<string>;

/** Whether the file is there and may be run. */
export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The first executable of that name in the given folders. */
export async function findOnPath(name: string, searchPath: string[]): Promise<string | undefined> {
  for (const folder of searchPath) {
    const file = path.resolve(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/** Throws when the file is no Temporal that works on this machine. */
export async function checkVersion(file: string): Promise<void> {
  try {
    const { stdout } = await execa(file, ['--version'], { timeout: 30_000 });
    if (!stdout.startsWith('temporal version')) throw new Error(`it calls itself ${stdout.trim().slice(0, 80)}`);
  } catch (error) {
    throw new Error(`${file} does not run: ${error instanceof ExecaError ? error.shortMessage : errorMessage(error)}`);
  }
}

/** Lets the TypeScript SDK download the executable. A process of its own: the SDK's runtime takes over signals. */
export const downloadBySdk: Source = async (folder, signal) => {
  const script = fileURLToPath(new URL('download.ts', import.meta.url));
  await runToEnd(process.execPath, [script, folder], { env: {}, timeout: DOWNLOAD_LIMIT_MS, signal });
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  for (const file of files) if (await isExecutable(file)) return file;
  throw new Error('the download left no executable');
};

/** Builds the executable with Go. */
export function buildByGo(searchPath: string[]): Source {
  return async (folder, signal) => {
    const go = await findOnPath('go', searchPath);
    if (!go) throw new Error('Go is not installed');
    const env = { GOBIN: folder, CGO_ENABLED: '0' };
    await runToEnd(go, ['install', GO_PACKAGE], { env, timeout: BUILD_LIMIT_MS, signal });
    return path.join(folder, 'temporal');
  };
}

/** Gets the executable in a folder of its own and moves it to its place in one step, so that no half file is ever there. The caller holds the cache's lock. */
export async function install(source: Source, cacheDir: string, target: string, signal: AbortSignal): Promise<void> {
  const folder = path.join(cacheDir, 'new');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const file = await source(folder, signal);
    await checkVersion(file);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(file, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a command to its end; throws the end of what it said when it fails. `timeout` in milliseconds. */
async function runToEnd(
  command: string,
  args: string[],
  { env, timeout, signal }: { env: Record<string, string>; timeout: number; signal: AbortSignal },
): Promise<void> {
  const child = await execa(command, args, {
    env,
    stdin: 'ignore',
    stdout: 'ignore',
    timeout,
    cancelSignal: signal,
    reject: false,
  });
  if (child.timedOut) throw new Error(`took longer than ${timeout / 60_000} minutes`);
  if (child.failed) throw new Error(child.stderr.trim().split('\n').slice(-3).join(' ') || child.shortMessage);
}
