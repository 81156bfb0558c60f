import { z } from 'zod';
import { AiError } from '../../../infra/ai/port.ts';
import { type ListingContent, MarketplaceError } from '../../../infra/marketplace/port.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { moment, recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { truncate } from '../../kernel/words.ts';
import { withPreviousLogo } from '../../listings/changes.ts';
import { observeFailure, observeListing } from '../../listings/observe.ts';
import { findSnapshot } from '../../listings/store.ts';
import { priceOf } from '../accept.ts';
import { commentFailure, commentQuestion, readComment } from '../capability.ts';
import { type Claim, failureSentence, finishJob, withClaim } from '../claim.ts';
import { analyseContent } from '../content-analysis.ts';
import { publishScoreChange } from '../rescoring.ts';
import { scoreListing } from '../rubric/rubric.ts';
import { MAX_ATTEMPTS, subjectOf } from '../rules.ts';
import { findJob, waitForJob } from '../store.ts';
import type { Comment, SeoResult, SeoSubject } from '../table.ts';

/** Limit for the AI's comment; with the marketplace's 10 s, an analysis ends within 20 s. */
const COMMENT_LIMIT_MS = 9_000;

/**
 * Runs a job under a claim: reads the listing, scores it, and ends the job with all its effects in one transaction.
 * Workers and requests both call it; the second one finds the job claimed or ended and does nothing. Returns after how
 * many milliseconds another attempt makes sense (null: the job has ended), and the type of its failure, if it has
 * failed.
 */
export const runAnalysis = step({
  name: 'seo.run',
  input: z.object({
    jobId: recordId,
    /** Distinguishes the job from a later one with the same id. */
    rowKey: z.string().optional(),
    /** Skips jobs created later. */
    createdBefore: moment.optional(),
  }),
  output: z.object({ waitMs: z.int().nullable(), error: z.string().nullable() }),
  async run(deps, call, wanted) {
    const ended = await withClaim(deps, call.signal, wanted, (claim) => analyse(deps, call, claim));
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
  const isLogoUnread = reading.content.logo?.unread === true;
  const result: SeoResult = {
    score,
    ...(isLogoUnread && { logo_unread: true }),
    content_analysis: comment && contentAnalysis(reading.content, comment),
  };
  const used = comment && 'text' in comment ? priceOf(subject) : 0;
  return deps.transaction(call, async (tx) => {
    const finish = { jobId: job.id, outcome: { status: 'completed' as const, result }, used, token: claim.token };
    if (!(await finishJob(tx, finish))) return false;
    tx.afterCommit(() =>
      deps.meters.analysisEnded(comment && 'reason' in comment ? 'completed_without_comment' : 'completed'),
    );
    const { partnerId, listingId, sandbox } = subject;
    // Tests with a sandbox key must not notify live webhooks.
    if (sandbox) return true;
    const { host: provider, urlOf } = deps.marketplace;
    const isCurrent = await observeListing(tx, { partnerId, listingId, provider, ...reading });
    if (isCurrent && !isLogoUnread)
      await publishScoreChange(tx, job, { score, name: reading.content.title, url: urlOf(listingId) });
    return true;
  });
}

/** The marketplace's page of a listing, and when it was requested. */
interface Reading {
  content: ListingContent;
  etag: string | null;
  fetchedAt: Date;
}

/**
 * Always asks the marketplace. A page that has not changed since it was last read is not sent again, unless real-time
 * data is wanted.
 */
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

/** The AI's comment. Its failure must not cost the partner the score. */
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
    return await readComment(text, await findAllowedTerms(deps.db, subject.partnerId));
  } catch (error) {
    claim.signal.throwIfAborted();
    return commentFailure(error === limit.reason ? new AiError('timeout', 'The comment took too long') : error);
  }
}

function contentAnalysis(content: ListingContent, comment: Comment): SeoResult['content_analysis'] {
  const [text, reason] = 'text' in comment ? [comment.text, null] : [null, comment.reason];
  return { ...analyseContent(content), ai_comment: text, ai_comment_reason: reason };
}

/** Longest error sentence that is stored, characters. */
const MAX_ERROR_LENGTH = 500;

/** Why an analysis fails. */
interface Failure {
  /** Type of the failure, for the metrics. */
  kind: string;
  /** A sentence for the partner. */
  error: string;
  /** Whether it is the listing's fault, which webhooks are notified of. */
  notify: boolean;
}

async function fail(deps: Deps, call: Call, claim: Claim, { kind, error, notify }: Failure): Promise<boolean> {
  const { id: jobId, partner_id: partnerId, listing_id: listingId, sandbox } = claim.job;
  return deps.transaction(call, async (tx) => {
    const outcome = { status: 'failed' as const, error: truncate(error, MAX_ERROR_LENGTH) };
    if (!(await finishJob(tx, { jobId, outcome, used: 0, isListingsFault: notify, token: claim.token }))) return false;
    tx.afterCommit(() => deps.meters.analysisEnded(kind));
    if (!sandbox && notify) await observeFailure(tx, { partnerId, listingId, error: outcome.error });
    return true;
  });
}
