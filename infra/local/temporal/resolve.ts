import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ExecaError, execa } from 'execa';
import { errorMessage } from '../files.ts';
import { isLock, type Lock, takeLock } from '../lock.ts';
import type { Progress } from '../progress.ts';

/** What decides which Temporal is used. */
export interface ResolveOptions {
  /** A Temporal that runs elsewhere. */
  address: string | undefined;
  /** An executable the operator names. */
  cliPath: string | undefined;
  searchPath: string[];
  /** The executable is kept in `bin/temporal` below it. */
  cacheDir: string;
  progress: Progress;
  /** Takes a line for each way that failed before another is tried. */
  report: (line: string) => void;
  signal: AbortSignal;
  /** Ways to get the executable, in the order they are tried; tests hand in their own. */
  sources?: { title: string; source: Source }[];
}

/** The Temporal to use: one that runs elsewhere, or the executable to run here. */
type ResolvedTemporal = { address: string } | { executable: string };

/**
 * Finds the Temporal to use: TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, `temporal` on PATH, the cached copy, the SDK's download, a build
 * with Go. Throws with every reason and what to install when none is to be had.
 */
export async function resolveTemporal(options: ResolveOptions): Promise<ResolvedTemporal> {
  if (options.address) return { address: options.address };
  if (options.cliPath) {
    await checkVersion(options.cliPath).catch((error: Error) => {
      throw new Error(`TEMPORAL_CLI_PATH: ${error.message}`);
    });
    return { executable: path.resolve(options.cliPath) };
  }
  const cached = path.join(options.cacheDir, 'bin', 'temporal');
  const present = (await findOnPath('temporal', options.searchPath)) ?? ((await isExecutable(cached)) && cached);
  return { executable: present || (await obtain(options, cached)) };
}

/** Gets the executable into the cache, or finds it there when another process got it meanwhile. */
async function obtain(options: ResolveOptions, target: string): Promise<string> {
  await mkdir(options.cacheDir, { recursive: true });
  const lock = await waitForLock(path.join(options.cacheDir, 'temporal.lock'), options);
  try {
    if (!(await isExecutable(target))) await tryAll(options, target);
    return target;
  } finally {
    await lock.release();
  }
}

async function waitForLock(file: string, { progress, signal }: ResolveOptions): Promise<Lock> {
  const first = await takeLock(file);
  if (isLock(first)) return first;
  return progress.during(`Waiting for process ${first.pid}, which is getting the Temporal server`, async () => {
    for (;;) {
      const taken = await takeLock(file);
      if (isLock(taken)) return taken;
      await delay(250, undefined, { signal });
    }
  });
}

async function tryAll(options: ResolveOptions, target: string): Promise<void> {
  const { cacheDir, progress, report, searchPath, signal, sources } = options;
  const ways = sources ?? [
    { title: 'Downloading the Temporal server', source: downloadBySdk },
    { title: 'Building the Temporal server with Go, about three minutes', source: buildByGo(searchPath) },
  ];
  const reasons: string[] = [];
  for (const { title, source } of ways) {
    try {
      await progress.during(title, () => install(source, cacheDir, target, signal));
      return;
    } catch (error) {
      signal.throwIfAborted();
      const reason = `${title}: ${errorMessage(error)}`;
      if (reasons.push(reason) < ways.length) report(reason);
    }
  }
  throw new Error(
    `There is no Temporal server to run:\n  ${reasons.join('\n  ')}\n` +
      'Install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on PATH, or name it by TEMPORAL_CLI_PATH, ' +
      'or install Go 1.24 or later, or set TEMPORAL_ADDRESS to a Temporal that runs elsewhere.',
  );
}

/** Later versions carry a `replace` line, which `go install` refuses. */
const GO_PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const DOWNLOAD_LIMIT_MS = 5 * 60_000;
const BUILD_LIMIT_MS = 20 * 60_000;

/** Gets the executable into the folder; returns the file, throws the reason of a failure. */
export type Source = (folder: string, signal: AbortSignal) => Promise<string>;

/** Whether the file is there and may be run. */
async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The first executable of that name in the given folders. */
async function findOnPath(name: string, searchPath: string[]): Promise<string | undefined> {
  for (const folder of searchPath) {
    const file = path.resolve(folder, name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/** Throws when the file is no Temporal that works on this machine. */
async function checkVersion(file: string): Promise<void> {
  try {
    const { stdout } = await execa(file, ['--version'], { timeout: 30_000 });
    if (!stdout.startsWith('temporal version')) throw new Error(`it calls itself ${stdout.trim().slice(0, 80)}`);
  } catch (error) {
    throw new Error(`${file} does not run: ${error instanceof ExecaError ? error.shortMessage : errorMessage(error)}`);
  }
}

/** Lets the TypeScript SDK download the executable. A process of its own: the SDK's runtime takes over signals. */
const downloadBySdk: Source = async (folder, signal) => {
  const script = fileURLToPath(new URL('download.ts', import.meta.url));
  await runToEnd(process.execPath, [script, folder], { env: {}, timeout: DOWNLOAD_LIMIT_MS, signal });
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  for (const file of files) if (await isExecutable(file)) return file;
  throw new Error('the download left no executable');
};

/** Builds the executable with Go. */
function buildByGo(searchPath: string[]): Source {
  return async (folder, signal) => {
    const go = await findOnPath('go', searchPath);
    if (!go) throw new Error('Go is not installed');
    const env = { GOBIN: folder, CGO_ENABLED: '0' };
    await runToEnd(go, ['install', GO_PACKAGE], { env, timeout: BUILD_LIMIT_MS, signal });
    return path.join(folder, 'temporal');
  };
}

/** Gets the executable in a folder of its own and moves it to its place in one step, so that no half file is ever there. The caller holds the cache's lock. */
async function install(source: Source, cacheDir: string, target: string, signal: AbortSignal): Promise<void> {
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
