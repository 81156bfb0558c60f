import { z } from 'zod';
import { AiError } from '../../../infra/ai/port.ts';
import { type ListingContent, MarketplaceError } from '../../../infra/marketplace/port.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { moment, recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { truncate } from '../../kernel/words.ts';
import { withPreviousLogo } from '../../listings/logo.ts';
import { observeFailure, observeListing } from '../../listings/observe.ts';
import { findSnapshot } from '../../listings/store.ts';
import { priceOf } from '../accept.ts';
import { type Claim, underClaim } from '../claim.ts';
import { commentFailure, commentQuestion, readComment } from '../comment.ts';
import { analyseContent } from '../content-analysis.ts';
import { finishJob } from '../finish.ts';
import { failureSentence } from '../outcomes.ts';
import { scoreListing } from '../rubric/rubric.ts';
import { MAX_ATTEMPTS, subjectOf } from '../rules.ts';
import { findJob, waitForJob } from '../store.ts';
import type { Comment, SeoResult, SeoSubject } from '../types.ts';

/** The AI may take this long for its comment; with the marketplace's 10 s, an analysis ends within 20. */
const COMMENT_LIMIT_MS = 9_000;

/**
 * Carries a job out under a claim: reads the listing, scores it, and ends the job with all that follows from it in one
 * transaction. Workers and requests both perform it; whoever comes second finds the job claimed or ended and does nothing. Tells how
 * many milliseconds until another attempt makes sense (null: the job has ended), and why it has failed, if it has.
 */
export const runAnalysis = step({
  name: 'seo.run',
  input: z.object({
    jobId: recordId,
    /** Tells the job from a later one under the same id. */
    rowKey: z.string().optional(),
    /** Leaves younger jobs alone. */
    createdBefore: moment.optional(),
  }),
  output: z.object({ waitMs: z.int().nullable(), error: z.string().nullable() }),
  async run(deps, call, wanted) {
    const ended = await underClaim(deps, call.signal, wanted, (claim) => analyse(deps, call, claim));
    const waitMs = ended ? null : await waitForJob(deps.db, wanted.jobId, wanted.rowKey);
    const job = waitMs === null ? await findJob(deps.db, wanted.jobId) : null;
    return { waitMs, error: job?.error ?? null };
  },
});

/** Ends the job; false when another process has taken it over meanwhile. */
async function analyse(deps: Deps, call: Call, claim: Claim): Promise<boolean> {
  const { job } = claim;
  if (job.attempts > MAX_ATTEMPTS) {
    return fail(deps, call, claim, { kind: 'unexpected', error: failureSentence('unexpected'), notify: false });
  }
  let reading: Reading;
  try {
    reading = await read(deps, claim);
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    const { failure: kind, message } = error;
    return fail(deps, call, claim, { kind, error: message, notify: kind !== 'busy' });
  }
  const subject = subjectOf(job);
  const score = scoreListing(reading.content, subject);
  const comment = subject.includeContentAnalysis ? await commentOn(deps, claim, reading.content, subject) : null;
  const result: SeoResult = { score, content_analysis: comment && contentAnalysis(reading.content, comment) };
  const used = comment && 'text' in comment ? priceOf(subject) : 0;
  return deps.transaction(call, async (tx) => {
    const finish = { jobId: job.id, ending: { status: 'completed' as const, result }, used, token: claim.token };
    if (!(await finishJob(tx, finish))) return false;
    tx.afterCommit(() =>
      deps.meters.analysisEnded(comment && 'reason' in comment ? 'completed_without_comment' : 'completed'),
    );
    const { partnerId, listingId, sandbox } = subject;
    // Trying things out with a sandbox key is nothing that live webhooks should hear of.
    if (!sandbox) await observeListing(tx, { partnerId, listingId, provider: deps.marketplace.host, ...reading });
    return true;
  });
}

/** What the marketplace shows of a listing, and when it was asked. */
interface Reading {
  content: ListingContent;
  etag: string | null;
  fetchedAt: Date;
}

/** Asks the marketplace in any case; what has not changed since it was read last is not sent again, unless that is wanted. */
async function read(deps: Deps, { job, signal, requireHeld }: Claim): Promise<Reading> {
  const snapshot = await findSnapshot(deps.db, job.listing_id);
  requireHeld();
  const fetchedAt = deps.clock.now();
  const page = await deps.marketplace.fetchListing({
    listingId: job.listing_id,
    ...(job.use_realtime_data ? {} : { ifNoneMatch: snapshot?.etag ?? null }),
    onBehalfOf: String(job.partner_id),
    signal,
  });
  const shown = page ?? snapshot;
  if (!shown) throw new Error('The marketplace says that a listing has not changed which was never read.');
  return { content: withPreviousLogo(shown.content, snapshot?.content), etag: shown.etag, fetchedAt };
}

/** The AI's comment; that it gives none must not cost the partner the score. */
async function commentOn(deps: Deps, claim: Claim, content: ListingContent, subject: SeoSubject): Promise<Comment> {
  claim.requireHeld();
  const limit = AbortSignal.timeout(COMMENT_LIMIT_MS);
  try {
    const { text } = await deps.ai.generateText({
      ...commentQuestion(content, subject),
      purpose: { task: 'analyse', partnerId: subject.partnerId, subject: { type: 'seo_job', id: claim.job.id } },
      sandbox: subject.sandbox,
      idempotencyKey: `seo-job:${claim.job.row_key}`,
      signal: AbortSignal.any([claim.signal, limit]),
    });
    return readComment(text);
  } catch (error) {
    claim.signal.throwIfAborted();
    return commentFailure(error === limit.reason ? new AiError('timeout', 'The comment took too long') : error);
  }
}

function contentAnalysis(content: ListingContent, comment: Comment): SeoResult['content_analysis'] {
  const [text, reason] = 'text' in comment ? [comment.text, null] : [null, comment.reason];
  return { ...analyseContent(content), ai_comment: text, ai_comment_reason: reason };
}

/** Longest sentence that is kept, characters. */
const MAX_ERROR_LENGTH = 500;

/** Why an analysis fails. */
interface Failure {
  /** Class, for the metrics. */
  kind: string;
  /** A sentence for the partner. */
  error: string;
  /** Whether it is the listing's fault, of which webhooks are notified. */
  notify: boolean;
}

async function fail(deps: Deps, call: Call, claim: Claim, { kind, error, notify }: Failure): Promise<boolean> {
  const { id: jobId, partner_id: partnerId, listing_id: listingId, sandbox } = claim.job;
  return deps.transaction(call, async (tx) => {
    const ending = { status: 'failed' as const, error: truncate(error, MAX_ERROR_LENGTH) };
    if (!(await finishJob(tx, { jobId, ending, used: 0, token: claim.token }))) return false;
    tx.afterCommit(() => deps.meters.analysisEnded(kind));
    if (!sandbox && notify) await observeFailure(tx, { partnerId, listingId, error: ending.error });
    return true;
  });
}
