import { z } from 'zod';
import { GRADES } from '../../domain/listings/grades.ts';
import { type ListingWatchRow, RESCORE_INTERVALS } from '../../domain/listings/table.ts';
import type { ScoredListing } from '../../domain/seo/listings-store.ts';
import { MEDIA_KINDS } from '../../infra/marketplace/port.ts';
import { countSchema, datetime, datetimeSchema, resource } from '../resource.ts';

const text = z.string();

const NEXT = 'When it is scored next; null while that is off, or paused.';

/** The last version read of a listing. */
export const listingResource = resource({
  type: 'listing',
  id: text,
  attributes: {
    title: text.describe('Title on the page; empty where it has none.'),
    vendor: text.describe('Company that sells it, by the page; empty where that is not shown.'),
    short_description: text.describe('Short description on the page, without markup; empty where it has none.'),
    long_description: text.describe('Long description on the page, without markup; empty where it has none.'),
    highlights: z.array(text).describe('Highlights in the order of the page.'),
    keywords: z.array(text).describe('Search keywords that the vendor chose.'),
    categories: z.array(text).describe('Categories in which the marketplace shows it.'),
    logo_url: text.nullable().describe('Address of the logo; null: the page shows none.'),
    media: z
      .array(
        z.object({
          kind: z.enum(MEDIA_KINDS).describe('What it is.'),
          url: text.describe('Address of the medium.'),
        }),
      )
      .describe('Screenshots, videos and documents of the page, without the logo.'),
    published_at: text
      .nullable()
      .describe('When it went public, by the page: ISO 8601 in UTC; null: it has not, or the page does not say.'),
    overall_score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Latest score; null where no analysis is kept any more.'),
    grade: z.enum(GRADES).nullable().describe('Grade of that score.'),
    analyzed_at: datetimeSchema.nullable().describe('When it was scored last.'),
    readable: z.boolean().describe('false: the last attempt to read it failed.'),
    read_at: datetimeSchema.describe('When the page was last read, or found unchanged.'),
    changed_at: datetimeSchema.describe('When the page was first read as it is now.'),
    rescore_every: z.enum(RESCORE_INTERVALS).describe('How often it is scored again.'),
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
    every: z.enum(RESCORE_INTERVALS).describe('How often it is scored again.'),
    category: text.describe('Category in which it is compared; `default` stands for none.'),
    brand_keyword: text.nullable().describe('Brand or product name that the title should contain.'),
    partner_domain: text.nullable().describe('Your own domain, whose name counts as a brand, too; null: none.'),
    next_at: datetimeSchema.nullable().describe(NEXT),
    failures_in_a_row: countSchema.describe('How often in a row the listing could not be read.'),
    paused_at: datetimeSchema.nullable().describe('When failures paused it; null: they have not.'),
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
