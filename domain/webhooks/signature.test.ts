import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { deliveryBody, sign } from './signature.ts';

const NOW = new Date('2026-03-02T09:30:00.250Z');
const TIMESTAMP = '1772443800';
const ID = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
const SECRET = 's'.repeat(64);
const FORMER = 'f'.repeat(64);
const body = deliveryBody({
  id: ID,
  type: 'listing.updated',
  occurred_at: NOW,
  data: { listing_id: 'prod-1', changes: ['títle'] },
});
const message = { id: ID, event: 'listing.updated', body };

/** Written as a receiver would, independently of this code. */
function hmac(secret: string, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(Buffer.from(text, 'utf8')).digest(encoding);
}

test('the body has the fields of the contract in their order', () => {
  expect(body).toBe(
    `{"id":"${ID}","type":"listing.updated","timestamp":"2026-03-02T09:30:00.250Z","data":{"listing_id":"prod-1","changes":["títle"]}}`,
  );
});

test('a hand-made signature is the same', () => {
  const signed = sign({ id: 'evt_1', event: 'x', body: '{"a":1}' }, ['key'], NOW);
  // printf '{"a":1}' | openssl dgst -sha256 -hmac key
  expect(signed.headers['X-Service-Signature']).toBe(
    'sha256=88a67f24bbcdaed0e6c997404bb79a743baf44c6bab2f4c27328e3009d22e342',
  );
});

describe('the headers', () => {
  const { headers, body: sent } = sign(message, [SECRET], NOW);

  test('are those of the contract', () => {
    expect(sent).toBe(body);
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Service-Signature': `sha256=${hmac(SECRET, body, 'hex')}`,
      'X-Service-Event': 'listing.updated',
      'X-Service-Delivery': ID,
    });
  });

  test('are those of Standard Webhooks, too', () => {
    expect(headers).toMatchObject({
      'webhook-id': ID,
      'webhook-timestamp': TIMESTAMP,
      'webhook-signature': `v1,${hmac(SECRET, `${ID}.${TIMESTAMP}.${body}`, 'base64')}`,
    });
  });
});

test('during a rotation the own header has the new secret, the standard one both', () => {
  const { headers } = sign(message, [SECRET, FORMER], NOW);
  expect(headers['X-Service-Signature']).toBe(`sha256=${hmac(SECRET, body, 'hex')}`);
  const signed = `${ID}.${TIMESTAMP}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${hmac(SECRET, signed, 'base64')} v1,${hmac(FORMER, signed, 'base64')}`,
  );
});
