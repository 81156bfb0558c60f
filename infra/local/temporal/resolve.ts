import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../errors.ts';
import { isLock, type Lock, takeLock } from '../lock.ts';
import type { Progress } from '../progress.ts';
import { buildByGo, checkVersion, downloadBySdk, findOnPath, install, isExecutable, type Source } from './sources.ts';

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
  const { cacheDir, progress, searchPath, signal, sources } = options;
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
      reasons.push(`${title}: ${errorMessage(error)}`);
    }
  }
  throw new Error(
    `There is no Temporal server to run:\n  ${reasons.join('\n  ')}\n` +
      'Install the Temporal CLI (https://docs.temporal.io/cli) so that `temporal` is on PATH, or name it by TEMPORAL_CLI_PATH, ' +
      'or install Go 1.24 or later, or set TEMPORAL_ADDRESS to a Temporal that runs elsewhere.',
  );
}
