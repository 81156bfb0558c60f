import { z } from 'zod';
import type { ListingSnapshotRow } from '../../domain/listings/store.ts';
import { datetime } from '../presenters.ts';
import { datetimeSchema } from '../response-schemas.ts';

const text = z.string();

export const listingSchema = z.object({
  type: z.literal('listing'),
  id: text,
  attributes: z.object({
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
    readable: z.boolean().describe('false: the last attempt to read it failed.'),
    read_at: datetimeSchema,
    changed_at: datetimeSchema,
  }),
});

/** A listing as it was last read. */
export function presentListing(row: ListingSnapshotRow): z.input<typeof listingSchema> {
  const { content } = row;
  return {
    type: 'listing',
    id: row.listing_id,
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
      readable: !row.failing,
      read_at: datetime(row.fetched_at),
      changed_at: datetime(row.changed_at),
    },
  };
}
