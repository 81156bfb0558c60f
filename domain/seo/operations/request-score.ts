import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { operation } from '../../kernel/operation.ts';
import { isListingId } from '../../listings/reference.ts';
import { acceptJob, type SeoAnswer, subjectFrom } from '../accept.ts';
import { freshSince, SEO_CAPABILITY } from '../rules.ts';
import { listingParams, misaddressedScoreQuery, scoreQuery } from '../schema.ts';
import { findCached } from '../store.ts';

interface Target {
  listingId: string;
}

/** The cached score of a listing, or the job that computes it. */
export const requestScore = operation({
  name: 'seo.score',
  permission: 'view_companies',
  params: listingParams,
  target: async (_deps: Deps, _call: Call, params: Target): Promise<Target> => params,
  capability: () => SEO_CAPABILITY,
  input: scoreQuery,
  inputFor: ({ listingId }) => (isListingId(listingId) ? scoreQuery : misaddressedScoreQuery),
  run,
});

/** Opens no transaction for a cached score, which is the usual case. */
async function run(
  deps: Deps,
  call: Call,
  query: z.output<typeof scoreQuery>,
  { listingId }: Target,
): Promise<SeoAnswer> {
  const subject = subjectFrom(call, {
    listingId,
    category: query.category,
    brandKeyword: query.brand_keyword,
    partnerDomain: '',
    useRealtimeData: query.use_realtime_data,
    includeContentAnalysis: query.include_content_analysis,
  });
  const cached = query.refresh ? null : await findCached(deps.db, { subject, since: freshSince(deps.clock.now()) });
  if (cached) return { kind: 'cached', job: cached };
  return { kind: 'accepted', job: await acceptJob(deps, call, subject) };
}
