import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { SeoAnalysisSteps } from '../../activities/seo.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { engineCommand } from '../contracts.ts';
import { SEO_QUEUE } from '../queues.ts';
import { SEO_ANALYSIS } from './contract.ts';

jest.setTimeout(120_000);

const MISSING = 'The marketplace has no listing with this id.';

let temporal: TestWorkers;

/** Analyses with an odd number fail. */
const activities: SeoAnalysisSteps['seo'] = {
  runSeoAnalysis: async ({ jobId }) => ({ waitMs: null, error: jobId % 2 === 1 ? MISSING : null }),
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: SEO_QUEUE, activities });
});

afterAll(() => temporal.stop());

test.each([
  [1, `**failed**: ${MISSING}`],
  [2, '**completed**; the score is in the database'],
])('the details of analysis %i say how it has ended', async (jobId, details) => {
  const handle = await startRun(temporal.client, SEO_ANALYSIS, jobId);
  await handle.result();
  expect(await currentDetails(handle)).toBe(details);
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
