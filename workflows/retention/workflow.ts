import { ActivityFailure, ApplicationFailure, deprecatePatch, isCancellation } from '@temporalio/workflow';
import type { RetentionSteps } from '../../activities/retention.ts';
import { failureReason } from '../lib/job.ts';
import { proxySteps } from '../lib/steps.ts';

/** Deleting can take minutes on a large table and resumes where it stopped. */
const { listRetained, purge } = proxySteps<RetentionSteps, 'main'>('main', {
  startToCloseTimeout: '30m',
  retry: { initialInterval: '5s', maximumInterval: '5m', maximumAttempts: 10 },
});

/**
 * Deletes rows that are past their retention, table by table; returns the number of deleted rows. A failing table does
 * not stop the others.
 */
export async function retention(): Promise<Record<string, number>> {
  // All releases have it; runs of 0.1 and 0.2 recorded it, so it stays while their histories must replay.
  deprecatePatch('tables-from-activity');
  const { tables } = await listRetained();
  const deleted: Record<string, number> = {};
  const failed: string[] = [];
  for (const table of tables) {
    try {
      deleted[table] = (await purge({ table })).deleted;
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      failed.push(`${table} (${failureReason(error)})`);
    }
  }
  if (failed.length > 0) throw ApplicationFailure.nonRetryable(`Not purged: ${failed.join(', ')}`, 'purge_failed');
  return deleted;
}
