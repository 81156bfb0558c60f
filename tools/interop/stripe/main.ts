/**
 * `npm run interop stripe`: opens payment pages at stripe-mock, which holds each request against the description of Stripe's
 * API. Needs Go and its module proxy once; the program is kept in the cache folder.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { loadLocalConfig } from '../../../infra/config/local.ts';
import { createGuardedClient } from '../../../infra/http/guarded-client.ts';
import { freePort } from '../../../infra/local/ports.ts';
import type { CheckoutOrder } from '../../../infra/payments/port.ts';
import { createStripePages } from '../../../infra/payments/stripe/pages.ts';
import { stopOnSignals } from '../../../test/environment/stop-on-signals.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';

const MODULE = 'github.com/stripe/stripe-mock@v0.203.0';

const folder = path.join(loadLocalConfig().cacheDir, 'bin');
const program = path.join(folder, 'stripe-mock');
if (!existsSync(program)) await execa('go', ['install', MODULE], { env: { GOBIN: folder, CGO_ENABLED: '0' } });
const port = await freePort();
const mock = spawn(program, ['-http-port', String(port), '-strict-version-check=false'], { stdio: 'ignore' });
const gone = new Promise<void>((resolve) => mock.once('close', () => resolve()));
const client = createGuardedClient({ allowHttp: true, allowedNetworks: ['127.0.0.0/8'], proxy: undefined });
const leave = stopOnSignals(async () => {
  client.close();
  mock.kill();
  await gone;
});
try {
  const apiUrl = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(apiUrl).then(
      () => true,
      () => false,
    );
  await waitUntil('stripe-mock', isUp, Boolean, { limitMs: 30_000 });
  const pages = createStripePages({
    secretKey: 'sk_test_12345678',
    apiUrl,
    consoleUrl: 'https://service.example/console',
    client,
  });
  const { signal } = new AbortController();
  const said = async (what: string, work: Promise<unknown>) => {
    process.stdout.write(`${what}: ${JSON.stringify(await work)}\n`);
  };
  const customer = await pages.portal?.createCustomer(
    { partnerId: 1, name: 'Acme', email: 'a@acme.example' },
    'key',
    signal,
  );
  await said('a customer', Promise.resolve(customer));
  await said('the page of a pack', pages.open(orderOf({ customer: customer ?? null }), signal));
  await said(
    'the page of an invoice',
    pages.open(orderOf({ invoiceNumber: 'INV-2026-000001', credits: null }), signal),
  );
  const plan = { name: 'business', interval: 'month', price: 'price_1' } as const;
  // Its sessions have no sum, so the page is refused: the request was right, and what costs an unknown sum is not sold.
  const refused = await pages.open(orderOf({ plan, credits: null }), signal).then(() => 'sold', String);
  if (!refused.includes('BILLING_CATALOGUE')) throw new Error(`A plan without a sum: ${refused}`);
  process.stdout.write('the page of a plan: taken, and ended since it has no sum\n');
  await said(
    'the portal',
    pages.portal?.open(customer ?? '', 'https://service.example/console/credits', signal) ?? Promise.reject(),
  );
} finally {
  await leave();
}

function orderOf(changes: Partial<CheckoutOrder>): CheckoutOrder {
  return {
    key: crypto.randomUUID(),
    partnerId: 1,
    description: '1,000 credits',
    billingType: 'token_pack',
    unit: { amount: '20.00', currency: 'USD' },
    amount: '40.00',
    quantity: 2,
    credits: 2_000,
    plan: null,
    invoiceNumber: null,
    customer: null,
    returnUrl: 'https://service.example/console/credits/checkout/1',
    cancelUrl: 'https://service.example/console/credits/checkout/1?cancelled=true',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...changes,
  };
}
