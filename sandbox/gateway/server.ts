import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { HttpProblem, readJson, readText, sendJson } from '../http.ts';
import { type SandboxAddress, type SandboxServer, startSandboxServer } from '../server.ts';
import { checkoutPage, orderIn, paidEvent } from './checkout-page.ts';
import type { GatewayEvent } from './events.ts';
import { signGeneric, signStripe } from './sign.ts';
import { eventsOf, SANDBOX_GATEWAYS, type SandboxGateway, STORIES } from './stories.ts';

const play = z.object({
  gateway: z.enum(SANDBOX_GATEWAYS).default('generic'),
  story: z.enum(STORIES).default('success'),
  partner_id: z.int().positive(),
  amount: z
    .string()
    .regex(/^\d+\.\d\d$/)
    .default('20.00'),
  currency: z.string().default('USD'),
  credits: z.int().positive().default(1_000),
  plan: z.string().default('business'),
  pack_price: z.string().default('credits_1000'),
  plan_price: z.string().default('plan_business'),
});

/** Where the gateway sends its events, and what it signs them with. */
export interface GatewayTarget {
  /** Origin of the service. */
  origin: string;
  secrets: Partial<Record<SandboxGateway, string | undefined>>;
  /** The clock of the gateway; the system's when absent. */
  now?: () => Date;
}

/** An event that was sent, and how the service answered. */
export interface Delivered {
  id: string;
  type: string;
  status: number;
  answer: unknown;
}

/**
 * Starts the sandbox payment gateway: nobody pays, but its events have the signatures and formats of the real ones. `POST /__sandbox/play`
 * plays a story: `{"gateway": "stripe", "story": "refund", "partner_id": 1}`. `/pay` is the payment page of the generic gateway.
 */
export function startSandboxGateway(address: SandboxAddress, target: GatewayTarget): Promise<SandboxServer> {
  return startSandboxServer(address, (request, response) => {
    const answer = async () => {
      response.setHeader('x-sandbox', 'true');
      if (request.url === '/healthz') return sendJson(response, 200, { status: 'ok', sandbox: true });
      if (request.url?.startsWith('/pay?')) return await servePage(target, request, response);
      if (`${request.method} ${request.url}` !== 'POST /__sandbox/play')
        throw new HttpProblem(404, 'POST /__sandbox/play');
      const { gateway, story, ...order } = play.parse(await readJson(request));
      sendJson(response, 200, {
        delivered: await deliver(target, gateway, eventsOf(story, gateway, order, new Date())),
      });
    };
    answer().catch((error: unknown) => {
      const status = error instanceof HttpProblem ? error.status : error instanceof z.ZodError ? 400 : 502;
      sendJson(response, status, { error: { message: error instanceof Error ? error.message : String(error) } });
    });
  });
}

/** How long after the return of the buyer the gateway reports a payment that it reports late, milliseconds. */
const LATE_MS = 3_000;

/** The payment page, and what the buyer chose on it. */
async function servePage(target: GatewayTarget, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const now = target.now ?? (() => new Date());
  const order = orderIn((request.url ?? '').slice('/pay?'.length), target.secrets.generic ?? '', now());
  if (!order) throw new HttpProblem(401, 'The signature is not of GENERIC_WEBHOOK_SECRET');
  const show = (status: number, problem: string | null) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(status, headers).end(checkoutPage(order, problem));
  };
  if (request.method !== 'POST' || order.hasExpired) return show(200, null);
  const outcome = new URLSearchParams(await readText(request)).get('outcome');
  if (outcome === 'fail') return show(402, 'The payment was declined. Nothing was paid.');
  const report = () => deliver(target, 'generic', [paidEvent(order, now())]);
  if (outcome === 'later') setTimeout(() => void report().catch(() => undefined), LATE_MS).unref();
  else {
    const [delivered] = await report();
    if (delivered?.status !== 200) return show(502, `The service answered ${delivered?.status} to the event.`);
  }
  response.writeHead(303, { location: order.params['return_url'] ?? '/' }).end();
}

/** Sends events one after another, as the gateway signs them. */
export async function deliver(
  { origin, secrets, now = () => new Date() }: GatewayTarget,
  gateway: SandboxGateway,
  events: readonly GatewayEvent[],
): Promise<Delivered[]> {
  const secret = secrets[gateway];
  if (secret === undefined) throw new HttpProblem(409, `The sandbox gateway has no secret of ${gateway}`);
  const sign = gateway === 'stripe' ? signStripe : signGeneric;
  const delivered: Delivered[] = [];
  for (const event of events) {
    const body = JSON.stringify(event);
    const response = await fetch(`${origin}/webhooks/v1/${gateway}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...sign(secret, body, Math.floor(now().getTime() / 1000)) },
      body,
    });
    delivered.push({ id: event.id, type: event.type, status: response.status, answer: await response.json() });
  }
  return delivered;
}
