import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { genericEvent } from '../../sandbox/gateway/events.ts';
import { backfillOrders, billPeriod } from '../../test/environment/invoice-jobs.ts';
import { addOrder, addUsage } from '../../test/environment/orders.ts';
import { storeAndApplyEvent } from '../../test/environment/payments.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits, holdCredits, holdFor, settleHold } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import type { Partner } from '../partners/types.ts';
import { COMPARISONS, findDifferences } from './comparison-store.ts';
import { compareBooks, readLastResult } from './steps/compare-books.ts';

jest.setTimeout(120_000);

const NOW = new Date('2031-06-10T10:00:00Z');
const OPEN_MONTH = new Date('2031-06-01T00:00:00Z');

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await startTestService();
  service.setClock(NOW);
  // Faults at one partner are found beside others.
  for (let i = 0; i < 3; i += 1) {
    partner = await service.createPartner();
    await liveThroughAMonth(partner);
  }
});
afterAll(() => service.stop());

/** Credits held, used and released; a refunded pack with credits owed; an order, and use of two currencies, invoiced. */
async function liveThroughAMonth(of: Partner): Promise<void> {
  const { call } = await service.createKey(of, { daily_credit_limit: 1_000_000 });
  const id = of.id;
  const paid = { partner_id: id, reference: `pack-${id}`, amount: '20.00', currency: 'USD' };
  const apply = (type: string, data: Parameters<typeof genericEvent>[1], minute: number) =>
    storeAndApplyEvent(
      service.deps,
      'generic',
      genericEvent(type, data, new Date(Date.parse('2031-06-09T10:00:00Z') + minute * 60_000)),
    );
  expect(await apply('payment.succeeded', { ...paid, credits: 100 }, 0)).toBe('applied');
  await use(call, id, 'work-1', { held: 40, used: 30 });
  await use(call, id, 'work-2', { held: 60, used: 55 });
  expect(await apply('payment.refunded', { ...paid, amount: '20.00' }, 1)).toBe('applied');
  await service.deps.transaction(call, (tx) =>
    grantCredits(tx, { partnerId: id, kind: 'grant', amount: 50, reference: 'gift', reason: null }),
  );
  await addOrder(service, of);
  await backfillOrders(service.deps, call, 10);
  await addUsage(service, of, { quantity: '3' });
  await addUsage(service, of, { currency: 'JPY', unit_price: '7' });
  await billPeriod(service.deps, call, { start: '2031-05-01', end: '2031-05-31' });
}

async function use(call: Call, partnerId: number, reference: string, { held, used }: { held: number; used: number }) {
  await service.deps.transaction(call, async (tx) =>
    holdCredits(tx, holdFor(call, { amount: held, reference, capability: 'blog_post' })),
  );
  await service.deps.transaction(call, (tx) => settleHold(tx, { partnerId, reference, used }));
}

/** Names of the comparisons that find something once SQL has planted faults, which are not kept. */
async function found(...faults: string[]): Promise<string[]> {
  let names: string[] = [];
  await expect(
    service.dataSource.transaction(async (em: EntityManager) => {
      // Without the triggers, which would refuse such a change or pass it on.
      await em.query('SET LOCAL session_replication_role = replica');
      for (const fault of faults) await em.query(fault.replaceAll('$partner', String(partner.id)));
      names = (await findDifferences(em, OPEN_MONTH)).map(({ name }) => name);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  return names;
}

const OWED = 'accounts that owe other credits than their purchases took back';
const STATE = 'invoices in another state than their payments say';
const PAYMENTS = 'payments whose order or invoice says otherwise';
const MOVED = 'payments of invoices that do not come to what was paid';
const RATES = 'invoices with other totals by rate than their lines';
const OVERPAID = 'invoices with another over-payment than their payments';
const WRITTEN_OFF = 'invoices that are written off without an amount';
const JOINED = 'purchases that were joined to others and not taken back';
const SUMS = 'sums of lists and summaries that are not those of the invoices';
const LINES = 'invoices over another amount than their lines';
const USE = 'invoices over other use than their records';
const NOTES = 'credit notes over another amount than was credited';
const RETURNED = 'credit notes over another amount than payments returned';
const UNBILLED = 'use not billed yet that was summed otherwise';
const NUMBERS = 'numbers that are missing or were given twice';
const GRANTED = 'purchases that granted other credits than the ledger';
const BALANCE = 'accounts with another balance than their ledger';
const ORDER = 'invoices over another amount than their order';
const SETTLED = 'holds that were settled for another amount';
const KEYS = 'keys with other credits of a day than the ledger';
const CAPABILITIES = 'capabilities with other credits of a day than the ledger';
const HELD = 'accounts that hold other credits than their ledger';
const NOTHING_BILLED = 'invoices that bill neither an order nor use';
const USE_PENDING = 'use of ended months that no invoice has, to be billed';
const ORDER_PENDING = 'orders without an invoice, to be backfilled';
const NOTE_LINES = 'credit notes over another amount than their lines and rates';
const NOTE_RATES = 'credit notes over more of a rate than their invoice';
const VOIDED = 'voided invoices that still bill what can be billed again';
const FOREIGN = 'use that the invoice of another partner or currency bills';

test('clean books show nothing', async () => {
  expect(await found()).toEqual([]);
});

const OF_PARTNER = 'WHERE partner_id = $partner';
const INVOICES = `(SELECT id FROM invoice ${OF_PARTNER})`;

test.each<[string, string, string[]]>([
  ['a balance', `UPDATE credit_account SET balance = balance + 1 ${OF_PARTNER}`, [BALANCE]],
  ['held credits', `UPDATE credit_account SET balance = balance + 1, held = held + 1 ${OF_PARTNER}`, [BALANCE, HELD]],
  ['a debt', `UPDATE credit_account SET debt = debt + 1 ${OF_PARTNER}`, [OWED]],
  ['a ledger entry', `UPDATE credit_entry SET amount = amount + 1 ${OF_PARTNER} AND reference = 'gift'`, [BALANCE]],
  ['a lost grant', `DELETE FROM credit_entry ${OF_PARTNER} AND reference = 'gift' AND kind = 'grant'`, [BALANCE]],
  [
    'a capture',
    `UPDATE credit_entry SET amount = amount - 1 ${OF_PARTNER} AND reference = 'work-1' AND kind = 'capture'`,
    [BALANCE, HELD, SETTLED, CAPABILITIES],
  ],
  [
    'a lost release',
    `DELETE FROM credit_entry ${OF_PARTNER} AND reference = 'work-1' AND kind = 'release'`,
    [HELD, SETTLED, KEYS],
  ],
  [
    'a day of a key',
    `UPDATE credit_key_day SET used = used + 1 WHERE lineage_id IN (SELECT id FROM partner_key ${OF_PARTNER})`,
    [KEYS],
  ],
  [
    'a lost day of a key',
    `DELETE FROM credit_key_day WHERE lineage_id IN (SELECT id FROM partner_key ${OF_PARTNER})`,
    [KEYS],
  ],
  ['a day of a capability', `UPDATE credit_capability_day SET used = used + 1 ${OF_PARTNER}`, [CAPABILITIES]],
  ['granted credits', `UPDATE purchase SET credits_granted = credits_granted + 1 ${OF_PARTNER}`, [GRANTED]],
  ['revoked credits', `UPDATE purchase SET credits_revoked = credits_revoked - 1 ${OF_PARTNER}`, [OWED]],
  ['returned money', `UPDATE purchase SET returned_minor = returned_minor - 1 ${OF_PARTNER}`, [RETURNED, MOVED]],
  ['a payment without its order', `UPDATE purchase SET order_id = NULL ${OF_PARTNER}`, [PAYMENTS, MOVED]],
  [
    'an order',
    `UPDATE customer_order SET amount_minor = amount_minor + 1 ${OF_PARTNER} AND reference LIKE 'order-%'`,
    [ORDER],
  ],
  [
    'an order that lost its invoice',
    `UPDATE customer_order SET invoice_id = NULL ${OF_PARTNER} AND reference LIKE 'order-%'`,
    [ORDER_PENDING, NOTHING_BILLED],
  ],
  [
    'a paid order that lost its invoice',
    `UPDATE customer_order SET invoice_id = NULL ${OF_PARTNER} AND reference LIKE 'pack-%'`,
    [ORDER_PENDING, NOTHING_BILLED, PAYMENTS, MOVED],
  ],
  [
    'a line',
    `UPDATE invoice_line SET amount_minor = amount_minor + 1 WHERE invoice_id IN ${INVOICES} AND reference LIKE 'order-%'`,
    [LINES, RATES],
  ],
  [
    'the tax of a line',
    `UPDATE invoice_line SET tax_minor = tax_minor + 1 WHERE invoice_id IN ${INVOICES} AND reference LIKE 'order-%'`,
    [LINES, RATES],
  ],
  [
    'lost lines',
    `DELETE FROM invoice_line WHERE invoice_id IN ${INVOICES} AND reference LIKE 'order-%'`,
    [LINES, RATES],
  ],
  [
    'the quantity of a line',
    `UPDATE invoice_line SET quantity = quantity + 1 WHERE invoice_id IN ${INVOICES} AND description = 'calls'`,
    [USE],
  ],
  [
    'a paid amount',
    `UPDATE invoice SET paid_minor = 1, credited_minor = 0 ${OF_PARTNER} AND status = 'paid'`,
    [STATE, NOTES, RETURNED, SUMS, MOVED],
  ],
  [
    'a payment that the invoice lost',
    `UPDATE invoice SET status = 'open', paid_at = NULL, paid_minor = 0, credited_minor = 0 ${OF_PARTNER} AND status = 'paid'`,
    [PAYMENTS, NOTES, RETURNED, SUMS, MOVED],
  ],
  [
    'a payment of an invoice',
    `UPDATE invoice_payment SET amount_minor = amount_minor + 1 WHERE invoice_id IN ${INVOICES} AND kind = 'payment'`,
    [MOVED],
  ],
  [
    'the balance after a payment',
    `UPDATE invoice_payment SET balance_minor = balance_minor + 1 WHERE invoice_id IN ${INVOICES}`,
    [MOVED],
  ],
  [
    'totals by rate',
    `UPDATE invoice SET tax_totals = jsonb_set(tax_totals, '{0,tax_minor}', '7') ${OF_PARTNER} AND status = 'paid'`,
    [RATES],
  ],
  [
    'lost totals by rate',
    `UPDATE invoice SET tax_totals = '[]' ${OF_PARTNER} AND status = 'paid'`,
    [RATES, NOTE_RATES],
  ],
  [
    'an over-payment that was given back',
    `UPDATE invoice SET paid_minor = paid_minor + 5, excess_returned_minor = 2 ${OF_PARTNER} AND status = 'paid'`,
    [OVERPAID, MOVED, SUMS],
  ],
  [
    'an invoice that is written off without an amount',
    `UPDATE invoice SET status = 'uncollectible' ${OF_PARTNER} AND status = 'open'`,
    [WRITTEN_OFF, SUMS],
  ],
  [
    'a purchase that is part of none',
    `INSERT INTO purchase (gateway, subject, part_of, partner_id, created_at, updated_at)
     VALUES ('generic', 'twin', 'nobody', $partner, now(), now())`,
    [JOINED],
  ],
  [
    'a purchase that was joined with its credits',
    `INSERT INTO purchase (gateway, subject, part_of, partner_id, credits_granted, created_at, updated_at)
     SELECT gateway, 'twin', subject, partner_id, 5, now(), now() FROM purchase ${OF_PARTNER} AND part_of IS NULL LIMIT 1`,
    [JOINED, GRANTED],
  ],
  ['lost payments', `DELETE FROM invoice_payment WHERE invoice_id IN ${INVOICES}`, [MOVED]],
  ['a lost refund', `DELETE FROM invoice_payment WHERE invoice_id IN ${INVOICES} AND kind = 'refund'`, [MOVED]],
  [
    'an invoice that is paid and open',
    `UPDATE invoice SET paid_minor = total_minor ${OF_PARTNER} AND status = 'open'`,
    [STATE, SUMS, MOVED],
  ],
  [
    'a credit note',
    `UPDATE credit_note SET amount_minor = amount_minor + 1 WHERE invoice_id IN ${INVOICES}`,
    [NOTES, RETURNED, NOTE_LINES],
  ],
  ['a lost credit note', `DELETE FROM credit_note WHERE invoice_id IN ${INVOICES}`, [NOTES, RETURNED, NUMBERS]],
  ['a number', `UPDATE invoice_counter SET last = last + 1`, [NUMBERS]],
  ['a stored sum', `UPDATE invoice_total SET n = n + 1 ${OF_PARTNER}`, [SUMS]],
  ['a stored sum of payments', `UPDATE invoice_total SET paid_minor = paid_minor + 1 ${OF_PARTNER}`, [SUMS]],
  [
    'use that lost its invoice',
    `UPDATE usage_record SET invoice_id = NULL ${OF_PARTNER}`,
    [USE_PENDING, NOTHING_BILLED, USE, UNBILLED],
  ],
  [
    'a sum of use',
    `UPDATE unbilled_usage SET amount_minor = amount_minor + 1 WHERE partner_id = $partner AND is_sum`,
    [UNBILLED],
  ],
  [
    'a line of a credit note',
    `UPDATE credit_note_line SET tax_minor = tax_minor + 1
     WHERE credit_note_id IN (SELECT id FROM credit_note ${OF_PARTNER})`,
    [NOTE_LINES],
  ],
  [
    'lost lines of a credit note',
    `DELETE FROM credit_note_line WHERE credit_note_id IN (SELECT id FROM credit_note ${OF_PARTNER})`,
    [NOTE_LINES],
  ],
  [
    'the rate of a credit note',
    `UPDATE credit_note SET tax_totals = jsonb_set(tax_totals, '{0,rate}', '"0.07"') ${OF_PARTNER}`,
    [NOTE_RATES],
  ],
  [
    'more credited of a rate than was invoiced',
    `UPDATE invoice SET tax_totals = jsonb_set(tax_totals, '{0,taxable_minor}', '1') ${OF_PARTNER} AND credited_minor > 0`,
    [NOTE_RATES, RATES],
  ],
  [
    'a voided invoice that keeps its order',
    `UPDATE invoice SET status = 'void', is_rebilled = true ${OF_PARTNER} AND status = 'open' AND period_start IS NULL`,
    [VOIDED, SUMS],
  ],
  [
    'a voided invoice that keeps its use',
    `UPDATE invoice SET status = 'void', is_rebilled = true ${OF_PARTNER} AND period_start IS NOT NULL`,
    [VOIDED, SUMS, USE],
  ],
  ['use billed at another currency', `UPDATE usage_record SET currency = 'EUR' ${OF_PARTNER}`, [USE, FOREIGN]],
])('a fault is named: %s', async (_fault, sql, names) => {
  expect((await found(sql)).sort()).toEqual([...names].sort());
});

test('each comparison has found a fault', () => {
  const tested = [
    ...[OWED, STATE, PAYMENTS, SUMS, LINES, USE, NOTES, RETURNED, NUMBERS, GRANTED, BALANCE, ORDER, SETTLED, KEYS],
    ...[CAPABILITIES, HELD, NOTHING_BILLED, USE_PENDING, ORDER_PENDING, FOREIGN, UNBILLED, MOVED, VOIDED],
    ...[RATES, OVERPAID, WRITTEN_OFF, JOINED],
    ...[NOTE_LINES, NOTE_RATES],
  ];
  expect(COMPARISONS.map(({ name }) => name).sort()).toEqual(tested.sort());
});

test('the nightly run goes through all partners in slices, and keeps what it found', async () => {
  await service.dataSource.query(
    `INSERT INTO partner (name, plan, capabilities, created_at, updated_at)
     SELECT 'Many', 'starter', '{}', now(), now() FROM generate_series(1, 450)`,
  );
  const night = async () => {
    const slices = [await perform(service.deps, compareBooks, { runId: null, afterPartnerId: 0 })];
    for (let last = slices[0]?.lastPartnerId ?? null; last !== null; last = slices.at(-1)?.lastPartnerId ?? null) {
      const next = { runId: slices[0]?.runId ?? 0, afterPartnerId: last };
      slices.push(await perform(service.deps, compareBooks, next));
      // A repeat, as after a worker's death, counts nothing twice.
      expect(await perform(service.deps, compareBooks, next)).toEqual(slices.at(-1));
    }
    return slices.length;
  };
  expect(await perform(service.deps, readLastResult, {})).toEqual({ differences: 0, pending: 0, ageSeconds: null });
  expect(await night()).toBe(3);
  expect(await perform(service.deps, readLastResult, {})).toEqual({ differences: 0, pending: 0, ageSeconds: 0 });

  const late = await service.createPartner();
  await service.dataSource.query('UPDATE credit_account SET balance = 7 WHERE partner_id = $1', [late.id]);
  await addOrder(service, late);
  service.setClock(new Date(NOW.getTime() + 86_400_000));
  await night();
  expect(await perform(service.deps, readLastResult, {})).toEqual({ differences: 1, pending: 1, ageSeconds: 0 });
  const [run] = await service.dataSource.query('SELECT found FROM reconciliation_run ORDER BY id DESC LIMIT 1');
  expect(run.found).toMatchObject([
    { name: ORDER_PENDING, isPendingWork: true, count: 1 },
    { name: BALANCE, isPendingWork: false, count: 1, rows: [{ partner_id: late.id, balance: 7, ledger: 0 }] },
  ]);
});
