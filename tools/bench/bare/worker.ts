/** A Temporal worker for a workflow of one activity that does nothing; what executions are compared with. */
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

const settings: { address: string; taskQueue: string } = JSON.parse(process.argv[2] ?? '{}');
Runtime.install({ logger: new DefaultLogger('WARN') });
const connection = await NativeConnection.connect({ address: settings.address });
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('workflow.ts', import.meta.url)),
  logger: new DefaultLogger('WARN'),
});
const worker = await Worker.create({
  connection,
  taskQueue: settings.taskQueue,
  workflowBundle,
  activities: { work: async () => 'done' },
});
const running = worker.run();
process.stdout.write('ready\n');
process.once('SIGTERM', () => worker.shutdown());
await running;
await connection.close();
