import type { OutboundResponse, ResponseHeaders } from '../http/exchange.ts';
import { OutboundError } from '../http/outbound-error.ts';
import type { Caller } from './caller.ts';
import type { Deadline } from './deadline.ts';
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
