import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { includeBody, pageQuery } from '../../kernel/schema.ts';
import { finishOverdue } from '../in-request.ts';
import { type ScoredListing, selectWatched } from '../listings-store.ts';
import { ageHours, isOpen, SEO_CAPABILITY, subjectOf } from '../rules.ts';
import { listingIdParams, listingParams, ownSeoJob, scoresQuery, seoJobParams } from '../schema.ts';
import { findLastCompleted, type PastScore, selectCompleted } from '../store.ts';
import type { SeoJobRow } from '../table.ts';
import { ownWatch, watchedListing } from '../target.ts';

/** A job; while it is open, with the last result for its subject. */
export interface SeoJobState {
  job: SeoJobRow;
  stale: { job: SeoJobRow; ageHours: number } | null;
}

/** A job with its result. One that has been open for too long is run within this request. */
export const getSeoJob = operation({
  name: 'seo.get-job',
  permission: 'view_companies',
  params: seoJobParams,
  target: ownSeoJob,
  // It shows the score, and may run the analysis.
  capability: () => SEO_CAPABILITY,
  input: nothing,
  run,
});

async function run(deps: Deps, call: Call, _input: unknown, found: SeoJobRow): Promise<SeoJobState> {
  const job = await finishOverdue(deps, call, found);
  const last = isOpen(job.status) ? await findLastCompleted(deps.db, subjectOf(job)) : null;
  if (!last?.completed_at) return { job, stale: null };
  return { job, stale: { job: last, ageHours: ageHours(last.completed_at, deps.clock.now()) } };
}

/** A listing that the partner has had scored, as of the last reading; the marketplace is not requested. */
export const getListing = readOperation({
  name: 'listings.get',
  permission: 'view_companies',
  params: listingIdParams,
  target: (deps, call, { id }) => watchedListing(deps, call, { id, param: 'id' }),
});

/** How often a listing that the partner has had scored is scored again, and by what. */
export const getRescoring = readOperation({
  name: 'listings.get_rescoring',
  permission: 'view_companies',
  params: listingIdParams,
  target: ownWatch,
});

/** Listings that the partner has had scored, most recent first. */
export const listListings = operation({
  name: 'listings.list',
  permission: 'view_companies',
  params: nothing,
  input: z.object({ ...pageQuery(), ...includeBody }),
  run: (deps, call, query): Promise<Page<ScoredListing>> => selectWatched(deps.db, partnerOf(call), query),
});

/** The partner's scores of a listing, newest first. */
export const listScores = operation({
  name: 'seo.list_scores',
  permission: 'view_companies',
  params: listingParams,
  target: (deps, call, { listingId }) => watchedListing(deps, call, { id: listingId, param: 'listingId' }),
  input: scoresQuery,
  run: (deps, call, query, { listing_id }): Promise<Page<PastScore>> =>
    selectCompleted(deps.db, partnerOf(call), listing_id, query),
});
