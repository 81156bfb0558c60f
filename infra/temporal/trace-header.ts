import { defaultPayloadConverter, type WorkflowClientInterceptor } from '@temporalio/client';
import type { Headers } from '@temporalio/common';
import type { Tracing } from '../telemetry/tracing.ts';

/** Header of workflows, signals and activities with the span that they belong to; workflows/lib/trace-context.ts passes it on. */
const TRACE_HEADER = 'traceparent';

/** The traceparent in a header; undefined where there is none. */
export function traceparentOf(headers: Headers): string | undefined {
  const payload = headers[TRACE_HEADER];
  if (!payload) return undefined;
  const value: unknown = defaultPayloadConverter.fromPayload(payload);
  return typeof value === 'string' ? value : undefined;
}

/** Adds the active span to what the client starts and signals. */
export function traceHeaders(tracing: Tracing): WorkflowClientInterceptor {
  const withSpan = (headers: Headers): Headers => {
    const traceparent = tracing.traceparent();
    return traceparent === undefined
      ? headers
      : { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceparent) };
  };
  return {
    start: (input, next) => next({ ...input, headers: withSpan(input.headers) }),
    signalWithStart: (input, next) => next({ ...input, headers: withSpan(input.headers) }),
  };
}
