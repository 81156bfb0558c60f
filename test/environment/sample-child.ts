import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { serveJobs } from '../../infra/child-pool/serve.ts';

/** Jobs of the program that tests run as a child. */
export type SampleJob =
  | { do: 'pid'; afterMs?: number }
  | { do: 'parts'; count: number }
  | { do: 'spin' | 'heap' | 'buffers' | 'exit' | 'sleep' | 'throw' | 'look' };

await serveJobs<SampleJob>(async function* (job) {
  switch (job.do) {
    case 'pid':
      await pause(job.afterMs ?? 0);
      return yield process.pid;
    case 'parts':
      for (let part = 0; part < job.count; part += 1) yield part;
      return;
    case 'spin':
      for (;;);
    case 'heap': {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(1_000).fill({}));
    }
    case 'buffers': {
      const kept: Buffer[] = [];
      for (;;) kept.push(Buffer.alloc(1_048_576, 1));
    }
    case 'exit':
      return process.exit(3);
    case 'sleep':
      return pause(60_000);
    case 'throw':
      throw new Error('secret text');
    case 'look':
      return yield {
        secret: process.env['SAMPLE_SECRET'],
        writes: codeOf(() => writeFileSync('written', '')),
        spawns: codeOf(() => spawnSync('true')),
      };
  }
});

function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}
