import { PRICES } from '../capabilities/prices.ts';
import { holdCredits, holdFor } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { requireAi } from '../kernel/require-ai.ts';
import { creditReference, SEO_CAPABILITY } from './rules.ts';
import { findOpenJob, insertJob } from './store.ts';
import type { SeoJobRow, SeoSubject } from './table.ts';

/** An open job can end between lookup and insert, but that is rare. */
const MAX_LOOKUPS = 5;

/** Result of a request for an analysis: a cached score, a job to poll, or a job that ended within the request. */
export interface SeoAnswer {
  kind: 'cached' | 'accepted' | 'ended';
  job: SeoJobRow;
}

/** The subject of a caller's request. */
export function subjectFrom(call: Call, wanted: Omit<SeoSubject, 'partnerId' | 'sandbox'>): SeoSubject {
  return { ...wanted, partnerId: partnerOf(call), sandbox: isSandbox(call) };
}

/**
 * Creates a job, or joins the open one with the same subject; of concurrent requests, one creates it. An AI comment is
 * paid for with a hold. Throws SERVICE_UNAVAILABLE, DAILY_CREDIT_LIMIT_EXCEEDED and NO_CREDITS.
 */
export async function acceptJob(deps: Deps, call: Call, subject: SeoSubject): Promise<SeoJobRow> {
  if (subject.includeContentAnalysis) requireAi(deps, call);
  return deps.transaction(call, async (tx) => {
    const job = await createOrJoin(tx, call, deps.ids.uuid(), subject);
    // Also for joined jobs, which are not audited: a repeat is answered with the job of the first request.
    tx.made({ type: 'seo_job', id: job.id });
    return job;
  });
}

async function createOrJoin(tx: Tx, call: Call, rowKey: string, subject: SeoSubject): Promise<SeoJobRow> {
  for (let lookup = 0; lookup < MAX_LOOKUPS; lookup += 1) {
    // Looked up first, since an insert that conflicts with the open job uses up a number.
    const open = await findOpenJob(tx.em, subject);
    if (open) return open;
    const created = await insertJob(tx.em, tx.now, rowKey, subject);
    if (created) {
      start(tx, call, created, subject);
      return created;
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

/** Most credits that a job may cost: only the AI's comment has a price. */
export function priceOf({ includeContentAnalysis, sandbox }: SeoSubject): number {
  return includeContentAnalysis && !sandbox ? PRICES[SEO_CAPABILITY] : 0;
}
