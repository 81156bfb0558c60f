import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tolerance before and after the time of a signature, seconds. */
const TOLERANCE_SECONDS = 300;

/** Hex of the HMAC-SHA256 of a POST: of its timestamp (Unix seconds), a point, and the exact body. */
export function signBody(secret: string, timestamp: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** Hex of the HMAC-SHA256 of a GET: of its parameters but `signature`, in canonical form. */
export function signQuery(secret: string, query: URLSearchParams): string {
  return createHmac('sha256', secret).update(canonicalQuery(query)).digest('hex');
}

/** `k=v` joined by `&`, by key and then value in the order of their bytes, percent-encoded as RFC 3986 says; without `signature`. */
function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'signature')
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort()
    .join('&');
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether a signature, with or without `sha256=` before it, is one of those expected; runs in constant time. */
export function isSignedBy(given: string, expected: readonly string[]): boolean {
  const hex = /^(?:sha256=)?([0-9a-f]{64})$/.exec(given.trim())?.[1];
  if (hex === undefined) return false;
  const bytes = Buffer.from(hex, 'hex');
  return expected.filter((one) => timingSafeEqual(Buffer.from(one, 'hex'), bytes)).length > 0;
}

/** Whether a moment in Unix seconds is near enough to now. */
export function isFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}
