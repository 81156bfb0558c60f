import { setCurrentDetails } from '@temporalio/workflow';
import type { ReconciliationSteps } from '../../activities/reconciliation.ts';
import { proxySteps } from '../lib/steps.ts';

/** Each attempt compares a slice of partners, which takes minutes where they have many records. */
const { compareBooks } = proxySteps<ReconciliationSteps, 'main'>('main', {
  startToCloseTimeout: '30m',
  retry: { initialInterval: '5s', maximumInterval: '5m', maximumAttempts: 10 },
});

/** Compares the books slice by slice; the row `reconciliation_run` of the returned id has what disagrees. */
export async function reconciliation(): Promise<{ runId: number | null; differences: number; pending: number }> {
  const sum = { runId: null as number | null, differences: 0, pending: 0 };
  let afterPartnerId: number | null = 0;
  while (afterPartnerId !== null) {
    const slice: Awaited<ReturnType<ReconciliationSteps['main']['compareBooks']>> = await compareBooks({
      runId: sum.runId,
      afterPartnerId,
    });
    sum.runId = slice.runId;
    sum.differences += slice.differences;
    sum.pending += slice.pending;
    afterPartnerId = slice.lastPartnerId;
    setCurrentDetails(
      `**${sum.differences}** rows disagree, **${sum.pending}** are to be billed; \`reconciliation_run\` ${sum.runId} has them`,
    );
  }
  return sum;
}
