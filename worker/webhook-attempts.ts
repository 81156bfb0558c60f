import type { Sent } from '../domain/webhooks/outcome.ts';
import { isSuccess } from '../domain/webhooks/rules.ts';
import type { WebhookMetrics } from '../infra/telemetry/webhook-metrics.ts';

/** Counts attempts by outcome, with the wait from event to first attempt. */
export function observeAttempts(metrics: WebhookMetrics, batch: readonly Sent[]): void {
  for (const { delivery, result, startedAt } of batch) {
    const outcome = isSuccess(result) ? 'succeeded' : (result.errorClass ?? 'http');
    const wait = delivery.attempt === 1 ? (startedAt.getTime() - delivery.occurredAt.getTime()) / 1000 : null;
    metrics.attempt(outcome, result.durationMs / 1000, wait);
  }
}
