import { expect, test } from '@jest/globals';
import { WebhookVerificationError } from '../../clients/typescript/src/errors.ts';
import { verifySignedBody } from '../../clients/typescript/src/webhooks.ts';
import { deliveryBody, sign, standardSecret } from '../../domain/webhooks/signature.ts';

const SECRET = 's'.repeat(64);
const FORMER = 'f'.repeat(64);
const ID = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
const NOW = new Date('2026-03-02T09:30:00.000Z');
const body = deliveryBody({ id: ID, type: 'cosell.created', occurred_at: NOW, data: { name: 'Zoë' } });
const signed = (secrets: string[]) => sign({ id: ID, event: 'cosell.created', body }, secrets, NOW).headers;
const untimed = { 'X-Service-Signature': signed([SECRET])['X-Service-Signature'] };
const nowMs = NOW.getTime();

test.each([
  ['its secret', { headers: signed([SECRET]), secrets: SECRET }],
  ['the standard form of its secret', { headers: signed([SECRET]), secrets: standardSecret(SECRET) }],
  ['one of two secrets', { headers: signed([SECRET]), secrets: [FORMER, SECRET] }],
  ['the former secret during a rotation', { headers: signed([SECRET, FORMER]), secrets: FORMER }],
  ['headers of the Fetch API', { headers: new Headers(signed([SECRET])), secrets: SECRET }],
  [
    'headers of Node',
    {
      headers: Object.fromEntries(Object.entries(signed([SECRET])).map(([name, value]) => [name.toLowerCase(), value])),
      secrets: SECRET,
    },
  ],
  ['the signature without a time where that is accepted', { headers: untimed, secrets: SECRET, acceptUntimed: true }],
  ['five minutes', { headers: signed([SECRET]), secrets: SECRET, nowMs: nowMs + 300_000 }],
])('what the service signs is verified with %s', async (_what, received) => {
  expect(await verifySignedBody({ body, nowMs, ...received })).toEqual(JSON.parse(body));
  expect(await verifySignedBody({ body: Buffer.from(body), nowMs, ...received })).toEqual(JSON.parse(body));
});

test.each([
  ['another body', { body: `${body} ` }],
  ['another secret', { secrets: FORMER }],
  ['another id', { headers: { ...signed([SECRET]), 'webhook-id': 'evt_2' } }],
  ['an earlier time', { nowMs: nowMs + 301_000 }],
  ['a later time', { nowMs: nowMs - 301_000 }],
  ['a time that is none', { headers: { ...signed([SECRET]), 'webhook-timestamp': 'NaN' } }],
  ['no headers', { headers: {} }],
  ['no time', { headers: untimed }],
  [
    'an old time, with the other signature',
    { headers: { ...signed([SECRET]), 'webhook-timestamp': '1' }, acceptUntimed: true },
  ],
  ['signatures of another kind', { headers: { ...signed([SECRET]), 'webhook-signature': 'v1a,AAAA v2,AAAA v1,*' } }],
  ['a short signature', { headers: { 'X-Service-Signature': 'sha256=' }, acceptUntimed: true }],
])('%s is refused', async (_what, changed) => {
  const received = verifySignedBody({ body, headers: signed([SECRET]), secrets: SECRET, nowMs, ...changed });
  await expect(received).rejects.toThrow(WebhookVerificationError);
});

test.each([[''], [[]], ['whsec_*']])('without a secret nothing is verified: %j', async (secrets) => {
  const received = verifySignedBody({ body, headers: signed(['']), secrets, nowMs });
  await expect(received).rejects.toThrow(TypeError);
});
