import { describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { createGateways } from './gateways.ts';
import { signBody } from './generic/gateway.ts';
import { ChallengeRefused, type GatewayName, SignatureRefused } from './port.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const BODY = JSON.stringify({ id: 'evt_1', type: 'some.thing' });

function signedBy(gateway: GatewayName, secret: string, at = SECONDS): Record<string, string> {
  if (gateway === 'generic') {
    return { 'x-timestamp': String(at), 'x-signature': `sha256=${signBody(secret, String(at), BODY)}` };
  }
  return {
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: BODY, secret, timestamp: at }),
  };
}

describe.each(['generic', 'stripe'] as const)('secrets of %s', (gateway) => {
  const receive = (secrets: string[], secret: string) =>
    createGateways({ generic: [], stripe: [], [gateway]: secrets })[gateway].receive(
      { method: 'POST', headers: signedBy(gateway, secret), query: '', body: Buffer.from(BODY) },
      NOW,
    );

  test('are replaced without an event that is refused', async () => {
    for (const [secrets, signers] of [
      [['former-secret-1'], ['former-secret-1']],
      [
        ['former-secret-1', 'newer-secret-22'],
        ['former-secret-1', 'newer-secret-22'],
      ],
      [['newer-secret-22'], ['newer-secret-22']],
    ] as const) {
      for (const signer of signers) {
        expect(await receive([...secrets], signer)).toMatchObject({ kind: 'event', id: 'evt_1' });
      }
    }
  });

  test('are told apart, so that operators see when a former one is unused', async () => {
    const seen: unknown[] = [];
    const secrets = { generic: [], stripe: [], [gateway]: ['newer-secret-22', 'former-secret-1'] };
    const both = createGateways(secrets, (name, secret) => seen.push([name, secret]))[gateway];
    for (const secret of ['former-secret-1', 'newer-secret-22', 'unknown-secret-3']) {
      const request = {
        method: 'POST' as const,
        headers: signedBy(gateway, secret),
        query: '',
        body: Buffer.from(BODY),
      };
      await both.receive(request, NOW).catch(() => undefined);
    }
    expect(seen).toEqual([
      [gateway, 'previous'],
      [gateway, 'current'],
    ]);
  });

  test('believe no former one once it is gone', async () => {
    await expect(receive(['newer-secret-22'], 'former-secret-1')).rejects.toThrow(SignatureRefused);
    await expect(receive([], 'former-secret-1')).rejects.toThrow(SignatureRefused);
    expect(createGateways({ generic: [], stripe: [] })[gateway].isOpen).toBe(false);
  });
});

const SECRET = 'the-only-secret-1';
const gateways = createGateways({ generic: [SECRET], stripe: [SECRET] });
const receive = (gateway: GatewayName, headers: Record<string, string>) =>
  gateways[gateway].receive({ method: 'POST', headers, query: '', body: Buffer.from(BODY) }, NOW);

describe.each(['generic', 'stripe'] as const)('the time of a signature of %s', (gateway) => {
  test.each([-300, 0, 300])('may be %d seconds from now', async (offset) => {
    expect(await receive(gateway, signedBy(gateway, SECRET, SECONDS + offset))).toMatchObject({ id: 'evt_1' });
  });

  test.each([-301, 301, 86_400])('must not be %d seconds from now', async (offset) => {
    const headers = signedBy(gateway, SECRET, SECONDS + offset);
    await expect(receive(gateway, headers)).rejects.toThrow(SignatureRefused);
  });
});

test('a signature in a header names its algorithm', async () => {
  const headers = signedBy('generic', SECRET);
  const hex = headers['x-signature']?.slice('sha256='.length) ?? '';
  for (const signature of [hex, `sha1=${hex}`, `SHA256=${hex}`])
    await expect(receive('generic', { ...headers, 'x-signature': signature })).rejects.toThrow(SignatureRefused);
  expect(await receive('generic', headers)).toMatchObject({ id: 'evt_1' });
});

test('a challenge that is too long is no event that cannot be read, which only signers could have logged', async () => {
  const query = `challenge=${'a'.repeat(256)}`;
  const request = { method: 'GET', headers: {}, query, body: Buffer.alloc(0) } as const;
  await expect(gateways.generic.receive(request, NOW)).rejects.toThrow(ChallengeRefused);
});

test('an event whose parts are no objects says which', () => {
  const event = { id: 'evt_1', created: 1_772_000_000, occurred_at: NOW.toISOString() };
  const reasonOf = (gateway: GatewayName, sent: object) => gateways[gateway].read(JSON.stringify(sent));
  const invalid = (place: string) => ({ invalid: `Missing or not of the right form: ${place}.` });
  expect(reasonOf('generic', { ...event, type: 'payment.succeeded', data: [] })).toMatchObject(invalid('data'));
  expect(reasonOf('generic', { ...event, type: 'payment.failed', data: null })).toMatchObject(invalid('data'));
  const paid = { ...event, type: 'invoice.paid', data: { object: 1 } };
  expect(reasonOf('stripe', paid)).toMatchObject(invalid('data.object'));
});
