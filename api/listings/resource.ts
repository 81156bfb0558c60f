import { z } from 'zod';
import { GRADES } from '../../domain/listings/grades.ts';
import type { ScoredListing } from '../../domain/seo/listings-store.ts';
import { datetime, datetimeSchema, resource } from '../resource.ts';

const text = z.string();

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
