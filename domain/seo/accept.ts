import { PRICES } from '../capabilities/prices.ts';
import { holdCredits, holdFor } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { requireAi } from '../kernel/require-ai.ts';
import { creditReference, SEO_CAPABILITY } from './rules.ts';
import { findOpenJob, insertJob } from './store.ts';
import type { SeoJobRow } from './table.ts';
import type { SeoSubject } from './types.ts';

/** An open job can end between the lookup and the insert, but hardly often. */
const MAX_LOOKUPS = 5;

/** What a request for an analysis comes to: a score that was there, a job to poll, or a job that ended within the request. */
export interface SeoAnswer {
  kind: 'cached' | 'accepted' | 'ended';
  job: SeoJobRow;
}

/** What is analysed, from a request of the caller. */
export function subjectFrom(call: Call, wanted: Omit<SeoSubject, 'partnerId' | 'sandbox'>): SeoSubject {
  return { ...wanted, partnerId: partnerOf(call), sandbox: isSandbox(call) };
}

/**
 * Makes a job, or joins the open one with the same subject; of any number of racing requests one makes it. A comment by the AI
 * is paid with a hold. Throws SERVICE_UNAVAILABLE, DAILY_CREDIT_LIMIT_EXCEEDED and NO_CREDITS.
 */
export async function acceptJob(deps: Deps, call: Call, subject: SeoSubject): Promise<SeoJobRow> {
  if (subject.includeContentAnalysis) requireAi(deps, call);
  return deps.transaction(call, async (tx) => {
    const job = await makeOrJoin(tx, call, deps.ids.uuid(), subject);
    // Joined jobs, too, which leave nothing in the audit log: a repeat is answered with the job of the first request.
    tx.made({ type: 'seo_job', id: job.id });
    return job;
  });
}

async function makeOrJoin(tx: Tx, call: Call, rowKey: string, subject: SeoSubject): Promise<SeoJobRow> {
  for (let lookup = 0; lookup < MAX_LOOKUPS; lookup += 1) {
    // First, since an insert that meets the open job uses a number up.
    const open = await findOpenJob(tx.em, subject);
    if (open) return open;
    const made = await insertJob(tx.em, tx.now, rowKey, subject);
    if (made) {
      start(tx, call, made, subject);
      return made;
    }
  }
  throw new Error('The open analysis with this subject ends again and again.');
}

function start(tx: Tx, call: Call, job: SeoJobRow, subject: SeoSubject): void {
  const { partnerId } = subject;
  const { id: jobId, row_key: rowKey, listing_id: listingId } = job;
  tx.enqueue({ kind: 'seo.start', jobId, rowKey, listingId, partnerId, requestId: call.requestId });
  tx.audit({ type: 'seo_job', id: jobId, details: { listing_id: listingId } });
  const work = { amount: priceOf(subject), reference: creditReference(rowKey), capability: SEO_CAPABILITY };
  holdCredits(tx, holdFor(call, work));
}

/** Credits that a job may cost: only the AI's comment has a price. */
export function priceOf({ includeContentAnalysis, sandbox }: SeoSubject): number {
  return includeContentAnalysis && !sandbox ? PRICES[SEO_CAPABILITY] : 0;
}
