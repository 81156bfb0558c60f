import type { ListingContent, ListingImage, ListingMedia, LongDescription } from '../port.ts';
import { cut } from './clean.ts';
import { LIMITS } from './limits.ts';

/** Data by source on the page. */
export interface Sources {
  jsonLd: Facts;
  meta: Facts;
  body: Facts;
}

/**
 * One listing out of all sources. Data in several sources is taken from JSON-LD, which is made for machines, then from meta
 * elements, then from the body; media from all of them. The long description is the exception: the body shows it to customers, with
 * its structure, and JSON-LD often has but a short one in its place.
 */
export function merge({ jsonLd, meta, body }: Sources): ListingContent {
  const sources = [jsonLd, meta, body];
  const text = (read: (facts: Facts) => string) => sources.map(read).find(Boolean) ?? '';
  const list = (read: (facts: Facts) => string[]) => sources.map(read).find((found) => found.length > 0) ?? [];
  const logo = sources.map((facts) => facts.logo).find(Boolean) ?? logoFromPicture({ jsonLd, meta, body });
  const spare = body.description && jsonLd.description ? jsonLd.description.text.replaceAll('\n', ' ') : '';
  return {
    title: text((facts) => facts.title),
    shortDescription: text((facts) => facts.shortDescription) || cut(spare, LIMITS.shortDescription),
    longDescription: body.description ?? jsonLd.description ?? { text: '', headings: 0, paragraphs: 0, bulletItems: 0 },
    highlights: list((facts) => facts.highlights),
    keywords: list((facts) => facts.keywords),
    categories: list((facts) => facts.categories),
    vendor: text((facts) => facts.vendor),
    logo,
    media: distinctMedia([...jsonLd.media, ...body.media, ...meta.media], logo),
    publishedAt: sources.map((facts) => facts.publishedAt).find(Boolean) ?? null,
  };
}

/** Many marketplaces name the logo only as the listing's picture; one that stands in the gallery, too, is a screenshot. */
function logoFromPicture({ jsonLd, meta, body }: Sources): ListingImage | null {
  const picture = jsonLd.picture ?? meta.picture;
  return picture && !body.media.some(({ url }) => url === picture.url) ? picture : null;
}

function distinctMedia(media: readonly ListingMedia[], logo: ListingImage | null): ListingMedia[] {
  const byUrl = new Map<string, ListingMedia>();
  for (const each of media) {
    if (each.url !== logo?.url && !byUrl.has(each.url)) byUrl.set(each.url, each);
  }
  return [...byUrl.values()].slice(0, LIMITS.media);
}

/** Data about a listing from one source on a page; cleaned, and empty or undefined when missing. */
export interface Facts {
  title: string;
  shortDescription: string;
  description: LongDescription | undefined;
  highlights: string[];
  keywords: string[];
  categories: string[];
  vendor: string;
  logo: ListingImage | undefined;
  /** The picture that stands for the listing elsewhere, which often is its logo. */
  picture: ListingImage | undefined;
  media: ListingMedia[];
  publishedAt: string | undefined;
}

/** A source without data. */
export const noFacts: Facts = {
  title: '',
  shortDescription: '',
  description: undefined,
  highlights: [],
  keywords: [],
  categories: [],
  vendor: '',
  logo: undefined,
  picture: undefined,
  media: [],
  publishedAt: undefined,
};
