import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import type { SampleJob } from '../../test/environment/sample-child.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { BACKGROUND_NICENESS } from '../processes/priority.ts';
import { ChildEnded, JobFailed } from './child.ts';
import { ChildPool, type ChildPoolOptions, PoolClosed } from './pool.ts';

const PROGRAM = new URL('../../test/environment/sample-child.ts', import.meta.url);

const pools: ChildPool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function open(options: Partial<ChildPoolOptions> = {}): ChildPool {
  const pool = new ChildPool({ program: PROGRAM, heapMib: 64, residentMib: 256, ...options });
  pools.push(pool);
  return pool;
}

const run = (pool: ChildPool, job: SampleJob, { limitMs = 5_000, maxParts = 10, signal }: Partial<Options> = {}) =>
  pool.run({ job, limitMs, maxParts, signal });

interface Options {
  limitMs: number;
  maxParts: number;
  signal: AbortSignal;
}

async function pidOf(pool: ChildPool): Promise<number> {
  const [pid] = await run(pool, { do: 'pid' });
  return Number(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a child does one job after another, and is replaced after some', async () => {
  const pool = open({ jobsPerChild: 2 });
  const [first, second, third] = [await pidOf(pool), await pidOf(pool), await pidOf(pool)];
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(isAlive(first)).toBe(false);
});

/** Fields of /proc/<pid>/stat after the command's name. */
const SESSION = 3;
const NICENESS = 16;
const onLinux = process.platform === 'linux' ? test : test.skip;

async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

onLinux('a child has a session of its own and the priority of this process', async () => {
  const pid = await pidOf(open());
  const fields = await statOf(pid);
  expect(fields[SESSION]).toBe(String(pid));
  expect(Number(fields[NICENESS])).toBe(getPriority());
});

onLinux('a child whose job takes long gives way, and does no other job', async () => {
  const pool = open();
  const pid = await pidOf(pool);
  const working = run(pool, { do: 'pid', afterMs: 3_000 });
  const lowered = Math.max(getPriority(), BACKGROUND_NICENESS);
  await waitUntil('the lower priority', async () => Number((await statOf(pid))[NICENESS]) === lowered);
  expect(await working).toEqual([pid]);
  expect(await pidOf(pool)).not.toBe(pid);
});

test.each<[string, SampleJob, Partial<Options>, string]>([
  ['too much time', { do: 'spin' }, { limitMs: 300 }, 'time'],
  ['too much heap', { do: 'heap' }, {}, 'memory'],
  ['too much memory in buffers', { do: 'buffers' }, {}, 'memory'],
  ['too long a result', { do: 'parts', count: 100 }, {}, 'output'],
  ['a child that ends by itself', { do: 'exit' }, {}, 'crash'],
])('%s ends the child and nothing else', async (_what, job, options, excess) => {
  const pool = open();
  const own = process.pid;
  const first = await pidOf(pool);
  const error = await run(pool, job, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ChildEnded);
  expect(error).toMatchObject({ excess });
  expect(isAlive(first)).toBe(false);
  expect(await pidOf(pool)).not.toBe(first);
  expect(process.pid).toBe(own);
});

test('the limit is of processor time; a child that waits ends after twelve times as much', async () => {
  const begunAt = performance.now();
  await expect(run(open(), { do: 'sleep' }, { limitMs: 100 })).rejects.toMatchObject({ excess: 'time' });
  expect(performance.now() - begunAt).toBeGreaterThan(1_100);
});

test('a job that throws fails, and its child goes on', async () => {
  const pool = open();
  const first = await pidOf(pool);
  await expect(run(pool, { do: 'throw' })).rejects.toBeInstanceOf(JobFailed);
  expect(await pidOf(pool)).toBe(first);
});

test('a child sees no secrets, writes no files and starts no programs', async () => {
  process.env['SAMPLE_SECRET'] = 'secret';
  const [seen] = await run(open(), { do: 'look' });
  delete process.env['SAMPLE_SECRET'];
  expect(seen).toEqual({ secret: undefined, writes: 'ERR_ACCESS_DENIED', spawns: 'ERR_ACCESS_DENIED' });
});

test('a signal ends the job at once, and a closed pool has no children', async () => {
  const pool = open();
  const first = await pidOf(pool);
  const leaving = new AbortController();
  const spinning = run(pool, { do: 'spin' }, { signal: leaving.signal });
  leaving.abort(new Error('Enough'));
  await expect(spinning).rejects.toThrow('Enough');
  expect(isAlive(first)).toBe(false);

  const second = await pidOf(pool);
  const under = expect(run(pool, { do: 'spin' })).rejects.toThrow(PoolClosed);
  await pool.close();
  await under;
  expect(isAlive(second)).toBe(false);
  await expect(run(pool, { do: 'pid' })).rejects.toThrow(PoolClosed);
});

test('a program that cannot start is no fault of the job', async () => {
  const pool = open({ program: new URL('./no-such-program.ts', import.meta.url) });
  await expect(run(pool, { do: 'pid' })).rejects.toMatchObject({ excess: 'start' });
});

/** A process with a pool; prints the ids of an idle child and of one in a loop. */
const PARENT = `
  import { ChildPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
  const pool = new ChildPool({ program: new URL(${JSON.stringify(PROGRAM.href)}), heapMib: 64, residentMib: 256 });
  const run = (job) => pool.run({ job, limitMs: 60_000, maxParts: 1, signal: undefined });
  const pids = await Promise.all([run({ do: 'pid', afterMs: 200 }), run({ do: 'pid', afterMs: 200 })]);
  run({ do: 'spin' });
  console.log(JSON.stringify(pids.flat()));
`;

test('a process that is killed leaves no child behind, also none in a loop', async () => {
  const args = ['--no-warnings', '--input-type=module', '--eval', PARENT];
  const parent = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  const lines = createInterface({ input: parent.stdout });
  const [line] = await once(lines, 'line');
  const pids = JSON.parse(String(line)) as number[];
  expect(new Set(pids).size).toBe(2);
  expect(pids.every(isAlive)).toBe(true);
  parent.kill('SIGKILL');
  await waitUntil('the end of the children', () => !pids.some(isAlive));
});

test('a process with an idle child can end', async () => {
  const script = PARENT.replace("run({ do: 'spin' });", '');
  const child = execFile(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script]);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
