import type { OutboundResponse } from '../http/exchange.ts';
import { OutboundError } from '../http/outbound-error.ts';
import { type Caller, type Deadline, fieldOf } from './fetch-page.ts';
import { type ListingImage, MarketplaceClosed, MarketplaceError } from './port.ts';
import type { Reader } from './reader/reader.ts';

/** Formats declare their size within this, except JPEGs with very long metadata. */
const PROBED_BYTES = 65_536;

/** A logo is a detail of a listing: it may not use up the clock of the page. */
const PROBE_LIMIT_MS = 3_000;

/** What a probe depends on. */
export interface ProbeContext {
  caller: Caller;
  reader: Reader;
  deadline: Deadline;
  onBehalfOf: string;
  signal: AbortSignal | undefined;
}

/** A logo, and whether it was measured. */
export interface ProbedLogo {
  logo: ListingImage;
  measured: boolean;
}

/**
 * The logo as its first bytes show it. Otherwise the page's declaration stays, so a logo that can't be fetched is
 * as if it had not been tried; `unread` says when that may pass. Throws MarketplaceClosed, or the signal's reason.
 */
export async function probeLogo(logo: ListingImage, context: ProbeContext): Promise<ProbedLogo> {
  const asDeclared = { logo, measured: false };
  try {
    const answer = await fetchLogo(logo, context);
    if (mayPass(answer.status)) return unread(logo);
    if (answer.status !== 200 || answer.bytesRead === 0) return asDeclared;
    const measured = await measure(logo, answer, context);
    return measured ? { logo: measured, measured: true } : asDeclared;
  } catch (error) {
    context.signal?.throwIfAborted();
    if (error instanceof MarketplaceClosed) throw error;
    if (error instanceof OutboundError) return failed(logo, error);
    return error instanceof MarketplaceError && error.failure === 'busy' ? unread(logo) : asDeclared;
  }
}

function fetchLogo(
  { url }: ListingImage,
  { caller, deadline, onBehalfOf, signal }: ProbeContext,
): Promise<OutboundResponse> {
  return caller.get(url, {
    headers: { accept: 'image/*' },
    onBehalfOf,
    maxWaitMs: Math.min(deadline.waitMs, PROBE_LIMIT_MS),
    timeoutMs: Math.min(deadline.leftMs, PROBE_LIMIT_MS),
    maxBytes: PROBED_BYTES,
    keepBytes: PROBED_BYTES,
    ...(signal ? { signal } : {}),
  });
}

async function measure(
  logo: ListingImage,
  answer: OutboundResponse,
  { reader, deadline, onBehalfOf, signal }: ProbeContext,
): Promise<ListingImage | null> {
  const waitMs = Math.min(deadline.waitMs, PROBE_LIMIT_MS);
  const measured = await reader.measureImage(answer.excerpt, { onBehalfOf, waitMs, signal });
  return (
    measured && {
      url: logo.url,
      format: measured.format,
      width: measured.width ?? logo.width,
      height: measured.height ?? logo.height,
      bytes: answer.truncated ? declaredLength(fieldOf(answer.headers, 'content-length')) : answer.bytesRead,
    }
  );
}

function failed(logo: ListingImage, { kind }: OutboundError): ProbedLogo {
  switch (kind) {
    case 'aborted':
      throw new MarketplaceClosed();
    case 'invalid_url':
    case 'blocked_address':
      return { logo, measured: false };
    default:
      return unread(logo);
  }
}

function unread(logo: ListingImage): ProbedLogo {
  return { logo: { ...logo, unread: true }, measured: false };
}

/** Request Timeout, Too Early, Too Many Requests, and errors of servers. */
function mayPass(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

function declaredLength(field: string | undefined): number | null {
  return field !== undefined && /^\d{1,12}$/.test(field) ? Number(field) : null;
}
