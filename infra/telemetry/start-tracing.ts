import type { Registry } from 'prom-client';
import type { TracingConfig } from '../config/tracing.ts';
import type { Tracing } from './tracing.ts';

/** Starts tracing; undefined where it is off. */
export async function startTracing(options: {
  config: TracingConfig | undefined;
  /** Name of the process, `api` or `worker`. */
  name: string;
  /** The tables by which statements are named. */
  tables: readonly { name: string }[];
  registry: Registry;
  /** Reports that spans could not be exported. */
  onProblem(reason: string): void;
}): Promise<Tracing | undefined> {
  const { config, ...rest } = options;
  if (!config) return undefined;
  const { createTracing } = await import('./otel/create-tracing.ts');
  return createTracing({ config, ...rest });
}
