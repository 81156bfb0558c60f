import { createHmac } from 'node:crypto';

/** The body and signature headers of a request. */
export interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

/** Characters of a signing secret. */
export const SECRET_LENGTH = 64;

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
  const { id, event, body } = message;
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
      'Content-Type': 'application/json',
      'User-Agent': 'Marketwright-Webhooks/1.0',
      'X-Service-Signature': `sha256=${own}`,
      'X-Service-Event': event,
      'X-Service-Delivery': id,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standard.join(' '),
    },
  };
}
