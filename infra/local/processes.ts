import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { errorCode, parseJson, readFileIfPresent } from './files.ts';
import type { StatePaths } from './state.ts';

const run = promisify(execFile);

/** How to recognise a process that an earlier start left behind, and how to end it. */
export interface ProcessMark {
  /** Texts that its command line and environment hold, all of them. */
  contains: string[];
  stopSignal: NodeJS.Signals;
  /** Time to end by itself before it is killed, milliseconds. */
  graceMs: number;
}

const processTable = z.record(z.string(), z.number().int().positive());

/** Reads processes.json: name to process id; empty when there is none or it is damaged. */
export async function readProcessTable(file: string): Promise<Record<string, number>> {
  const parsed = processTable.safeParse(parseJson((await readFileIfPresent(file)) ?? ''));
  return parsed.success ? parsed.data : {};
}

/** Whether a process with this id runs; one that waits to be reaped does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && stateOf(stat) !== 'Z';
}

/** When the process began, in a form only good for comparing; undefined when it is gone. An id is reused, the pair is not. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return fieldsOf(stat)[19];
  }
  const started = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
  return started?.stdout.trim() || undefined;
}

/** The command line and the environment of a process as one text; empty when it is gone or not ours to read. */
export async function describeProcess(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const parts = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    return parts.join('\0').replaceAll('\0', '\n');
  }
  const listed = await run('ps', ['eww', '-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return listed?.stdout ?? '';
}

/** Whether the process is the one the mark describes. */
async function matches(pid: number, mark: ProcessMark): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const text = await describeProcess(pid);
  return text !== '' && mark.contains.every((part) => text.includes(part));
}

/** Ends what an earlier start left running, after making sure that each id still is what was recorded. Returns the names ended. */
export async function stopLeftovers(
  table: Record<string, number>,
  markOf: (name: string) => ProcessMark | undefined,
): Promise<string[]> {
  const ended: string[] = [];
  // The recorded order is the order of starting; users end before what they use.
  for (const [name, pid] of Object.entries(table).reverse()) {
    const mark = markOf(name);
    if (!mark || !(await matches(pid, mark))) continue;
    await endProcess(pid, mark);
    ended.push(name);
  }
  return ended;
}

async function endProcess(pid: number, mark: ProcessMark): Promise<void> {
  signal(pid, mark.stopSignal);
  signal(pid, 'SIGCONT');
  if (await goneWithin(pid, mark.graceMs)) return;
  signal(pid, 'SIGKILL');
  await goneWithin(pid, 5000);
}

/** Waits until a process is gone; false when it still runs after the limit. */
async function goneWithin(pid: number, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  while (await isAlive(pid)) {
    if (performance.now() > limit) return false;
    await delay(50);
  }
  return true;
}

/** Sends a signal; a process that is gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** The fields of /proc/<pid>/stat after the command's name, which may itself hold spaces and brackets. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function stateOf(stat: string): string | undefined {
  return fieldsOf(stat)[0];
}

/** Ends the processes that a killed `npm start` left on this data folder. Returns their names. */
export async function endLeftovers(paths: StatePaths): Promise<string[]> {
  const cluster = await readlink(paths.postgres).catch(() => paths.postgres);
  return stopLeftovers(await readProcessTable(paths.processes), (name) => markOf(name, paths, cluster));
}

/** What a recorded process must hold in its command line or environment to be ours. */
export function markOf(name: string, paths: StatePaths, cluster: string): ProcessMark | undefined {
  if (name === 'postgres') return { contains: ['postgres', cluster], stopSignal: 'SIGINT', graceMs: 15_000 };
  if (name === 'temporal') {
    return { contains: ['start-dev', paths.temporalDatabase], stopSignal: 'SIGTERM', graceMs: 10_000 };
  }
  const program = programOf(name);
  if (!program) return undefined;
  // The same program may run for another data folder.
  return { contains: [program, `DATA_DIR=${paths.dataDir}`], stopSignal: 'SIGTERM', graceMs: 30_000 };
}

function programOf(name: string): string | undefined {
  if (name.startsWith('sandbox_')) return `${name.replace('_', '/')}/main.ts`;
  if (name.startsWith('api')) return 'api/main.ts';
  if (name.startsWith('worker')) return 'worker/main.ts';
  return undefined;
}
