import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshId, genericEvent, stripeCharge, stripeCheckout, stripeEvent } from '../../../sandbox/gateway/events.ts';
import { booksOf, storeAndApplyEvent } from '../../../test/environment/payments.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (second: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + second * 1_000);

test('purchases of the former form, whose facts name no payments, go on', async () => {
  const { dataSource, deps } = service;
  const { id: partnerId } = await service.createPartner();
  const pack = { partner_id: partnerId, reference: 'old', amount: '20.00', currency: 'USD', credits: 1_000 };
  const checkout = {
    partner_id: partnerId,
    intent: freshId('pi'),
    units: 9_000,
    currency: 'USD',
    price: 'credits_5000',
  };
  await storeAndApplyEvent(deps, 'generic', genericEvent('payment.succeeded', pack, at(0)));
  await storeAndApplyEvent(deps, 'stripe', stripeEvent('checkout.session.completed', stripeCheckout(checkout), at(0)));
  await dataSource.query(
    `UPDATE payment_event SET fact = fact - ARRAY['payment', 'scope', 'evidence', 'note'] WHERE partner_id = $1`,
    [partnerId],
  );
  await dataSource.query('DELETE FROM purchase WHERE order_id IS NULL');
  await dataSource.query(`UPDATE purchase SET subject = $1 WHERE gateway = 'stripe'`, [checkout.intent]);
  await storeAndApplyEvent(
    deps,
    'generic',
    genericEvent('payment.refunded', { ...pack, credits: undefined, amount: '5.00' } as never, at(2)),
  );
  await storeAndApplyEvent(deps, 'stripe', stripeEvent('charge.refunded', stripeCharge(checkout, 900), at(2)));
  await storeAndApplyEvent(deps, 'stripe', stripeEvent('checkout.session.completed', stripeCheckout(checkout), at(0)));
  expect(await booksOf(deps, partnerId)).toMatchObject({ balance: 5_250, orders: 2, paid: 11_000, credited: 1_400 });
});
