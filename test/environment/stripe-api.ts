import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that Stripe received. */
interface StripeRequest {
  path: string;
  idempotencyKey: string | undefined;
  version: string | undefined;
  params: URLSearchParams;
}

/** The parts of Stripe's API that open its pages. */
export interface StripeApi {
  url: string;
  requests: StripeRequest[];
  /** Price of every plan, in Stripe's units. */
  planUnits: number;
  /** Customers that it knows; null: all. */
  customers: Set<string> | null;
  /** What it answers instead, once. */
  failWith(status: number, error: object): void;
  /** Resolves when a request has come; what opens sessions waits for `release`. */
  hold(): { come: Promise<void>; release(): void };
  close(): Promise<void>;
}

/**
 * A stand-in for Stripe's API: it keeps its rules for idempotency keys (the same answer for the same key, 409 while the first
 * request with it is under way).
 */
export async function startStripeApi(): Promise<StripeApi> {
  const answers = new Map<string, object | 'under way'>();
  const failures: { status: number; error: object }[] = [];
  let gate: { come(): void; released: Promise<void> } | undefined;
  let made = 0;
  const api: Pick<StripeApi, 'requests' | 'planUnits' | 'customers'> = {
    requests: [],
    planUnits: 4900,
    customers: null,
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const params = new URLSearchParams(Buffer.concat(chunks).toString());
    const path = request.url ?? '';
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
    const version = request.headers['stripe-version'] as string | undefined;
    api.requests.push({ path, idempotencyKey, version, params });
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const failure = failures.shift();
    if (failure) return send(failure.status, { error: failure.error });
    const known = idempotencyKey === undefined ? undefined : answers.get(idempotencyKey);
    if (known === 'under way')
      return send(409, { error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'in use' } });
    if (known) return send(200, known);
    const customer = params.get('customer');
    if (customer !== null && api.customers && !api.customers.has(customer))
      return send(400, { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' } });
    if (idempotencyKey !== undefined) answers.set(idempotencyKey, 'under way');
    if (gate && path === '/v1/checkout/sessions') {
      gate.come();
      await gate.released;
    }
    made += 1;
    const answer = answerTo(path, params, made, api.planUnits);
    if (path === '/v1/customers') api.customers?.add(String(Reflect.get(answer, 'id')));
    if (idempotencyKey !== undefined) answers.set(idempotencyKey, answer);
    return send(200, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(api, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failWith: (status: number, error: object) => void failures.push({ status, error }),
    hold() {
      const { promise: come, resolve: arrive } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      gate = { come: arrive, released };
      return {
        come,
        release: () => {
          gate = undefined;
          release();
        },
      };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function answerTo(path: string, params: URLSearchParams, made: number, planUnits: number): object {
  if (path === '/v1/customers') return { id: `cus_${made}`, object: 'customer' };
  if (path === '/v1/billing_portal/sessions')
    return { id: `bps_${made}`, object: 'billing_portal.session', url: `https://billing.stripe.com/p/${made}` };
  if (path.endsWith('/expire')) return { id: path.split('/')[4], object: 'checkout.session', status: 'expired' };
  const units = params.get('line_items[0][price_data][unit_amount]');
  return {
    id: `cs_test_${made}`,
    object: 'checkout.session',
    url: `https://checkout.stripe.com/c/pay/cs_test_${made}`,
    amount_subtotal: units === null ? planUnits : Number(units) * Number(params.get('line_items[0][quantity]')),
    currency: params.get('line_items[0][price_data][currency]') ?? 'usd',
  };
}
