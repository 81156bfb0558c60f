import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { Tracing } from '../infra/telemetry/tracing.ts';
import { traceparentOf } from '../infra/temporal/trace-header.ts';
import type { TraceSinks } from '../workflows/lib/trace-context.ts';

/** Runs each attempt of an activity in a span of the run's trace; of one without a trace, in a trace of its own. */
export function createTraceInterceptor(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) =>
        tracing.run(
          {
            name: `RunActivity:${info.activityType}`,
            kind: 'consumer',
            origin: { own: traceparentOf(input.headers) },
            attributes: {
              temporalWorkflowID: info.workflowExecution?.workflowId,
              temporalRunID: info.workflowExecution?.runId,
              temporalActivityID: info.activityId,
              'temporal.activity.attempt': info.attempt,
              'temporal.task_queue': info.taskQueue,
            },
          },
          () => next(input),
        ),
    },
  });
}

/** Takes what workflows report of their traces; without tracing, for runs that a process with tracing started, nothing. */
export function createTraceSinks(tracing: Tracing | undefined): InjectedSinks<TraceSinks> {
  return {
    tracing: {
      runEnded: {
        fn({ workflowType, workflowId, runId, startTime }, parent, spanId, errorType) {
          tracing?.recordRun({
            parent,
            spanId,
            name: `RunWorkflow:${workflowType}`,
            startedAt: startTime,
            attributes: { temporalWorkflowID: workflowId, temporalRunID: runId },
            errorType: errorType === '' ? undefined : errorType,
          });
        },
      },
    },
  };
}
