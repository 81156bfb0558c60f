import { CancelledFailure, CompleteAsyncError, type Context } from '@temporalio/activity';
import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  ActivityInterceptors,
  Next,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import { progressOf } from '../activities/progress.ts';
import type { ClockComparison } from '../infra/clock/comparison.ts';
import type { ActivityMetrics } from '../infra/telemetry/work-metrics.ts';
import { toFailure } from './failures.ts';

/** Heartbeats per heartbeat time-out, so that losing one does no harm. */
const HEARTBEATS_PER_TIMEOUT = 5;

/** What the interceptors use. */
interface Around {
  log: Logger;
  metrics: ActivityMetrics;
  clocks: Pick<ClockComparison, 'requireAgreement'>;
}

/**
 * Around every activity: heartbeat, failure class, metrics and a log line for what was unexpected. None begins by a clock that
 * may be wrong, since what activities delete, send, date or give up cannot be undone.
 */
export function createActivityInterceptors(around: Around) {
  return (context: Context): ActivityInterceptors => ({ inbound: new Inbound(context, around) });
}

class Inbound implements ActivityInboundCallsInterceptor {
  readonly #context: Context;
  readonly #log: Logger;
  readonly #metrics: ActivityMetrics;
  readonly #clocks: Around['clocks'];

  constructor(context: Context, { log, metrics, clocks }: Around) {
    this.#context = context;
    this.#log = log;
    this.#metrics = metrics;
    this.#clocks = clocks;
  }

  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const { info } = this.#context;
    // Starts at once, so that a dead worker is detected and a cancellation arrives.
    const beat = info.heartbeatTimeoutMs
      ? setInterval(
          () => this.#context.heartbeat(progressOf(this.#context)),
          info.heartbeatTimeoutMs / HEARTBEATS_PER_TIMEOUT,
        )
      : undefined;
    const started = performance.now();
    const finish = (outcome: string) =>
      this.#metrics.observe(info.activityType, outcome, (performance.now() - started) / 1000);
    try {
      await this.#clocks.requireAgreement();
      const result = await next(input);
      finish('completed');
      return result;
    } catch (error) {
      if (
        this.#context.cancellationSignal.aborted ||
        error instanceof CancelledFailure ||
        error instanceof CompleteAsyncError
      ) {
        finish('cancelled');
        throw this.#context.cancellationSignal.aborted ? this.#context.cancellationSignal.reason : error;
      }
      const failure = toFailure(error, info.attempt);
      finish(failure.type ?? 'unexpected');
      if (failure.type === 'unexpected') {
        this.#log.error(
          { err: error, workflow_id: info.workflowExecution?.workflowId, activity: info.activityType },
          'an activity failed',
        );
      }
      throw failure;
    } finally {
      clearInterval(beat);
    }
  }
}
