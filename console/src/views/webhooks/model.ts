import type { Webhook, WebhookDelivery } from '../../api/generated/client/types.gen.ts';

/** State of a delivery. */
export type DeliveryState = WebhookDelivery['attributes']['status'];
/** State of a delivery in a word; one that failed and will be tried again is told apart from one that was not tried yet. */
export type DisplayStatus = DeliveryState | 'retrying';
/** How a webhook does, in a word. */
export type Health = 'healthy' | 'idle' | 'failing' | 'paused' | 'off' | 'disabled' | 'unreadable';

/** States of deliveries. */
export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'failed',
  'skipped',
] as const satisfies readonly DeliveryState[];

/** What keeps a webhook from being told comes before how it answers. */
export function healthOf({ attributes }: Webhook): Health {
  if (!attributes.active) return attributes.disabled_reason === null ? 'off' : 'disabled';
  if (attributes.secret_unreadable_at !== null) return 'unreadable';
  if (attributes.paused) return 'paused';
  if (attributes.failure_count > 0) return 'failing';
  return attributes.last_triggered_at === null ? 'idle' : 'healthy';
}

/** That it failed before says more than that it waits. */
export function displayStatusOf({ attributes }: Pick<WebhookDelivery, 'attributes'>): DisplayStatus {
  return attributes.status === 'pending' && attributes.attempts > 0 ? 'retrying' : attributes.status;
}

/** Who has to mend what: nobody answered, the answer leads elsewhere, the request was refused, or the endpoint failed. */
export function failureKindOf(code: number | null): 'unreachable' | 'redirecting' | 'refusing' | 'erring' {
  if (code === null) return 'unreachable';
  if (code < 400) return 'redirecting';
  return code < 500 ? 'refusing' : 'erring';
}
