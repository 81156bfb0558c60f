import { failureOfStatus } from './failures.ts';
import { type CallerOptions, createCaller, Deadline, fetchPage, fieldOf } from './fetch-page.ts';
import { charsetOf, htmlOf } from './page-body.ts';
import { MarketplaceError, type MarketplacePort } from './port.ts';
import { probeLogo } from './probe-logo.ts';
import { Reader } from './reader/reader.ts';
import { readingTags } from './reading-tag.ts';

/** Settings of createMarketplace. */
export interface MarketplaceOptions extends CallerOptions {
  /** One clock over a listing's page, its redirects and its logo; 10,000 when absent. */
  timeoutMs?: number;
  /** Longest wait for slots and readers over all of them; the listing is `busy` then; 8,000 when absent. */
  maxWaitMs?: number;
  /** Reports how long a page or image waited for a reader, milliseconds. */
  onReadingStart?: (waitedMs: number) => void;
  /** Reads for several marketplaces, and is closed by who made it; one of its own when absent. */
  reader?: Reader | undefined;
}

/** A marketplace with connections and processes to close. */
export interface OpenMarketplace extends MarketplacePort {
  close(): Promise<void>;
}

/** Where the pages of listings are, below the marketplace's address. */
const LISTING_PATH = '/marketplace/pp/';

const TIMEOUT_MS = 10_000;
const MAX_WAIT_MS = 8_000;

/**
 * Reads listings from the public pages of a marketplace. Redirects are followed, to other hosts only where those are public: a page
 * that has moved is still the page.
 */
export function createMarketplace(options: MarketplaceOptions): OpenMarketplace {
  const { baseUrl, timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS } = options;
  const caller = createCaller(options);
  const reader = options.reader ?? new Reader({ onStart: options.onReadingStart });
  const tags = readingTags(baseUrl);

  return {
    host: new URL(baseUrl).host,
    urlOf: (listingId) => addressOf(baseUrl, listingId),

    async fetchListing({ listingId, onBehalfOf = '', signal, ...request }) {
      signal?.throwIfAborted();
      const ifNoneMatch = tags.etagIn(request.ifNoneMatch);
      const deadline = new Deadline({ limitMs: timeoutMs, maxWaitMs });
      const page = await fetchPage(caller, {
        url: addressOf(baseUrl, listingId),
        headers: headersFor(ifNoneMatch),
        onBehalfOf,
        deadline,
        signal,
      });
      if (page.answer.status === 304 && ifNoneMatch) return null;
      const failure = failureOfStatus(page.answer.status);
      if (failure) throw failure;

      const bytes = await htmlOf(page.answer);
      const source = { bytes, charset: charsetOf(page.answer), url: page.url, listingId };
      const content = await reader.readPage(source, { onBehalfOf, waitMs: deadline.waitMs, signal });
      if (!content) throw new MarketplaceError('unreadable', 'The page of this listing shows no listing.');
      const etag = tags.of(fieldOf(page.answer.headers, 'etag'));
      if (!content.logo) return { content, etag };
      const { logo, measured } = await probeLogo(content.logo, { caller, reader, deadline, onBehalfOf, signal });
      // An unchanged page is not read again, so an unmeasured logo would never be retried.
      return { content: { ...content, logo }, etag: measured ? etag : null };
    },

    async close() {
      caller.close();
      if (reader !== options.reader) await reader.close();
    },
  };
}

function addressOf(baseUrl: string, listingId: string): string {
  const segment = encodeURIComponent(listingId.toWellFormed());
  // Paths can't have these as a name: they would lead elsewhere on the marketplace.
  if (segment === '.' || segment === '..' || segment === '') {
    throw new MarketplaceError('missing', 'The marketplace has no listing with this id.');
  }
  return baseUrl + LISTING_PATH + segment;
}

function headersFor(ifNoneMatch: string | null): Record<string, string> {
  return {
    accept: 'text/html, application/xhtml+xml;q=0.9',
    'accept-language': 'en',
    'user-agent': 'Marketwright/1.0',
    ...(ifNoneMatch ? { 'if-none-match': ifNoneMatch } : { 'cache-control': 'no-cache' }),
  };
}
