import type { SecretBox } from '../kernel/deps.ts';
import type { WebhookEndpointRow } from './table.ts';

/** An endpoint whose secret cannot be opened is looked at again after this long: whoever lost the key may bring it back. */
export const UNREADABLE_PAUSE_MS = 300_000;

/** Tells which secrets are valid at a moment, the current one first. */
export type SecretsAt = (now: Date) => string[];

/**
 * Opens an endpoint's secrets; null when the current one cannot be opened: it was sealed with another SECRETS_KEY, or the row was damaged. A
 * previous one that cannot be opened signs no more.
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
