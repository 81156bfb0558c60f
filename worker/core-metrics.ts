import type { MetricsExporterConfig } from '@temporalio/worker';
import { LOOPBACK, readLoopback, unusedLoopbackPort } from '../infra/http/loopback.ts';

/** The core answers from memory, milliseconds. */
const READ_LIMIT_MS = 2_000;

/** Metrics of Temporal's core in this process. */
interface CoreMetrics {
  /** Option of Temporal's runtime. */
  options: MetricsExporterConfig;
  /** In Prometheus's text format; empty while the runtime does not run. */
  read(): Promise<string>;
}

/**
 * Has Temporal's core serve its metrics to this process only, which adds them to its own: the core cannot hand them over in
 * another way that is stable.
 */
export async function createCoreMetrics(): Promise<CoreMetrics> {
  const port = await unusedLoopbackPort();
  return {
    options: {
      attachServiceName: false,
      prometheus: {
        bindAddress: `${LOOPBACK}:${port}`,
        countersTotalSuffix: true,
        unitSuffix: true,
        useSecondsForDurations: true,
      },
    },
    read: () => readLoopback(port, '/metrics', READ_LIMIT_MS).catch(() => ''),
  };
}
