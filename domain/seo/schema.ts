import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { flag, looseText, ofSandbox, pageQuery, recordId, resettable, text } from '../kernel/schema.ts';
import { LISTING_ID_FORM, LISTING_ID_RULE, listingIdIn } from '../listings/reference.ts';
import { RESCORE_INTERVALS } from '../listings/table.ts';
import { DEFAULT_CATEGORY } from './rubric/types.ts';
import { findJob } from './store.ts';
import type { SeoJobRow } from './table.ts';

/**
 * The domain in a name or URL, in lower-case ASCII; empty for an empty text, null when it contains none, such as an IP
 * address.
 */
export function domainIn(value: string): string | null {
  if (value === '') return '';
  const url = URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`);
  return url && /^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname) ? url.hostname : null;
}

const MAX_URL_LENGTH = 2_048;

export const seoJobParams = z.object({ id: recordId.describe('Id of the analysis.') });

/**
 * Path of a listing. An invalid id is an error in the request (422), not an unknown record, so the form is only
 * described here.
 */
export const listingParams = z.object({
  listingId: z.string().meta(LISTING_ID_FORM).describe("The listing's id on the marketplace."),
});

/** Path of a listing that was scored before. */
export const listingIdParams = z.object({ id: z.string().meta(LISTING_ID_FORM).describe('Id of the listing.') });

export const scoresQuery = z.object({ ...ofSandbox, ...pageQuery() });

const CATEGORY = `Category to compare the listing with; \`${DEFAULT_CATEGORY}\` for none.`;
const BRAND = 'Brand or product name that the title should contain.';
const REALTIME = 'Rereads the page even if it has not changed.';
const CONTENT =
  'Adds readability, keyphrases and an AI comment, which costs the credits of `seo_analysis` unless it fails.';

const categoryName = looseText(64);
const orDefault = (value: string | null) => value || DEFAULT_CATEGORY;

/** An optional text of a body; missing, empty and null are the same. */
const optionalText = (max: number) =>
  looseText(max)
    .nullable()
    .transform((value) => value ?? '')
    .default('');

function toDomain(value: string, context: z.RefinementCtx): string {
  const domain = domainIn(value);
  if (domain === null) context.addIssue({ code: 'custom', message: 'Must be a domain such as example.com.' });
  return domain ?? '';
}

const partnerDomain = optionalText(253).transform(toDomain);

export const scoreQuery = z.object({
  refresh: z
    .boolean()
    .default(false)
    .describe('Starts a new analysis even if there is a score from the last 24 hours.'),
  category: categoryName.transform(orDefault).default(DEFAULT_CATEGORY).describe(CATEGORY),
  brand_keyword: looseText(100).default('').describe(BRAND),
  use_realtime_data: z.boolean().default(false).describe(REALTIME),
  include_content_analysis: z.boolean().default(false).describe(CONTENT),
});

/** The same for a path whose listing id is invalid. */
export const misaddressedScoreQuery = scoreQuery.refine(() => false, {
  path: ['listingId'],
  error: LISTING_ID_RULE,
  when: () => true,
});

export const analyzeBody = z.object({
  listing_url: text(MAX_URL_LENGTH)
    .meta({ minLength: LISTING_ID_FORM.minLength })
    .describe(
      "The listing: its full marketplace URL, a part of the URL's path that ends in the id, or the id, which has more than 10 characters.",
    ),
  category_code: categoryName.nullable().transform(orDefault).default(DEFAULT_CATEGORY).describe(CATEGORY),
  brand_keyword: optionalText(100).describe(BRAND),
  partner_domain: partnerDomain.describe("The partner's own domain, not an IP address."),
  use_realtime_data: flag(false).describe(REALTIME),
  include_content_analysis: flag(false).describe(CONTENT),
  sync: flag(false).describe('Runs the analysis within the request, which may take 20 seconds.'),
});

/** Names the recommendation to make a draft of. */
export const applyAdviceBody = z.object({
  rule: text(64).describe('`rule` of a recommendation that has a `text`.'),
});

/** Change of when and by what a listing is scored again; absent fields keep their values. */
export const updateRescoringBody = z.object({
  every: z
    .enum(RESCORE_INTERVALS)
    .optional()
    .describe('Rescoring interval; a value other than `off` also ends a pause.'),
  category: categoryName.nullable().transform(orDefault).optional().describe(CATEGORY),
  brand_keyword: resettable(looseText(100), '').describe(BRAND),
  partner_domain: resettable(looseText(253).transform(toDomain), '').describe(
    "The partner's own domain, not an IP address.",
  ),
});

/** `analyzeBody`, restricted to listings on this marketplace host. */
export function analyzeBodyFor(marketplaceHost: string): z.ZodType<z.output<typeof analyzeBody>> {
  return analyzeBody.extend({
    listing_url: analyzeBody.shape.listing_url.refine(
      (reference) => listingIdIn(reference, marketplaceHost) !== null,
      `Must be the URL of a listing on ${marketplaceHost}, a part of its path, or a listing id of more than 10 characters.`,
    ),
  });
}

/** The caller's job; 404 when there is none, 403 when it is another partner's. */
export async function ownSeoJob(deps: Deps, call: Call, params: { id: number }): Promise<SeoJobRow> {
  return ownedBy(call, 'Analysis', await findJob(deps.db, params.id), (job) => job.partner_id);
}
