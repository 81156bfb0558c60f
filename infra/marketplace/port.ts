/** A listing as its public page shows it. Texts are plain, without markup; what the page lacks is empty. */
export interface ListingContent {
  title: string;
  shortDescription: string;
  longDescription: LongDescription;
  highlights: string[];
  /** Search keywords that the vendor chose. */
  keywords: string[];
  categories: string[];
  /** Name of the company that sells it. */
  vendor: string;
  logo: ListingImage | null;
  /** Screenshots, videos and documents, without the logo. */
  media: ListingMedia[];
  /** When it went public; null while it has not, or when the page does not show it. */
  publishedAt: string | null;
}

/** A long text with what is left of its structure. */
export interface LongDescription {
  /** Paragraphs, headings and items, separated by line feeds; the first 200,000 UTF-16 units of them. */
  text: string;
  /** There is more than that on the page; headings, paragraphs and items are counted over all of it. */
  cut?: true;
  headings: number;
  paragraphs: number;
  bulletItems: number;
}

/** An image as it was measured or, failing that, as the page declares it. */
export interface ListingImage {
  url: string;
  /** null where it is none of these, or unknown. */
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'svg' | null;
  /** Pixels. */
  width: number | null;
  height: number | null;
  bytes: number | null;
  /** It could not be fetched for a reason that may pass; what stands here is as the page declares it. */
  unread?: true;
}

/** Kinds of media. */
export const MEDIA_KINDS = ['image', 'video', 'document'] as const;

/** Something to look at besides the text. */
export interface ListingMedia {
  kind: (typeof MEDIA_KINDS)[number];
  url: string;
}

/** A page that was read. */
export interface ListingPage {
  content: ListingContent;
  /**
   * Tag of this reading, for the next conditional request: the page's entity tag with the address and the version of the reader that
   * read it. null where the page has none, and where the logo could not be read, so that it is tried again.
   */
  etag: string | null;
}

/** A request for a listing. */
export interface ListingRequest {
  listingId: string;
  /** Tag of the last reading; absent: fetch the page unconditionally, bypassing caches. */
  ifNoneMatch?: string | null;
  /** Fairness key: connections and readers are assigned round robin by key. Absent: a shared key. */
  onBehalfOf?: string;
  signal?: AbortSignal;
}

/**
 * Why a listing could not be read. `missing`: there is none with this id; `refused`: the marketplace does not show it, or it is at
 * an address that must not be called; `too-large` and `unreadable`: what came is no page of a listing that can be read. Those stay
 * as they are until somebody changes something. `unreachable`, `timeout` and `server-error` may pass. `busy` may pass, too, and says
 * nothing about the listing: the service had no time for it.
 */
export type MarketplaceFailure =
  | 'missing'
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'server-error'
  | 'too-large'
  | 'unreadable'
  | 'busy';

/** The message is a sentence fit for partners. */
export class MarketplaceError extends Error {
  readonly failure: MarketplaceFailure;

  constructor(failure: MarketplaceFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MarketplaceError';
    this.failure = failure;
  }
}

/** The connections were closed because the process stops: nothing is known of the listing, and another process can ask. */
export class MarketplaceClosed extends Error {
  constructor() {
    super('The service is stopping');
    this.name = 'MarketplaceClosed';
  }
}

/** The marketplace's public pages. */
export interface MarketplacePort {
  /**
   * Reads a listing; null when it has not changed since `ifNoneMatch`. Throws MarketplaceError, MarketplaceClosed, or the signal's
   * reason when it was given up. Never repeats a request.
   */
  fetchListing(request: ListingRequest): Promise<ListingPage | null>;
  /** Host and port in addresses of listings; empty when none is configured. */
  readonly host: string;
  /** Address of a listing's public page; empty when no marketplace is configured. */
  urlOf(listingId: string): string;
}
