import type { SendResult } from '../kernel/deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { WebhookEndpointRow } from './table.ts';

/** Endpoints a partner may have by plan, inactive ones included. */
export const ENDPOINTS_BY_PLAN = { starter: 2, accelerate: 5, business: 5, command_plus: 20, enterprise: 100 } as const;

const SECOND_MS = 1_000;

/**
 * Pauses after the first, second, … failed attempt, milliseconds; with the immediate one that makes eleven attempts.
 */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Share by which pauses vary, so that endpoints that failed together are not retried together. */
const JITTER = 0.2;
/** Longest Retry-After that is respected. */
const MAX_RETRY_AFTER_MS = DAY_MS;
/** An endpoint without a success for this long is switched off when a delivery has used up its attempts. */
const DISABLE_AFTER_MS = 5 * DAY_MS;
/** Time-outs in a row after which an endpoint is only probed. */
export const BREAKER_TIMEOUTS = 5;
/** Pause before the first probe; each further time-out doubles it. */
export const FIRST_PROBE_PAUSE_MS = 30 * SECOND_MS;
/** Longest pause between two probes. It limits how long a recovered endpoint waits and how much a dead one costs. */
const MAX_PROBE_PAUSE_MS = 5 * MINUTE_MS;

/**
 * Pause before the next probe after so many time-outs in a row, milliseconds; 0 while the endpoint is not in probing
 * mode.
 */
export function probePause(timeouts: number): number {
  if (timeouts < BREAKER_TIMEOUTS) return 0;
  return Math.min(FIRST_PROBE_PAUSE_MS * 2 ** (timeouts - BREAKER_TIMEOUTS), MAX_PROBE_PAUSE_MS);
}

/** Whether the endpoint accepted the delivery. */
export function isSuccess(result: SendResult): boolean {
  return (
    result.responseCode !== null &&
    result.responseCode >= 200 &&
    result.responseCode < 300 &&
    result.errorClass === null
  );
}

/** Whether the endpoint answered that it is gone for good. */
export function isGone(result: SendResult): boolean {
  return result.responseCode === 410;
}

/**
 * Pause before the next attempt after so many failed ones, milliseconds; null when the attempts are used up. `random`
 * is between 0 and 1. A longer Retry-After of the endpoint is respected, up to a day.
 */
export function pauseAfter(failures: number, result: SendResult, random: number): number | null {
  const pause = RETRY_PAUSES_MS[failures - 1];
  if (pause === undefined) return null;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const retryAfterMs = result.responseCode === 429 || result.responseCode === 503 ? (result.retryAfterMs ?? 0) : 0;
  return Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** Whether to switch off an endpoint after a delivery used up its attempts. */
export function shouldDisable(
  endpoint: Pick<WebhookEndpointRow, 'last_success_at' | 'created_at'>,
  now: Date,
): boolean {
  const since = endpoint.last_success_at ?? endpoint.created_at;
  return now.getTime() - since.getTime() >= DISABLE_AFTER_MS;
}

/** Topic that notifies workers of endpoints that need a drain. */
export const WOKEN_TOPIC = 'webhooks:woken';

/** Topic that notifies a drain of new deliveries of its endpoint. */
export function endpointTopic(id: number): string {
  return `webhook:${id}`;
}
