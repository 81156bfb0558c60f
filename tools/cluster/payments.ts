import type { Stack } from '../../infra/local/stack.ts';
import { freshId, genericEvent } from '../../sandbox/gateway/events.ts';
import { deliver } from '../../sandbox/gateway/server.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { DrillEnvironment } from '../faults/environment.ts';

const PAYMENTS = 5;
const LIMIT_MS = 120_000;

/** Buys packs by events of the generic gateway at the API of the environment, and waits until a worker has applied them. */
export async function payThrough(
  stack: Stack,
  { api, partnerId, query }: Pick<DrillEnvironment, 'api' | 'partnerId' | 'query'>,
): Promise<number> {
  const events = Array.from({ length: PAYMENTS }, () => {
    const purchase = { partner_id: partnerId, reference: freshId('order'), amount: '2.00', currency: 'USD' };
    return genericEvent('payment.succeeded', { ...purchase, credits: 100 }, new Date());
  });
  const secrets = { generic: stack.environment['GENERIC_WEBHOOK_SECRET'] ?? '' };
  await deliver({ origin: api.origin, secrets }, 'generic', events);
  const applied = async () =>
    (await query<{ n: number }>(`SELECT count(*)::int AS n FROM payment_event WHERE status = 'applied'`))[0]?.n ?? 0;
  await waitUntil('the payments to be applied', applied, (n) => n >= PAYMENTS, { limitMs: LIMIT_MS });
  return PAYMENTS;
}
