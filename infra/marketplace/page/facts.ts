import type { ListingImage, ListingMedia, LongDescription } from '../port.ts';

/** What one source on a page tells of a listing; cleaned, and empty or undefined where it tells nothing. */
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

/** A source that tells nothing. */
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
