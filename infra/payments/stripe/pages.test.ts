import { expect, test } from '@jest/globals';
import { httpEndpoint } from '../../../test/environment/endpoint.ts';
import { testClient } from '../../../test/environment/guarded-client.ts';
import { type CheckoutOrder, GatewayUnavailable } from '../port.ts';
import { createStripePages } from './pages.ts';

const order: CheckoutOrder = {
  key: 'a-key',
  partnerId: 1,
  description: 'Credits',
  billingType: 'token_pack',
  unit: { amount: '20.00', currency: 'USD' },
  amount: '20.00',
  quantity: 1,
  credits: 1_000,
  plan: null,
  invoiceNumber: null,
  customer: null,
  returnUrl: 'https://mw.example/back',
  cancelUrl: 'https://mw.example/cancel',
  expiresAt: new Date('2030-01-01T00:00:00Z'),
};
const session = { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' };

/** What the three calls come to when Stripe's address answers this. */
async function outcomesOf(status: number, body: string): Promise<PromiseSettledResult<unknown>[]> {
  await using endpoint = await httpEndpoint((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  });
  using client = testClient();
  const pages = createStripePages({
    secretKey: 'sk_test_12345678',
    apiUrl: `http://127.0.0.1:${endpoint.port}`,
    consoleUrl: 'https://mw.example/console',
    client,
  });
  const { signal } = new AbortController();
  const customer = { partnerId: 1, name: 'A buyer', email: null };
  return await Promise.allSettled([
    pages.open(order, signal),
    pages.portal?.createCustomer(customer, 'a-key', signal),
    pages.portal?.open('cus_1', order.returnUrl, signal),
  ]);
}

const unavailable = { status: 'rejected', reason: expect.any(GatewayUnavailable) };

test('what Stripe answers is kept', async () => {
  await expect(outcomesOf(200, JSON.stringify(session))).resolves.toEqual([
    { status: 'fulfilled', value: { url: session.url, payment: 'cs_1' } },
    { status: 'fulfilled', value: 'cs_1' },
    { status: 'fulfilled', value: session.url },
  ]);
});

test.each<[string, number, string]>([
  ['a number', 200, '1'],
  ['null', 200, 'null'],
  ['an empty list', 200, '[]'],
  ['an empty object', 200, '{}'],
  ['nothing', 204, ''],
  ['a page of a proxy', 502, '<html>Bad gateway</html>'],
  ['a session with the status of a failure', 500, JSON.stringify(session)],
  [
    'names that no row takes, and addresses that no browser may open',
    200,
    '{"id":"cs_\\u0000","url":"javascript:alert(1)"}',
  ],
  ['objects for texts', 200, '{"id":{"id":"cs_1"},"url":["https://checkout.stripe.com/"]}'],
])('%s instead of an answer of Stripe is none, and may be asked for again', async (_what, status, body) => {
  await expect(outcomesOf(status, body)).resolves.toEqual([unavailable, unavailable, unavailable]);
});

test('an error is shown by its names alone', async () => {
  const error = {
    type: 'invalid_request_error',
    code: 'a sentence of a stranger',
    param: 'line_items[0]',
    message: 'x',
  };
  const [opened] = await outcomesOf(400, JSON.stringify({ error }));
  expect(opened).toMatchObject({ reason: new Error('Stripe: StripeInvalidRequestError 400 line_items[0]') });
});
