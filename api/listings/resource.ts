import { z } from 'zod';
import { GRADES } from '../../domain/listings/grades.ts';
import { type ListingWatchRow, RESCORE_INTERVALS } from '../../domain/listings/table.ts';
import type { ScoredListing } from '../../domain/seo/listings-store.ts';
import { countSchema, datetime, datetimeSchema, resource } from '../resource.ts';

const text = z.string();

const NEXT = 'When it is scored next; null while that is off, or paused.';

/** The last version read of a listing. */
export const listingResource = resource({
  type: 'listing',
  id: text,
  attributes: {
    title: text,
    vendor: text,
    short_description: text,
    long_description: text,
    highlights: z.array(text),
    keywords: z.array(text),
    categories: z.array(text),
    logo_url: text.nullable(),
    media: z.array(z.object({ kind: text, url: text })),
    published_at: text.nullable(),
    overall_score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('Latest score; null where no analysis is kept any more.'),
    grade: z.enum(GRADES).nullable().describe('Grade of that score.'),
    analyzed_at: datetimeSchema.nullable().describe('When it was scored last.'),
    readable: z.boolean().describe('false: the last attempt to read it failed.'),
    read_at: datetimeSchema,
    changed_at: datetimeSchema,
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
    every: z.enum(RESCORE_INTERVALS),
    category: text,
    brand_keyword: text.nullable().describe('Brand or product name that the title should have.'),
    partner_domain: text.nullable(),
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
