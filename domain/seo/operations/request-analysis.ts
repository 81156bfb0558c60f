import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { memoize } from '../../kernel/memoize.ts';
import { operation } from '../../kernel/operation.ts';
import { listingIdIn } from '../../listings/reference.ts';
import { acceptJob, type SeoAnswer, subjectFrom } from '../accept.ts';
import { finishNow } from '../in-request.ts';
import { isOpen, SEO_CAPABILITY } from '../rules.ts';
import { analyzeBody, analyzeBodyFor, ownSeoJob } from '../schema.ts';

/** Analyses a listing again, within the request if the caller wants that. */
export const requestAnalysis = operation({
  name: 'seo.analyze',
  permission: 'view_companies',
  params: nothing,
  target: async (deps: Deps): Promise<string> => deps.marketplace.host,
  capability: () => SEO_CAPABILITY,
  input: analyzeBody,
  inputFor: (host) => bodyFor(host),
  run,
  recover: async (deps, call, madeId): Promise<SeoAnswer> => ({
    kind: 'accepted',
    job: await ownSeoJob(deps, call, { id: Number(madeId) }),
  }),
});

const bodyFor = memoize((host: string) => host, analyzeBodyFor);

/** Not a single transaction: with `sync`, the analysis runs after the commit that accepts it. */
async function run(deps: Deps, call: Call, body: z.output<typeof analyzeBody>, host: string): Promise<SeoAnswer> {
  const listingId = listingIdIn(body.listing_url, host);
  if (listingId === null) throw new Error('A reference that names no listing has passed validation.');
  const subject = subjectFrom(call, {
    listingId,
    category: body.category_code,
    brandKeyword: body.brand_keyword,
    partnerDomain: body.partner_domain,
    useRealtimeData: body.use_realtime_data,
    includeContentAnalysis: body.include_content_analysis,
  });
  const job = await acceptJob(deps, call, subject);
  if (!body.sync) return { kind: 'accepted', job };
  const finished = await finishNow(deps, call, job);
  return { kind: isOpen(finished.status) ? 'accepted' : 'ended', job: finished };
}
