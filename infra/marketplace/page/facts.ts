import type { ListingImage, ListingMedia, LongDescription } from '../port.ts';

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
