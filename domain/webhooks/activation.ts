import type { EndpointChanges } from './store.ts';
import type { WebhookEndpointRow } from './table.ts';

/** Changes to an endpoint when it is switched on or off; none when its state stays. */
export function activationChanges(
  endpoint: Pick<WebhookEndpointRow, 'active'>,
  active: boolean | undefined,
): EndpointChanges {
  if (active === undefined || active === endpoint.active) return {};
  return active ? { active, disabled_reason: null, failure_count: 0, timeout_count: 0 } : { active };
}
