import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type ChildSpec, lastLinesOf } from './supervised.ts';

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Programs of this project that the stack runs, from ROOT. */
export const PROGRAMS = {
  sandboxAi: path.join(ROOT, 'sandbox/ai/main.ts'),
  sandboxMarketplace: path.join(ROOT, 'sandbox/marketplace/main.ts'),
  setup: path.join(ROOT, 'worker/setup.ts'),
  api: path.join(ROOT, 'api/main.ts'),
  worker: path.join(ROOT, 'worker/main.ts'),
  createAdminKey: path.join(ROOT, 'api/create-admin-key.ts'),
};

/**
 * What keeps an API process small, measured, and no slower: a young generation of 4 MiB instead of 16 (20 MB less at rest), and two
 * arenas of glibc's malloc instead of eight a core (10 MB). The script `api` in package.json has the same.
 */
const API_FLAGS = ['--max-semi-space-size=4'];
const API_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** How to run a stand-in of sandbox/, under its name in processes.json. */
export function sandboxSpec(
  name: string,
  file: string,
  { port, dataDir, args = [] }: { port: number; dataDir: string; args?: string[] },
): ChildSpec {
  return {
    ...nodeProgram(file, ['--port', String(port), ...args]),
    name,
    env: { DATA_DIR: dataDir },
    graceMs: 5000,
    ready: () => answersOk(`http://127.0.0.1:${port}/healthz`),
  };
}

/** How to run an API process. */
export function apiSpec(
  name: string,
  env: Record<string, string>,
  origin: string,
  flags: readonly string[] = [],
): ChildSpec {
  return {
    ...nodeProgram(PROGRAMS.api, [], [...API_FLAGS, ...flags]),
    name,
    env: { ...API_ENVIRONMENT, ...env },
    graceMs: 30_000,
    ready: () => answersOk(`${origin}/readyz`),
  };
}

/** How to run a worker process; `readyUrl` is its /readyz. */
export function workerSpec(
  name: string,
  env: Record<string, string>,
  readyUrl: string,
  flags: readonly string[] = [],
): ChildSpec {
  return {
    ...nodeProgram(PROGRAMS.worker, [], flags),
    name,
    env: { ...env, WORKER_HEALTH_PORT: new URL(readyUrl).port },
    graceMs: 30_000,
    ready: () => answersOk(readyUrl),
  };
}

function nodeProgram(
  file: string,
  args: string[] = [],
  flags: readonly string[] = [],
): Pick<ChildSpec, 'command' | 'args' | 'cwd' | 'stopSignal'> {
  return { command: process.execPath, args: [...flags, file, ...args], cwd: ROOT, stopSignal: 'SIGTERM' };
}

async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
  await response.body?.cancel();
  return response.status === 200;
}

/** Settings of runProgram. */
interface RunOptions {
  args?: string[];
  env: Record<string, string>;
  logFile: string;
  /** Return what it writes to stdout instead of logging it. */
  capture?: boolean;
  signal: AbortSignal;
}

/** Runs a program of this project to its end and returns what it wrote to stdout, if asked to; throws with the end of its log when it fails. */
export async function runProgram(file: string, options: RunOptions): Promise<string> {
  const { args = [], env, logFile, capture = false, signal } = options;
  signal.throwIfAborted();
  const log = { file: logFile, append: true } as const;
  const { failed, stdout, exitCode, shortMessage } = await execa(process.execPath, [file, ...args], {
    cwd: ROOT,
    env,
    stdin: 'ignore',
    stdout: capture ? 'pipe' : log,
    stderr: log,
    detached: true,
    cancelSignal: signal,
    reject: false,
  });
  signal.throwIfAborted();
  if (!failed) return stdout ?? '';
  const end = exitCode === undefined ? shortMessage : `exited with code ${exitCode}`;
  throw new Error(`${path.relative(ROOT, file)} ${end}.\n${logFile} ends with:\n${await lastLinesOf(logFile)}`);
}
