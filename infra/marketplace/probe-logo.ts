import type { Caller } from './caller.ts';
import type { Deadline } from './deadline.ts';
import { fieldOf } from './fetch-page.ts';
import type { ListingImage } from './port.ts';
import type { Reader } from './reader/reader.ts';

/** Formats tell their size within this, but for JPEGs with very long metadata. */
const PROBED_BYTES = 65_536;

/** A logo is a detail of a listing: it may not use up the clock of the page. */
const PROBE_LIMIT_MS = 3_000;

/** What a probe depends on. */
export interface ProbeContext {
  caller: Caller;
  reader: Reader;
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/**
 * The logo as its first bytes show it. What the image does not tell stays as the page declares it, so a logo that can't be fetched is
 * as if it had not been tried.
 */
export async function probeLogo(logo: ListingImage, context: ProbeContext): Promise<ListingImage> {
  const { caller, reader, deadline, signal } = context;
  try {
    const answer = await caller.get(logo.url, {
      headers: { accept: 'image/*' },
      timeoutMs: Math.min(deadline.leftMs, PROBE_LIMIT_MS),
      maxBytes: PROBED_BYTES,
      keepBytes: PROBED_BYTES,
      ...(signal ? { signal } : {}),
    });
    if (answer.status !== 200 || answer.bytesRead === 0) return logo;
    const measure = await reader.measureImage(answer.excerpt, signal);
    if (measure === null) return logo;
    return {
      url: logo.url,
      format: measure.format,
      width: measure.width ?? logo.width,
      height: measure.height ?? logo.height,
      bytes: answer.truncated ? declaredLength(fieldOf(answer.headers, 'content-length')) : answer.bytesRead,
    };
  } catch {
    signal?.throwIfAborted();
    return logo;
  }
}

function declaredLength(field: string | undefined): number | null {
  return field !== undefined && /^\d{1,12}$/.test(field) ? Number(field) : null;
}
