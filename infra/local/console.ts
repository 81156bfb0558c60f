import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { isLock, type Lock, takeLock } from './lock.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = 'console/dist/index.html';
const LOCK = path.join(ROOT, 'console/dist.lock');
/** Pause before another look whether the process that builds has finished. */
const POLL_MS = 100;
/** Inputs of the console build: its code, the packages, the code behind the API document, and what is new. */
const SOURCES = ['console/*', 'console/src/**/*', 'CHANGELOG.md', 'package-lock.json', 'api/**/*.ts', 'domain/**/*.ts'];
const NOT_SOURCES = ['console/dist', 'console/dist.lock*', 'console/src/api/generated/**', '**/*.test.ts'];

/**
 * Builds the console unless it is newer than its inputs; only one of several processes builds. Throws with the build's output when
 * that fails.
 */
export async function buildConsole(options: { report: (line: string) => void; signal?: AbortSignal }): Promise<void> {
  if (!isStale()) return;
  const lock = await waitForLock(options.signal);
  try {
    if (isStale()) await build(options);
  } finally {
    await lock.release();
  }
}

async function build(options: { report: (line: string) => void; signal?: AbortSignal }): Promise<void> {
  options.report('Building the console …');
  await execa('npm', ['run', '--silent', 'build:console'], {
    cwd: ROOT,
    stdin: 'ignore',
    all: true,
    // Packages choose by it between what they are and what helps to develop with them.
    env: { NODE_ENV: 'production' },
    ...(options.signal && { cancelSignal: options.signal }),
  });
}

async function waitForLock(signal: AbortSignal | undefined): Promise<Lock> {
  for (;;) {
    const taken = await takeLock(LOCK);
    if (isLock(taken)) return taken;
    await delay(POLL_MS, undefined, signal ? { signal } : {});
  }
}

function isStale(): boolean {
  const built = changedAt(BUILT);
  return globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }).some((file) => changedAt(file) > built);
}

/** Milliseconds of the epoch; 0 for what is not there. */
function changedAt(file: string): number {
  const status = statSync(path.join(ROOT, file), { throwIfNoEntry: false });
  return status?.isFile() ? status.mtimeMs : 0;
}
