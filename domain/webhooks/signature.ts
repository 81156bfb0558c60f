import { createHmac } from 'node:crypto';
import type { Sealed, SecretBox } from '../../infra/secrets/secret-box.ts';
import type { WebhookEndpointRow } from './table.ts';

/** An endpoint whose secret cannot be opened is retried after this long, in case the key has been restored. */
export const UNREADABLE_PAUSE_MS = 300_000;

/** Returns the secrets that are valid at a time, the current one first. */
export type SecretsAt = (now: Date) => string[];

/**
 * Opens an endpoint's secrets; null when the current one cannot be opened: it was sealed under a SECRETS_KEY that is gone, or
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

function opened(box: SecretBox, sealed: Sealed): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}

/** The body and signature headers of a request. */
export interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

/** Characters of a signing secret. */
export const SECRET_LENGTH = 64;

/** A signing secret as libraries of Standard Webhooks take it: `whsec_` and its bytes in base64. */
export function standardSecret(secret: string): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** Name of a test in headers and deliveries; no webhook subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** The body of a test of the endpoint, sent at the time. */
export function testBody(endpointId: number, sentAt: Date): string {
  return JSON.stringify({
    event: TEST_EVENT,
    webhook_id: endpointId,
    timestamp: sentAt.toISOString(),
    message: 'This is a test of your webhook.',
  });
}

/** The body of a delivery, which is signed byte for byte. */
export function deliveryBody(event: { id: string; type: string; occurred_at: Date; data: unknown }): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    timestamp: event.occurred_at.toISOString(),
    data: event.data,
  });
}

/**
 * Signs a body: the service's own header with the current secret, and the Standard Webhooks headers with one signature
 * for each valid secret. `secrets` has the current one first.
 */
export function sign(
  message: { id: string; event: string; body: string },
  secrets: readonly string[],
  now: Date,
): SignedMessage {
  const { id, body } = message;
  const timestamp = Math.floor(now.getTime() / 1000);
  const own = createHmac('sha256', secrets[0] ?? '')
    .update(body)
    .digest('hex');
  const standard = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    body,
    headers: {
      ...unsignedHeaders(message, now),
      'X-Service-Signature': `sha256=${own}`,
      'webhook-signature': standard.join(' '),
    },
  };
}

/** The headers of a request without its signatures, as logs show them. */
export function unsignedHeaders({ id, event }: { id: string; event: string }, sentAt: Date): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Marketwright-Webhooks/1.0',
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  };
}
