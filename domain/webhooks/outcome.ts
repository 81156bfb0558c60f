import type { SendResult } from '../kernel/deps.ts';
import type { AttemptRecord } from './attempts-store.ts';
import type { ClaimedDelivery } from './claim-store.ts';
import { isSuccess, pauseAfter } from './rules.ts';

/** A delivery that was sent, with the result. */
export interface Sent {
  delivery: ClaimedDelivery;
  result: SendResult;
  startedAt: Date;
  /** Sent alone, to see whether an endpoint that only timed out responds again. */
  probe: boolean;
}

/** Record of an attempt: delivered, due again, or out of attempts. `random` is between 0 and 1. */
export function attemptRecord(sent: Sent, now: Date, random: number): AttemptRecord {
  const { delivery, result, startedAt, probe } = sent;
  const succeeded = isSuccess(result);
  const failures = succeeded ? delivery.failures : delivery.failures + 1;
  const pause = succeeded ? null : pauseAfter(failures, result, random);
  return {
    deliveryId: delivery.id,
    leaseToken: delivery.leaseToken,
    number: delivery.attempt,
    outcome: succeeded ? 'succeeded' : 'failed',
    responseCode: result.responseCode,
    errorClass: result.errorClass,
    error: result.error,
    excerpt: result.excerpt,
    responseHeaders: result.responseHeaders,
    durationMs: Math.round(result.durationMs),
    startedAt,
    probe,
    status: succeeded ? 'delivered' : pause === null ? 'failed' : 'pending',
    failures,
    dueAt: pause === null ? null : new Date(now.getTime() + pause),
  };
}
