import { describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { createGateways } from './gateways.ts';
import { signBody } from './generic/gateway.ts';
import { type GatewayName, SignatureRefused } from './port.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const BODY = JSON.stringify({ id: 'evt_1', type: 'some.thing' });

function signedBy(gateway: GatewayName, secret: string): Record<string, string> {
  if (gateway === 'generic') {
    return { 'x-timestamp': String(SECONDS), 'x-signature': `sha256=${signBody(secret, String(SECONDS), BODY)}` };
  }
  return {
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: BODY, secret, timestamp: SECONDS }),
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

  test('believe no former one once it is gone', async () => {
    await expect(receive(['newer-secret-22'], 'former-secret-1')).rejects.toThrow(SignatureRefused);
    await expect(receive([], 'former-secret-1')).rejects.toThrow(SignatureRefused);
    expect(createGateways({ generic: [], stripe: [] })[gateway].isOpen).toBe(false);
  });
});
