import type { OutboundResponse, ResponseHeaders } from '../http/exchange.ts';
import { createGuardedClient, type GuardedClientOptions, type OutboundRequest } from '../http/guarded-client.ts';
import { OutboundError } from '../http/outbound-error.ts';
import { failureOfCall } from './failures.ts';
import { MarketplaceError } from './port.ts';

/** One or two redirects are normal; more is a loop, or a neglected chain. */
const MAX_REDIRECTS = 3;

/** Most of a page that is read: 5 MiB. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;

/** A request for a page. */
export interface PageRequest {
  url: string;
  headers: Record<string, string>;
  onBehalfOf: string;
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/** A response of any status, with its final address. */
export interface FetchedPage {
  url: string;
  answer: OutboundResponse;
}

/** Gets a page, following up to 3 redirects, each of which is checked like the first address. Throws MarketplaceError or MarketplaceClosed. */
export async function fetchPage(caller: Caller, request: PageRequest): Promise<FetchedPage> {
  let { url } = request;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await get(caller, { ...request, url }, hops > 0);
    const next = redirectOf(answer, url);
    if (next === undefined) return { url, answer };
    url = next;
  }
  throw new MarketplaceError('server-error', `The marketplace redirected more than ${MAX_REDIRECTS} times.`);
}

/** The first value of a field; undefined when it was not sent. */
export function fieldOf(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function get(caller: Caller, request: PageRequest, moved: boolean): Promise<OutboundResponse> {
  const { url, headers, onBehalfOf, deadline, signal } = request;
  try {
    const answer = await caller.get(url, {
      headers,
      onBehalfOf,
      maxWaitMs: deadline.waitMs,
      timeoutMs: deadline.leftMs,
      maxBytes: MAX_PAGE_BYTES,
      keepBytes: MAX_PAGE_BYTES,
      ...(signal ? { signal } : {}),
    });
    deadline.spend(answer.durationMs);
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof OutboundError ? failureOfCall(error, deadline.limitMs, moved) : error;
  }
}

/** The target of a redirect; undefined for other responses. */
function redirectOf({ status, headers }: OutboundResponse, url: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const next = URL.parse(fieldOf(headers, 'location') ?? '', url);
  if (next === null || !fieldOf(headers, 'location')) {
    throw new MarketplaceError('server-error', 'The marketplace redirected without saying where to.');
  }
  return next.href;
}

/** Settings of createCaller; `allowedNetworks` are open to the marketplace itself and to nobody else. */
export interface CallerOptions
  extends Pick<GuardedClientOptions, 'allowedNetworks' | 'proxy' | 'observe' | 'onBlocked' | 'resolve' | 'ca'> {
  /** Address before the paths of listings. */
  baseUrl: string;
}

/** GETs what belongs to listings. */
export interface Caller {
  /** Rejects with OutboundError. Follows no redirects. */
  get(url: string, options: Omit<OutboundRequest, 'url' | 'method' | 'body'>): Promise<OutboundResponse>;
  close(): void;
}

/**
 * Two clients behind one: the operator vouches for the marketplace's own host, which may be on a private network, but what pages and
 * redirects name comes from strangers and has to be public. Plain http is spoken only where the marketplace's own address does.
 */
export function createCaller({ baseUrl, allowedNetworks, ...rest }: CallerOptions): Caller {
  const base = new URL(baseUrl);
  const allowHttp = base.protocol === 'http:';
  const limits = { maxCallsPerHost: 20, maxIdleSockets: 20 };
  const own = createGuardedClient({ ...rest, ...limits, allowHttp, allowedNetworks });
  const others = createGuardedClient({ ...rest, ...limits, allowHttp, allowedNetworks: [] });
  return {
    get: (url, options) => (isOwn(url, base) ? own : others).send({ ...options, url, method: 'GET' }),
    close() {
      own.close();
      others.close();
    },
  };
}

/** The same host and port, or the same host on the way up from http to https. */
function isOwn(url: string, base: URL): boolean {
  const target = URL.parse(url);
  if (!target) return false;
  if (target.origin === base.origin) return true;
  return target.hostname === base.hostname && target.protocol === 'https:' && target.port === '';
}

/**
 * Time limits of a listing: one over all calls to the marketplace, and another over our own part, which is the waits for slots
 * and the reading. So a queue of ours never looks like a marketplace that does not answer.
 */
export class Deadline {
  readonly limitMs: number;
  readonly #maxWaitMs: number;
  readonly #startedAtMs = performance.now();
  #calledMs = 0;

  constructor({ limitMs, maxWaitMs }: { limitMs: number; maxWaitMs: number }) {
    this.limitMs = limitMs;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Milliseconds left for calls, at least 1, so that it can be a time-out. */
  get leftMs(): number {
    return Math.max(1, this.limitMs - this.#calledMs);
  }

  /** Milliseconds left for waits, at least 1. */
  get waitMs(): number {
    return Math.max(1, this.#maxWaitMs - (performance.now() - this.#startedAtMs - this.#calledMs));
  }

  /** Records the duration of an answered call. */
  spend(callMs: number): void {
    this.#calledMs += callMs;
  }
}
