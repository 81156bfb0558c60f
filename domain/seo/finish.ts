import { settleHold } from '../credits/ledger.ts';
import type { Tx } from '../kernel/deps.ts';
import { creditReference, seoJobTopic } from './rules.ts';
import { endJob } from './store.ts';
import type { SeoJobRow } from './table.ts';
import type { SeoOutcome } from './types.ts';

/** The outcome of a job and the claim that it is finished under. */
export interface Finish {
  jobId: number;
  outcome: SeoOutcome;
  /** Credits to charge; the rest of the hold is released. */
  used: number;
  /** Token of the claim under which the work was done; null ends the job regardless of claims. */
  token: string | null;
}

/** Ends an open job and settles its credits; null when it had ended or was taken over. */
export async function finishJob(tx: Tx, { jobId, outcome: ending, used, token }: Finish): Promise<SeoJobRow | null> {
  const ended = await endJob(tx.em, tx.now, jobId, ending, token);
  if (!ended) return null;
  await settleHold(tx, { partnerId: ended.partner_id, reference: creditReference(ended.row_key), used });
  tx.notify(seoJobTopic(jobId));
  return ended;
}
