import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMPARISONS } from '../../../domain/reconciliation/comparison-store.ts';
import { genericEvent } from '../../../sandbox/gateway/events.ts';
import { storeAndApplyEvent } from '../../../test/environment/payments.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { InvoicePayments1700000064000 } from './0064-invoice-payments.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (second: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + second * 1_000);

test('former payments become rows as far as they are known', async () => {
  const { dataSource, deps } = service;
  const { id: partnerId } = await service.createPartner();
  const pay = (type: string, reference: string, amount: string, second: number) =>
    storeAndApplyEvent(
      deps,
      'generic',
      genericEvent(type, { partner_id: partnerId, reference, amount, currency: 'USD' }, at(second), {
        ...(type === 'payment.succeeded' ? { credits: 1_000, billing_type: 'token_pack' } : {}),
      }),
    );
  await pay('payment.succeeded', 'whole', '20.00', 0);
  await pay('payment.refunded', 'whole', '5.00', 1);
  await pay('payment.succeeded', 'plain', '90.00', 2);
  await dataSource.query(
    `INSERT INTO customer_order (partner_id, billing_type, amount_minor, currency, tax_included, description, reference, created_at)
     VALUES ($1, 'token_pack', 10000, 'USD', false, 'Credits', 'part', now()), ($1, 'token_pack', 10000, 'USD', false, 'Credits', 'over', now())`,
    [partnerId],
  );
  await pay('payment.succeeded', 'part', '60.00', 3);
  await pay('payment.refunded', 'part', '10.00', 4);
  await pay('payment.succeeded', 'over', '150.00', 5);
  await pay('payment.refunded', 'over', '30.00', 6);

  const runner = dataSource.createQueryRunner();
  const migration = new InvoicePayments1700000064000();
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();

  const rows: Record<string, unknown>[] = await dataSource.query(
    `SELECT o.reference AS of, m.kind, m.gateway, m.reference, m.amount_minor, m.balance_minor, m.received_at,
            m.recorded_at = i.paid_at AS at_payment
     FROM invoice_payment m JOIN invoice i ON i.id = m.invoice_id JOIN customer_order o ON o.invoice_id = i.id ORDER BY o.id, m.id`,
  );
  const row = (of: string, kind: string, amount_minor: number, balance_minor: number) =>
    expect.objectContaining({
      of,
      kind,
      gateway: 'generic',
      reference: `${partnerId}/${of}`,
      amount_minor,
      balance_minor,
      received_at: null,
    });
  expect(rows).toEqual([
    row('whole', 'payment', 2_000, 2_000),
    row('whole', 'refund', -500, 1_500),
    row('plain', 'payment', 9_000, 9_000),
    row('part', 'payment', 5_000, 5_000),
    row('over', 'payment', 15_000, 15_000),
    row('over', 'refund', -3_000, 12_000),
  ]);
  expect(
    rows.filter(({ kind, of }) => kind === 'payment' && of !== 'part').map(({ at_payment }) => at_payment),
  ).toEqual([true, true, true]);
  const comparison = COMPARISONS.find(({ name }) => name === 'payments of invoices that do not come to what was paid');
  expect(await dataSource.query(comparison?.differences ?? '', [0, 1_000_000])).toEqual([]);

  // The next event adds what is new, and repeats nothing.
  await pay('payment.refunded', 'whole', '3.00', 7);
  await pay('payment.succeeded', 'part', '50.00', 8);
  expect(await dataSource.query(comparison?.differences ?? '', [0, 1_000_000])).toEqual([]);
  const added = await dataSource.query(
    'SELECT kind, amount_minor, balance_minor FROM invoice_payment WHERE received_at IS NOT NULL ORDER BY id',
  );
  expect(added).toEqual([
    { kind: 'refund', amount_minor: -300, balance_minor: 1_200 },
    { kind: 'payment', amount_minor: 1_000, balance_minor: 6_000 },
    { kind: 'payment', amount_minor: 5_000, balance_minor: 11_000 },
    { kind: 'refund', amount_minor: -1_000, balance_minor: 10_000 },
  ]);
});
