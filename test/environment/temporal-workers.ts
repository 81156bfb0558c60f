import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerInterceptors } from '@temporalio/worker';
import type { Stack } from '../../infra/local/stack.ts';
import { prepareBundle } from '../../worker/prepare-bundle.ts';
import { MAIN_QUEUE } from '../../workflows/queues.ts';
import { installQuietRuntime } from './quiet-runtime.ts';
import { createSharedNamespace } from './shared-servers-client.ts';

/** A namespace of a test file's own, with the product's workflows and the test's activities. */
export interface TestWorkers {
  client: Client;
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** The queue of the activities; where it is the workflows' own, one worker serves both. */
  taskQueue: string;
  activities: object;
  /** Local activities, which run in the workflow worker. */
  transitions?: object;
  /** Dynamic configuration, for which a server of the file's own is started. */
  temporalConfig?: string[];
  maxHeartbeatThrottleInterval?: string;
  interceptors?: WorkerInterceptors;
  maxConcurrentActivityTaskExecutions?: number;
}

/** Starts workers for the workflows and the activities, on the Temporal that the test run shares. */
export async function startWorkers(options: WorkerOptions): Promise<TestWorkers> {
  const { taskQueue, activities, transitions = {}, temporalConfig, ...rest } = options;
  const stack = temporalConfig && (await startServer(temporalConfig));
  const { address, namespace } = stack
    ? { address: stack.urls.temporalAddress ?? '', namespace: 'default' }
    : await createSharedNamespace();
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  installQuietRuntime();
  const connection = await NativeConnection.connect({ address });
  const shared = { connection, namespace, ...rest } as Pick<Parameters<typeof Worker.create>[0], 'connection'>;
  const isShared = taskQueue === MAIN_QUEUE;
  const workers = await Promise.all([
    Worker.create({
      ...shared,
      taskQueue: MAIN_QUEUE,
      workflowBundle: { codePath: await prepareBundle() },
      activities: { ...transitions, ...(isShared && activities) },
    }),
    ...(isShared ? [] : [Worker.create({ ...shared, taskQueue, activities })]),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    client,
    async stop() {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
      await client.connection.close();
      await stack?.stop();
    },
  };
}

/** A Temporal of a file's own. Few files need one, and its code takes a third of a second to load. */
async function startServer(temporalConfig: string[]): Promise<Stack> {
  const { startStack } = await import('../../infra/local/stack.ts');
  return startStack({ parts: ['temporal'], temporalConfig });
}
