import type { SecretBox } from '../kernel/deps.ts';
import type { WebhookEndpointRow } from './table.ts';

/** Opens an endpoint's secrets; the function returned tells which are valid at a moment, the current one first. */
export function openSecrets(
  box: SecretBox,
  endpoint: Pick<WebhookEndpointRow, 'secret' | 'previous_secret' | 'previous_secret_until'>,
): (now: Date) => string[] {
  const current = box.open(endpoint.secret);
  const until = endpoint.previous_secret_until;
  const previous = endpoint.previous_secret && box.open(endpoint.previous_secret);
  return (now) => (previous && until && until > now ? [current, previous] : [current]);
}
