import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { prepareBundle } from '../../worker/prepare-bundle.ts';
import { engineCommand } from '../contracts.ts';
import { MAIN_QUEUE, SEO_QUEUE } from '../queues.ts';
import { SEO_ANALYSIS_WORKFLOW, type SeoWork, seoAnalysisWorkflowId } from './contract.ts';

jest.setTimeout(120_000);

const MISSING = 'The marketplace has no listing with this id.';

let stack: Stack;
let client: Client;
let connection: NativeConnection;
let workers: Worker[];
let running: Promise<unknown>;

/** Analyses with an odd number fail. */
const activities: SeoWork = {
  runSeoAnalysis: async ({ jobId }) => ({ waitMs: null, error: jobId % 2 === 1 ? MISSING : null }),
};

beforeAll(async () => {
  stack = await startStack({ parts: ['temporal'] });
  const address = stack.urls.temporalAddress ?? '';
  client = new Client({ connection: await Connection.connect({ address }) });
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'OFF' } },
  });
  connection = await NativeConnection.connect({ address });
  workers = await Promise.all([
    Worker.create({ connection, taskQueue: MAIN_QUEUE, workflowBundle: { codePath: await prepareBundle() } }),
    Worker.create({ connection, taskQueue: SEO_QUEUE, activities }),
  ]);
  running = Promise.all(workers.map((worker) => worker.run()));
});

afterAll(async () => {
  for (const worker of workers) worker.shutdown();
  await running;
  await connection.close();
  await client.connection.close();
  await stack.stop();
});

test.each([
  [1, `**failed**: ${MISSING}`],
  [2, '**completed**; the score is in the database'],
])('the details of analysis %i say how it has ended', async (jobId, details) => {
  const handle = await client.workflow.start(SEO_ANALYSIS_WORKFLOW, {
    workflowId: seoAnalysisWorkflowId(jobId),
    taskQueue: MAIN_QUEUE,
    args: [{ jobId, rowKey: crypto.randomUUID() }],
  });
  await handle.result();
  const metadata = await handle.query<{ currentDetails: string }, []>('__temporal_workflow_metadata');
  expect(metadata.currentDetails).toBe(details);
});

test('what staff read of a run names the listing, and promises nothing that a poll may undo', () => {
  const command = engineCommand(
    { kind: 'seo.start', jobId: 7, rowKey: '', listingId: 'prod-4x7kq2m9ab', partnerId: 1, requestId: 'r' },
    'https://api.marketwright.test',
  );
  expect(command).toMatchObject({
    details: expect.stringMatching(/`prod-4x7kq2m9ab`.*may still finish it, at its price/),
  });
});
