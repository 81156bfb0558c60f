import { type SpanContext, TraceFlags } from '@opentelemetry/api';

/** Version 00, and what later versions may add behind it (https://www.w3.org/TR/trace-context/#versioning-of-traceparent). */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Longer values are none that anybody needs. */
const MAX_LENGTH = 200;

/** The span that a traceparent names; undefined for anything that is no valid one, which is then ignored. */
export function parseTraceparent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(value) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** A span as traceparent. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
}
