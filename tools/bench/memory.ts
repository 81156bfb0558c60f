import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement, Result } from './measurement.ts';
import { startProgram } from './program.ts';

const REST_MS = 60_000;
const MIB = 1024;

/** Resident memory at rest, a minute after the start, against the bare processes of the other measurements. */
export const memory: Measurement = {
  name: 'memory',
  async run({ stack, report }) {
    const http = await startProgram('bare/http.ts', { databaseUrl: stack.urls.databaseUrl });
    const worker = await startProgram('bare/worker.ts', {
      address: stack.urls.temporalAddress,
      taskQueue: 'bench-bare',
    });
    try {
      report('memory: a minute of rest');
      await delay(REST_MS);
      return [
        await compare('API process at rest', stack.pid('api'), http.pid, '<= 150 MB'),
        await compare('Worker process at rest', stack.pid('worker'), worker.pid, '<= 250 MB'),
      ];
    } finally {
      await http.stop();
      await worker.stop();
    }
  },
};

async function compare(name: string, pid: number | undefined, referencePid: number, aim: string): Promise<Result> {
  const [ours, reference] = [await residentMib(pid), await residentMib(referencePid)];
  return { name, ours: `${ours.toFixed(0)} MB`, reference: `${reference.toFixed(0)} MB`, ratio: ours / reference, aim };
}

/** Resident set of a process, MiB (Linux, proc(5)). */
export async function residentMib(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / MIB;
}
