import { parentPort } from 'node:worker_threads';
import { createRegistry, startMetricsServer } from '../../infra/telemetry/metrics.ts';

/** A thread with metrics, whose event loop is held for so many milliseconds of processor time as it is sent; the answer follows the hold. */
const server = await startMetricsServer(createRegistry(), { host: '127.0.0.1', port: 0 });
parentPort?.on('message', (holdMs: number) => {
  const begin = process.threadCpuUsage();
  while (process.threadCpuUsage(begin).user < holdMs * 1_000);
  parentPort?.postMessage('held');
});
parentPort?.postMessage(`http://127.0.0.1:${server.port}`);
