import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { ServiceConfig } from '../infra/config/service.ts';
import type { Tracing } from '../infra/telemetry/tracing.ts';
import { untilThere } from '../infra/until-there.ts';
import type { createActivityInterceptors } from './interceptors.ts';
import type { QueueService } from './queues.ts';
import { createTraceInterceptor, createTraceSinks } from './tracing.ts';

/** In-flight activities get this long to finish when the process stops; then they are cancelled. */
const GRACE_TIME = '20s';
/** Below the 30 s after which container platforms kill. */
const FORCE_TIME = '25s';
/** How soon Temporal detects that a worker with a sticky queue died. */
const STICKY_TIMEOUT = '2s';
/** Runs kept in memory; each takes some 50 KB. */
const CACHED_WORKFLOWS = 500;

/** Creates one Temporal worker per queue. Throws where workflows are to run without their bundle. */
export async function createWorkers(options: {
  connection: NativeConnection;
  config: ServiceConfig;
  /** Path of the workflow bundle; undefined where no service runs workflows. */
  bundle: string | undefined;
  services: readonly QueueService[];
  interceptors: ReturnType<typeof createActivityInterceptors>;
  tracing?: Tracing | undefined;
}): Promise<Worker[]> {
  const { connection, config, bundle, services, interceptors, tracing } = options;
  const { version } = config.worker;
  return Promise.all(
    services.map((service) => {
      const shared: WorkerOptions = {
        connection,
        namespace: config.temporal.namespace,
        taskQueue: service.taskQueue,
        activities: service.activities,
        interceptors: { activity: [...(tracing ? [createTraceInterceptor(tracing)] : []), interceptors] },
        maxConcurrentActivityTaskExecutions: service.maxActivities,
        maxHeartbeatThrottleInterval: '1500ms',
        shutdownGraceTime: GRACE_TIME,
        shutdownForceTime: FORCE_TIME,
        ...(version === undefined
          ? {}
          : {
              workerDeploymentOptions: {
                useWorkerVersioning: true,
                version,
                defaultVersioningBehavior: 'PINNED' as const,
              },
            }),
      };
      if (!service.workflows) return Worker.create(shared);
      if (bundle === undefined) throw new Error(`${service.taskQueue} runs workflows, and there is no bundle of them.`);
      return Worker.create({
        ...shared,
        workflowBundle: { codePath: bundle },
        sinks: createTraceSinks(tracing),
        stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT,
        maxCachedWorkflows: CACHED_WORKFLOWS,
        workflowThreadPoolSize: 1,
      });
    }),
  );
}

/** Connects to Temporal, retrying until it is available; rejects when the signal fires. */
export function connect(
  config: ServiceConfig,
  signal: AbortSignal,
  onAway: (error: unknown) => void,
): Promise<NativeConnection> {
  const { address, tls, apiKey } = config.temporal;
  return untilThere(() => NativeConnection.connect({ address, tls, ...(apiKey === undefined ? {} : { apiKey }) }), {
    signal,
    onAway,
  });
}
