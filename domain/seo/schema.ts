import { z } from 'zod';
import { looseText, queryBoolean, recordId, text } from '../kernel/schema.ts';
import { LISTING_ID_RULE, listingIdIn } from '../listings/reference.ts';
import { domainIn } from './partner-domain.ts';
import { DEFAULT_CATEGORY } from './rubric/types.ts';

const MAX_URL_LENGTH = 2_048;

/** Path of one job. */
export const seoJobParams = z.object({ id: recordId });

/** Path of a listing; what is no id is a mistake in the request (422), not an unknown record. */
export const listingParams = z.object({ listingId: z.string() });

const category = looseText(64)
  .nullish()
  .transform((value) => value || DEFAULT_CATEGORY)
  .describe(`Category in which the listing is compared; \`${DEFAULT_CATEGORY}\` when left out.`);
const brandKeyword = looseText(100)
  .nullish()
  .transform((value) => value ?? '')
  .describe('Brand or product name that the title should have.');
const partnerDomain = looseText(253)
  .nullish()
  .transform((value, context) => {
    const domain = domainIn(value ?? '');
    if (domain === null) context.addIssue({ code: 'custom', message: 'Must be a domain such as example.com.' });
    return domain ?? '';
  })
  .describe("The partner's own domain.");

const REALTIME = 'Reads the listing past every cache, rather than only when it has changed.';
const CONTENT = `Adds readability, keyphrases and a comment by the AI, which costs the credits of \`seo_analysis\` unless it fails.`;

/** Query of the score. */
export const scoreQuery = z.object({
  refresh: queryBoolean.default(false).describe('Analyses anew although a score of the last 24 hours is there.'),
  category,
  brand_keyword: brandKeyword,
  use_realtime_data: queryBoolean.default(false).describe(REALTIME),
  include_content_analysis: queryBoolean.default(false).describe(CONTENT),
});

/** The same for a path that names no listing. */
export const misaddressedScoreQuery = scoreQuery.refine(() => false, {
  path: ['listingId'],
  error: LISTING_ID_RULE,
  when: () => true,
});

/** Body of an analysis. */
export const analyzeBody = z.object({
  listing_url: text(MAX_URL_LENGTH).describe(
    "The listing: its full URL on the marketplace, a part of the URL's path that ends in the id, or the id, which has more than 10 characters.",
  ),
  category_code: category,
  brand_keyword: brandKeyword,
  partner_domain: partnerDomain,
  use_realtime_data: z.boolean().default(false).describe(REALTIME),
  include_content_analysis: z.boolean().default(false).describe(CONTENT),
  sync: z.boolean().default(false).describe('Analyses within the request, which may take some 20 seconds.'),
});

/** The same, with listings of the marketplace on this host only. */
export function analyzeBodyFor(marketplaceHost: string): z.ZodType<z.output<typeof analyzeBody>> {
  return analyzeBody.extend({
    listing_url: analyzeBody.shape.listing_url.refine(
      (reference) => listingIdIn(reference, marketplaceHost) !== null,
      `Must be the URL of a listing on ${marketplaceHost}, a part of its path, or a listing id of more than 10 characters.`,
    ),
  });
}
