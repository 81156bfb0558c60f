import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { letSessionGiveWay } from '../../../infra/processes/priority.ts';
import type { LoopSample } from '../../../test/environment/loop.ts';
import { median, quantile } from '../../bench/statistics.ts';
import type { LoadOrder } from './load.ts';

const PROGRAM = fileURLToPath(new URL('./load.ts', import.meta.url));
const ROUNDS = 3;
/** Requests of the neighbour in a phase, one after the other, alone and beside the load: enough for a p99, within its limits. */
const REQUESTS = 100;
/** Shorter waits are noise of the machine: ratios are taken to this time at least, milliseconds. */
const FLOOR_MS = 10;

/** Waits of a neighbour beside a load, and alone in the same run, milliseconds. */
export interface Beside {
  alone: { p50: number; p99: number };
  beside: { p50: number; p99: number };
  /** How many times as long the neighbour waits at p50 and at p99. */
  ratio: { p50: number; p99: number };
  /** Longest time that something held the API's event loop, median of the rounds, milliseconds. */
  heldMs: { alone: number; beside: number };
  /** Processor time of the API for a round with the load, seconds. */
  cpuSeconds: number;
  /** How much larger the process was after a round than at the beginning, at most, MiB. */
  grownMib: number;
  /** Answers to the load by status. */
  statuses: Record<string, number>;
}

/** Whom and what `measureBeside` asks. */
export interface Surroundings {
  /** Sends one request; returns its wait, milliseconds. */
  neighbour(): Promise<number>;
  /** Looks at the API process. */
  sample(): Promise<LoopSample>;
  /** Returns when nothing is left of a load. */
  comeToRest(): Promise<void>;
}

/** Measures a neighbour's requests alone and beside a load, in turns. */
export async function measureBeside(
  order: LoadOrder,
  { neighbour, sample, comeToRest }: Surroundings,
): Promise<Beside> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-load-'));
  const file = path.join(folder, 'order.json');
  await writeFile(file, JSON.stringify(order));
  const waits = { alone: [] as number[][], beside: [] as number[][] };
  const held = { alone: [] as number[], beside: [] as number[] };
  const [cpuSeconds, grownMib]: [number[], number[]] = [[], []];
  const statuses: Record<string, number> = {};
  try {
    await phaseOf(neighbour);
    const { residentMib } = await sample();
    for (let round = 0; round < ROUNDS; round += 1) {
      await comeToRest();
      await sample();
      waits.alone.push(await phaseOf(neighbour));
      const before = await sample();
      held.alone.push(before.heldMs);
      const load = await startLoad(file);
      waits.beside.push(await phaseOf(neighbour));
      for (const [status, count] of Object.entries(await load.stop()))
        statuses[status] = (statuses[status] ?? 0) + count;
      const after = await sample();
      held.beside.push(after.heldMs);
      cpuSeconds.push(after.cpuSeconds - before.cpuSeconds);
      grownMib.push(after.residentMib - residentMib);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const [alone, beside] = [summaryOf(waits.alone), summaryOf(waits.beside)];
  const ratio = (share: 'p50' | 'p99') => Math.max(beside[share], FLOOR_MS) / Math.max(alone[share], FLOOR_MS);
  return {
    alone,
    beside,
    ratio: { p50: ratio('p50'), p99: ratio('p99') },
    heldMs: { alone: median(held.alone), beside: median(held.beside) },
    cpuSeconds: median(cpuSeconds),
    grownMib: Math.max(...grownMib),
    statuses,
  };
}

async function phaseOf(neighbour: () => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  while (waits.length < REQUESTS) waits.push(await neighbour());
  return waits;
}

/** The median of the rounds, so that one hiccup of the machine decides nothing. */
function summaryOf(rounds: number[][]): { p50: number; p99: number } {
  const of = (share: number) => median(rounds.map((waits) => quantile(waits, share)));
  return { p50: of(0.5), p99: of(0.99) };
}

/**
 * Begins a load; resolves when its streams are open and its first requests are on their way. The sender stands for a stranger's machine, so it gives
 * way to the service and to the neighbour, of whose cores a stranger takes none.
 */
async function startLoad(file: string): Promise<{ stop(): Promise<Record<string, number>> }> {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  if (child.pid !== undefined) letSessionGiveWay(child.pid);
  // A load with a maximum may end before it is stopped.
  const exited = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  lines.on('line', (line) => said.push(line));
  await Promise.race([once(lines, 'line'), exited]);
  return {
    async stop() {
      child.stdin.end();
      const [code] = await exited;
      if (code !== 0) throw new Error('The load has failed.');
      return JSON.parse(said.at(-1) ?? '{}') as Record<string, number>;
    },
  };
}
