import {
  defaultPayloadConverter,
  type Headers,
  proxySinks,
  type Sinks,
  type WorkflowInterceptors,
  workflowInfo,
} from '@temporalio/workflow';

/** What a run that was started by a traced call reports to the worker. */
export interface TraceSinks extends Sinks {
  tracing: {
    /** `parent`: the traceparent that the run was started with. `errorType`: empty for a run without failure. */
    runEnded(parent: string, spanId: string, errorType: string): void;
  };
}

const HEADER = 'traceparent';
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-(0[01])$/;

/**
 * Passes on the trace of a run, without making spans: its activities name as their parent the span that the worker adds when
 * the run ends. A run that takes signals serves many requests: what it schedules belongs to the signal before, and it has no
 * span. Runs without a header, such as those of releases before, do nothing here. This is part of the bundle whether or not a
 * worker traces, since a release builds the bundle before that is known.
 */
export function interceptors(): WorkflowInterceptors {
  /** What started the run; undefined once it was signalled. */
  let started: string | undefined;
  let current: string | undefined;
  const withTrace = <Input extends { headers: Headers }>(input: Input): Input =>
    current === undefined
      ? input
      : { ...input, headers: { ...input.headers, [HEADER]: defaultPayloadConverter.toPayload(current) } };
  const reportEnd = (errorType: string) => {
    if (started !== undefined) proxySinks<TraceSinks>().tracing.runEnded(started, runSpanId(), errorType);
  };
  return {
    inbound: [
      {
        async execute(input, next) {
          started = traceparentIn(input.headers);
          if (started !== undefined) current = ofRun(started);
          try {
            const result = await next(input);
            reportEnd('');
            return result;
          } catch (error) {
            reportEnd(error instanceof Error ? error.name : 'unknown');
            throw error;
          }
        },
        handleSignal(input, next) {
          started = undefined;
          current = traceparentIn(input.headers);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withTrace(input)),
        scheduleLocalActivity: (input, next) => next(withTrace(input)),
      },
    ],
  };
}

/** The end of the run's id is random, and the same in every replay. */
function runSpanId(): string {
  return workflowInfo().runId.replaceAll('-', '').slice(-16);
}

/** The traceparent of the run's span, in the trace of what started it. */
function ofRun(traceparent: string): string {
  const [, traceId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  return `00-${traceId}-${runSpanId()}-${flags}`;
}

function traceparentIn(headers: Headers): string | undefined {
  const payload = headers[HEADER];
  if (payload === undefined) return undefined;
  const value: unknown = defaultPayloadConverter.fromPayload(payload);
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}
