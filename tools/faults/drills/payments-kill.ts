import { freshId, type GatewayEvent, genericEvent } from '../../../sandbox/gateway/events.ts';
import { deliver } from '../../../sandbox/gateway/server.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { eachOf } from '../each-of.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const PURCHASES = 40;
const CREDITS = 100;
/** Each process is killed when so many purchases have been applied. */
const KILL_AT: readonly (readonly [name: string, applied: number])[] = [
  ['api', 2],
  ['worker', 10],
  ['api', 25],
];
const LIMIT_MS = 180_000;

/** Kills worker and API while a gateway sends payments and refunds, which it repeats until they are taken, as real ones do. */
export const paymentsKillDrill: Drill = {
  name: 'payments-kill',
  title: `kill -9 of worker and api while ${PURCHASES} purchases, half of them refunded, arrive in disorder`,
  credits: 0,
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, findings, query, partnerId } = environment;
  const events = Array.from({ length: PURCHASES }, (_, index) => eventsOf(partnerId, index)).flat();
  let repeats = 0;
  const sending = eachOf(events, 1, async (event) => {
    repeats += await sendUntilTaken(environment, event);
  });
  for (const [name, applied] of KILL_AT) {
    await waitUntil('purchases to be carried out', async () => (await purchases(environment)) >= applied, {
      limitMs: LIMIT_MS,
      retryErrors: true,
    });
    await stack.kill(name, 'SIGKILL');
    await stack.ready(name);
  }
  await sending;
  findings.note('deliveries repeated', repeats);
  await waitUntil('all events to be carried out', async () => (await open(environment)) === 0, {
    limitMs: LIMIT_MS,
    retryErrors: true,
  });
  const [seen] = await query(
    `SELECT (SELECT count(*)::int FROM payment_event WHERE partner_id = $1 AND status = 'applied') AS applied,
            (SELECT count(*)::int FROM customer_order WHERE partner_id = $1) AS orders,
            (SELECT count(DISTINCT number)::int FROM invoice WHERE partner_id = $1 AND status = 'paid') AS invoices,
            (SELECT coalesce(sum(credited_minor), 0)::int FROM invoice WHERE partner_id = $1) AS credited,
            (SELECT balance::int FROM credit_account WHERE partner_id = $1) AS balance,
            (SELECT debt::int FROM credit_account WHERE partner_id = $1) AS debt`,
    [partnerId],
  );
  findings.equal('What came of it', seen, {
    applied: events.length,
    orders: PURCHASES,
    invoices: PURCHASES,
    credited: (PURCHASES / 2) * 200,
    balance: (PURCHASES / 2) * CREDITS,
    debt: 0,
  });
}

/** Every second purchase is refunded, and every fourth refund comes before its payment. */
function eventsOf(partnerId: number, index: number): GatewayEvent[] {
  const purchase = { partner_id: partnerId, reference: freshId('order'), amount: '2.00', currency: 'USD' };
  const now = Date.now();
  const paid = genericEvent('payment.succeeded', { ...purchase, credits: CREDITS }, new Date(now));
  if (index % 2 === 0) return [paid];
  const refunded = genericEvent('payment.refunded', purchase, new Date(now + 1_000));
  return index % 4 === 1 ? [refunded, paid] : [paid, refunded];
}

/** Returns how often it had to be repeated. */
async function sendUntilTaken({ stack }: DrillEnvironment, event: GatewayEvent): Promise<number> {
  const secrets = stack.credentials.gateway_secrets ?? {};
  let tries = 0;
  await waitUntil(
    'the event to be taken',
    async () => {
      tries += 1;
      const [delivered] = await deliver({ origin: stack.urls.apiOrigin, secrets }, 'generic', [event]);
      return delivered?.status === 200;
    },
    { limitMs: LIMIT_MS, retryErrors: true },
  );
  return tries - 1;
}

async function purchases({ query, partnerId }: DrillEnvironment): Promise<number> {
  const [row] = await query<{ n: number }>(
    'SELECT count(*)::int AS n FROM purchase WHERE partner_id = $1 AND order_id IS NOT NULL',
    [partnerId],
  );
  return row?.n ?? 0;
}

async function open({ query }: DrillEnvironment): Promise<number> {
  const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM payment_event WHERE status = 'stored'`, []);
  return row?.n ?? 0;
}
