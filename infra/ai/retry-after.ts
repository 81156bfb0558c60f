/**
 * How long a provider asked us to wait, in milliseconds: `retry-after-ms` (OpenAI's own header), else `Retry-After`
 * (RFC 9110 section 10.2.3: whole seconds or an HTTP date). Undefined when it asked nothing that can be read.
 */
export function retryAfterMs(headers: Headers | undefined, nowMs: number): number | undefined {
  const milliseconds = nonNegative(headers?.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const value = headers?.get('retry-after');
  const seconds = nonNegative(value);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  const date = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function nonNegative(value: string | null | undefined): number | undefined {
  if (!value?.trim()) return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
