import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { createCreditNote } from '../../domain/invoices/operations/create-credit-note.ts';
import { findDifferences } from '../../domain/reconciliation/comparison-store.ts';
import type { GatewayEvent } from '../../sandbox/gateway/events.ts';
import { backfillOrders } from '../environment/invoice-jobs.ts';
import { addOrder } from '../environment/orders.ts';
import { storeAndApplyEvent } from '../environment/payments.ts';
import { startTestService, type TestService } from '../environment/service.ts';
import { anyLife, decimalOf, type End, endOf, eventsOf, isOfStripe, type Life } from './life.ts';

/** `npm run fuzz -- purchases` plays 2,000. */
const LIVES = Number(process.env['PURCHASE_LIVES'] ?? 20);
const SEED = Number(process.env['PURCHASE_SEED'] ?? 1);

jest.setTimeout(60_000 + LIVES * 5_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.setClock(new Date('2031-06-04T01:00:00Z'));
});
afterAll(() => service?.stop());

/** Plays a life, its events in this order, as a partner of its own. */
async function play(life: Life, arrange: (events: GatewayEvent[]) => GatewayEvent[]): Promise<End> {
  const partner = await service.createPartner();
  const { currency, totalMinor, creditedMinor } = life;
  const params = { partner_id: partner.id };
  let reference = 'order';
  if (life.by === 'reported') {
    const { call } = await service.createKey(partner);
    ({ reference } = await addOrder(service, partner, { amount_minor: totalMinor, currency }));
    await backfillOrders(service.deps, call, 1);
    const [{ number }] = await service.dataSource.query('SELECT number FROM invoice WHERE partner_id = $1', [
      partner.id,
    ]);
    const input = { amount: decimalOf(creditedMinor, currency), reason: 'Agreed' };
    if (creditedMinor > 0)
      await service.run(service.admin, createCreditNote, { params: { ...params, invoiceNumber: number }, input });
  }
  const gateway = isOfStripe(life) ? 'stripe' : 'generic';
  for (const event of arrange(eventsOf(life, partner.id, reference)))
    await storeAndApplyEvent(service.deps, gateway, event);
  const [end] = await service.dataSource.query(
    `SELECT i.status, i.paid_minor AS paid, i.credited_minor AS credited, i.excess_returned_minor AS "excessReturned",
       (SELECT sum(amount_minor)::bigint FROM invoice_payment WHERE invoice_id = i.id) AS kept,
       (SELECT balance - debt FROM credit_account WHERE partner_id = i.partner_id) AS credits,
       (SELECT coalesce(sum(total_minor - credited_minor), 0)::bigint FROM invoice WHERE partner_id = i.partner_id AND id <> i.id) AS others
     FROM purchase p JOIN customer_order o ON o.id = p.order_id JOIN invoice i ON i.id = o.invoice_id
     WHERE p.partner_id = $1 AND p.part_of IS NULL`,
    [partner.id],
  );
  return end;
}

test(`${LIVES} generated lives of purchases end as a model of their own says, in whatever order their events arrive`, async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, fc.array(fc.nat(), { minLength: 16, maxLength: 16 }), async (life, places) => {
      const placeOf = new Map<GatewayEvent, number>();
      const shuffled = (events: GatewayEvent[]) => {
        for (const [index, event] of events.entries()) placeOf.set(event, places[index] ?? 0);
        return events.toSorted((one, other) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0));
      };
      const ends = [
        await play(life, (events) => events),
        await play(life, (events) => events.toReversed()),
        await play(life, (events) => [...shuffled(events), ...events]),
      ];
      expect(ends).toEqual([endOf(life), endOf(life), endOf(life)]);
    }),
    { numRuns: LIVES, seed: SEED },
  );
  expect(await findDifferences(service.dataSource.manager, new Date('2031-06-01T00:00:00Z'))).toEqual([]);
});
