import { readlink } from 'node:fs/promises';
import { type ProcessMark, readProcessTable, stopLeftovers } from './processes.ts';
import type { StatePaths } from './state.ts';

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
  if (name === 'sandbox_ai') return 'sandbox/ai/main.ts';
  if (name === 'sandbox_marketplace') return 'sandbox/marketplace/main.ts';
  if (name.startsWith('api')) return 'api/main.ts';
  if (name.startsWith('worker')) return 'worker/main.ts';
  return undefined;
}
