import { z } from 'zod';

/** A listing as its vendor fills it in; what pages are made of, and what `PUT /__sandbox/listings/{id}` takes in part. */
export const listingSchema = z.strictObject({
  title: z.string().max(5_000),
  short_description: z.string().max(20_000),
  /** Blocks apart by empty lines: `## heading`, lines of `- item`, or a paragraph. */
  long_description: z.string().max(500_000),
  highlights: z.array(z.string().max(5_000)).max(500),
  keywords: z.array(z.string().max(1_000)).max(500),
  categories: z.array(z.string().max(500)).max(50),
  vendor: z.string().max(500),
  /** The image is drawn to measure. */
  logo: z
    .strictObject({
      format: z.enum(['png', 'svg']),
      width: z.int().min(1).max(2_000),
      height: z.int().min(1).max(2_000),
    })
    .nullable(),
  /** How many of each. */
  screenshots: z.int().min(0).max(500),
  videos: z.int().min(0).max(100),
  documents: z.int().min(0).max(100),
  published_at: z.iso.datetime().nullable(),
});

/** A listing as its vendor fills it in. */
export type SandboxListing = z.output<typeof listingSchema>;

/** How the page of a listing is served. */
export type Delivery =
  | { kind: 'page'; charset?: Charset; without?: 'json-ld'; malformed?: true; brokenLogo?: true }
  | { kind: 'empty-page' }
  | { kind: 'moved'; to: string }
  | { kind: 'redirect'; location: string }
  | { kind: 'slow'; seconds: number }
  | { kind: 'too-large'; bytes: number }
  | { kind: 'status'; status: number };

/** Encodings in which pages are served, by their names on the web. */
export type Charset = 'utf-8' | 'windows-1252' | 'shift_jis';

/** A listing of the sandbox. */
export interface CatalogueEntry {
  /** In the form `prod-…`, longer than 10 characters. */
  id: string;
  /** What it is there to show, for people. */
  shows: string;
  listing: SandboxListing;
  delivery: Delivery;
}

/** A listing of which only the name was filled in. */
export const draft: SandboxListing = {
  title: 'Untitled Product',
  short_description: '',
  long_description: '',
  highlights: [],
  keywords: [],
  categories: [],
  vendor: '',
  logo: null,
  screenshots: 0,
  videos: 0,
  documents: 0,
  published_at: null,
};
