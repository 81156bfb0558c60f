import { settleHold } from '../credits/ledger.ts';
import type { Tx } from '../kernel/deps.ts';
import { creditReference, seoJobTopic } from './rules.ts';
import { endJob } from './store.ts';
import type { SeoJobRow } from './table.ts';
import type { SeoOutcome } from './types.ts';

/** How a job ends, and who ends it. */
export interface Finish {
  jobId: number;
  ending: SeoOutcome;
  /** Credits; what is held beyond them goes back. */
  used: number;
  /** Of the claim under which the work was done; null ends the job whoever works on it. */
  token: string | null;
}

/** Ends an open job and settles its credits; null when it had ended, or was taken over. */
export async function finishJob(tx: Tx, { jobId, ending, used, token }: Finish): Promise<SeoJobRow | null> {
  const ended = await endJob(tx.em, tx.now, jobId, ending, token);
  if (!ended) return null;
  await settleHold(tx, { partnerId: ended.partner_id, reference: creditReference(ended.row_key), used });
  tx.notify(seoJobTopic(jobId));
  return ended;
}
