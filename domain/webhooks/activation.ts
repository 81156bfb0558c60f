import type { EndpointChanges } from './store.ts';

/** What else changes when an endpoint is switched on or off; nothing when it is left as it is. */
export function activationChanges(active: boolean | undefined): EndpointChanges {
  if (active === undefined) return {};
  return active ? { active, disabled_reason: null, failure_count: 0, timeout_count: 0 } : { active };
}
