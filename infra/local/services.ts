import path from 'node:path';
import { execa } from 'execa';
import { PROGRAMS, type Program, ROOT } from '../deploy/programs.ts';
import { type ChildSpec, lastLinesOf } from './supervised.ts';

/** How to run a stand-in of sandbox/, under its name in processes.json. */
export function sandboxSpec(
  name: string,
  file: string,
  {
    port,
    dataDir,
    compileCache,
    args = [],
    env = {},
  }: { port: number; dataDir: string; compileCache: string; args?: string[]; env?: Record<string, string> },
): ChildSpec {
  return {
    ...nodeProgram({ file, flags: [] }, ['--port', String(port), ...args]),
    name,
    env: { ...env, DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache },
    background: true,
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
    ...nodeProgram(PROGRAMS.api, [], flags),
    name,
    env: { ...PROGRAMS.api.environment, ...env },
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
    env: { ...PROGRAMS.worker.environment, ...env, WORKER_HEALTH_PORT: new URL(readyUrl).port },
    background: true,
    graceMs: 30_000,
    ready: () => answersOk(readyUrl),
  };
}

function nodeProgram(
  { file, flags: own }: Pick<Program, 'file' | 'flags'>,
  args: string[] = [],
  flags: readonly string[] = [],
): Pick<ChildSpec, 'command' | 'args' | 'cwd' | 'stopSignal'> {
  return { command: process.execPath, args: [...own, ...flags, file, ...args], cwd: ROOT, stopSignal: 'SIGTERM' };
}

async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
  await response.body?.cancel();
  return response.status === 200;
}

/** The end of what a program printed, in its error, characters. */
const MAX_PRINTED = 4_000;

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
export async function runProgram({ file, flags, environment }: Program, options: RunOptions): Promise<string> {
  const { args = [], env, logFile, capture = false, signal } = options;
  signal.throwIfAborted();
  const log = { file: logFile, append: true } as const;
  const { failed, stdout, exitCode, shortMessage } = await execa(process.execPath, [...flags, file, ...args], {
    cwd: ROOT,
    env: { ...environment, ...env },
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
  const printed = stdout ? `\nIt printed:\n${stdout.slice(-MAX_PRINTED)}` : '';
  throw new Error(
    `${path.relative(ROOT, file)} ${end}.${printed}\n${logFile} ends with:\n${await lastLinesOf(logFile)}`,
  );
}
