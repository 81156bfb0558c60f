import type { SecretBox } from '../kernel/deps.ts';
import type { WebhookEndpointRow } from './table.ts';

/** An endpoint whose secret cannot be opened is retried after this long, in case the key has been restored. */
export const UNREADABLE_PAUSE_MS = 300_000;

/** Returns the secrets that are valid at a time, the current one first. */
export type SecretsAt = (now: Date) => string[];

/**
 * Opens an endpoint's secrets; null when the current one cannot be opened: it was sealed with another SECRETS_KEY, or
 * the row is damaged. A previous secret that cannot be opened no longer signs.
 */
export function openSecrets(
  box: SecretBox,
  endpoint: Pick<WebhookEndpointRow, 'secret' | 'previous_secret' | 'previous_secret_until'>,
): SecretsAt | null {
  const current = opened(box, endpoint.secret);
  if (current === null) return null;
  const until = endpoint.previous_secret_until;
  const previous = endpoint.previous_secret && opened(box, endpoint.previous_secret);
  return (now) => (previous && until && until > now ? [current, previous] : [current]);
}

function opened(box: SecretBox, sealed: Buffer): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}
