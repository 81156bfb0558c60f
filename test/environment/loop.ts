import { send } from './client.ts';

/** How often Node looks at the loop, milliseconds; an idle loop shows as late by this. */
const RESOLUTION_MS = 10;
const MIB = 1_048_576;

/** An API process since it was looked at last. */
export interface LoopSample {
  /** Longest time that the event loop was held, milliseconds. */
  heldMs: number;
  /** Processor time so far, seconds. */
  cpuSeconds: number;
  residentMib: number;
}

/** Looks at a process by its metrics, which begin anew with each look. Throws without them. */
export async function sampleLoop(metricsOrigin: string): Promise<LoopSample> {
  const { text } = await send(`${metricsOrigin}/metrics`);
  const values = new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]));
  const metric = (name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The metrics have no ${name}.`);
    return value;
  };
  return {
    heldMs: Math.max(0, metric('nodejs_eventloop_lag_max_seconds') * 1_000 - RESOLUTION_MS),
    cpuSeconds: metric('process_cpu_seconds_total'),
    residentMib: metric('process_resident_memory_bytes') / MIB,
  };
}
