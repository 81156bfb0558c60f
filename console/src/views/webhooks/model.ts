import type { Webhook, WebhookDelivery } from '../../api/generated/client/types.gen.ts';

/** Status of a delivery in the API. */
export type DeliveryState = WebhookDelivery['attributes']['status'];
/** Displayed status of a delivery. `retrying` is a pending one that has failed before. */
export type DisplayStatus = DeliveryState | 'retrying';
/** Displayed health of a webhook. */
export type Health = 'healthy' | 'idle' | 'failing' | 'paused' | 'off' | 'disabled' | 'unreadable';

/** Event of tests. */
export const TEST_EVENT = 'webhook.test';

/** Statuses of deliveries. */
export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'failed',
  'skipped',
] as const satisfies readonly DeliveryState[];

/** Health of a webhook. What prevents deliveries outranks failures. */
export function healthOf({ attributes }: Webhook): Health {
  if (!attributes.active) return attributes.disabled_reason === null ? 'off' : 'disabled';
  if (attributes.secret_unreadable_at !== null) return 'unreadable';
  if (attributes.paused) return 'paused';
  if (attributes.failure_count > 0) return 'failing';
  return attributes.last_triggered_at === null ? 'idle' : 'healthy';
}

/** Displayed status of a delivery. */
export function displayStatusOf({ attributes }: Pick<WebhookDelivery, 'attributes'>): DisplayStatus {
  return attributes.status === 'pending' && attributes.attempts > 0 ? 'retrying' : attributes.status;
}

/** Kind of failure, which decides the advice that is shown. */
export function failureKindOf(code: number | null): 'unreachable' | 'redirecting' | 'refusing' | 'erring' {
  if (code === null) return 'unreachable';
  if (code < 400) return 'redirecting';
  return code < 500 ? 'refusing' : 'erring';
}
