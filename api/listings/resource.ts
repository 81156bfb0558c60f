import { z } from 'zod';
import { GRADES } from '../../domain/listings/grades.ts';
import { type ListingWatchRow, RESCORE_INTERVALS } from '../../domain/listings/table.ts';
import type { ScoredListing } from '../../domain/seo/listings-store.ts';
import { MEDIA_KINDS } from '../../infra/marketplace/port.ts';
import { countSchema, datetime, datetimeSchema, resource } from '../resource.ts';

const text = z.string();

const NEXT = 'When it is scored next; null while rescoring is off or paused.';

/** The last version read of a listing. */
export const listingResource = resource({
  type: 'listing',
  id: text,
  attributes: {
    title: text.describe('Title on the page; may be empty.'),
    vendor: text.describe('Seller shown on the page; may be empty.'),
    short_description: text.describe('Short description on the page, without markup; may be empty.'),
    long_description: text.describe('Long description on the page, without markup; may be empty.'),
    highlights: z.array(text).describe('Highlights in page order.'),
    keywords: z.array(text).describe('Search keywords chosen by the vendor.'),
    categories: z.array(text).describe('Categories on the marketplace.'),
    logo_url: text.nullable().describe('Address of the logo; null if the page has none.'),
    media: z
      .array(
        z.object({
          kind: z.enum(MEDIA_KINDS).describe('Type of the medium.'),
          url: text.describe('Address of the medium.'),
        }),
      )
      .describe('Screenshots, videos and documents of the page, without the logo.'),
    published_at: text
      .nullable()
      .describe(
        'Publication time according to the page: ISO 8601 in UTC; null if it is unpublished, or the page does not say.',
      ),
    overall_score: z.int().min(0).max(100).nullable().describe('Latest score; null if no analysis is kept any more.'),
    grade: z.enum(GRADES).nullable().describe('Grade of that score.'),
    analyzed_at: datetimeSchema.nullable().describe('When it was last scored.'),
    readable: z.boolean().describe('false if the last attempt to read it failed.'),
    read_at: datetimeSchema.describe('When the page was last read, or found unchanged.'),
    changed_at: datetimeSchema.describe('When the present content was first read.'),
    rescore_every: z.enum(RESCORE_INTERVALS).describe('Rescoring interval.'),
    next_rescore_at: datetimeSchema.nullable().describe(NEXT),
  },
  present: ({ listing_id, content, failing, fetched_at, changed_at, ...latest }: ScoredListing) => ({
    id: listing_id,
    attributes: {
      title: content.title,
      vendor: content.vendor,
      short_description: content.shortDescription,
      long_description: content.longDescription.text,
      highlights: content.highlights,
      keywords: content.keywords,
      categories: content.categories,
      logo_url: content.logo?.url ?? null,
      media: content.media.map(({ kind, url }) => ({ kind, url })),
      published_at: content.publishedAt,
      overall_score: latest.overall_score,
      grade: latest.grade,
      analyzed_at: datetime(latest.analyzed_at),
      readable: !failing,
      read_at: datetime(fetched_at),
    },
  }),
});

/** How often a listing is scored again, and by what. */
export const rescoringResource = resource({
  type: 'listing_rescoring',
  id: text.describe('Id of the listing.'),
  attributes: {
    every: z.enum(RESCORE_INTERVALS).describe('Rescoring interval.'),
    category: text.describe('Category it is compared with; `default` means none.'),
    brand_keyword: text.nullable().describe('Brand or product name that the title should contain.'),
    partner_domain: text.nullable().describe('Your own domain, whose name also counts as a brand; null if none.'),
    next_at: datetimeSchema.nullable().describe(NEXT),
    failures_in_a_row: countSchema.describe('Consecutive failures to read the listing.'),
    paused_at: datetimeSchema.nullable().describe('When failures paused rescoring; null if they have not.'),
  },
  present: (watch: ListingWatchRow) => ({
    id: watch.listing_id,
    attributes: {
      every: watch.rescore_every,
      category: watch.rescore_category,
      brand_keyword: watch.rescore_brand_keyword || null,
      partner_domain: watch.rescore_partner_domain || null,
      next_at: datetime(watch.next_rescore_at),
      failures_in_a_row: watch.rescore_failures,
      paused_at: datetime(watch.rescore_paused_at),
    },
  }),
});
