import { z } from 'zod';
import { SEO_ANALYSIS } from '../../../workflows/seo-analysis/contract.ts';
import { waitUntil } from '../../environment/wait-until.ts';
import type { Recorder } from '../recorder.ts';

const LISTING = 'prod-4ydbgyt6kkgxk';

/** Analyses of a listing: one that the run does, one that a request does, and one that is cancelled. */
export async function recordAnalyses(recorder: Recorder): Promise<void> {
  await recorder.save(SEO_ANALYSIS, 'completed', await analyze(recorder));
  await recorder.setMarketplaceFaults({ kind: 'delay', listing: LISTING, delay_ms: 1_000 });
  await recorder.save(SEO_ANALYSIS, 'left-to-a-request', await analyze(recorder, { sync: true }));
  await recorder.setMarketplaceFaults({ kind: 'hang', listing: LISTING });
  const id = await analyze(recorder);
  await waitUntil('the analysis to be processed', () => isProcessed(recorder, id));
  await recorder.runOf(SEO_ANALYSIS, id).cancel();
  await recorder.save(SEO_ANALYSIS, 'cancelled', id);
}

async function analyze(recorder: Recorder, more: object = {}): Promise<number> {
  const answer = await recorder.call('POST', '/marketplace/seo-score/analyze', { listing_url: LISTING, ...more });
  return z.object({ id: z.int() }).parse(answer).id;
}

async function isProcessed(recorder: Recorder, id: number): Promise<boolean> {
  const answer = await recorder.call('GET', `/marketplace/seo-score/status/${id}`);
  return z.object({ status: z.string() }).parse(answer).status === 'processing';
}
