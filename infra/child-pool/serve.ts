import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GuardInput } from './guard.ts';
import type { ChildMessage, JobMessage } from './protocol.ts';

/** Does a job; what it returns or yields is sent in these parts. */
type Handler<Job> = (job: Job) => AsyncIterable<unknown>;

/**
 * Makes this process a child of a ChildPool: it does one job after another, under a guard that ends it at its limits, and exits when its
 * parent is gone. `handle` gives expected problems as parts; of what it throws, the parent learns only that the job failed.
 */
export async function serveJobs<Job>(handle: Handler<Job>): Promise<void> {
  const deadline = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  process.once('disconnect', () => process.exit());
  await startGuard(deadline);
  process.on('message', ({ job, limitMs }: JobMessage) => {
    const { user, system } = process.cpuUsage();
    deadline[0] = (user + system) / 1_000 + limitMs;
    void answer(handle(job as Job)).finally(() => {
      deadline[0] = 0;
    });
  });
  await send({ kind: 'ready' });
}

async function answer(parts: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const part of parts) await send({ kind: 'part', part });
  } catch {
    return send({ kind: 'failed' });
  }
  return send({ kind: 'done' });
}

/** Resolves when the parent takes the message; never when it is gone, since the process exits then. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, (error: Error | null) => {
      if (error === null) resolve();
    });
  });
}

async function startGuard(deadline: GuardInput['deadline']): Promise<void> {
  const residentBytes = Number(process.argv[2]);
  const guard = new Worker(new URL('./guard.ts', import.meta.url), {
    workerData: { parent: process.ppid, residentBytes, deadline } satisfies GuardInput,
  });
  guard.once('error', () => process.exit(1));
  await once(guard, 'online');
  guard.unref();
}
