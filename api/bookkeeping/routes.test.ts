import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { grantCredits } from '../../domain/credits/ledger.ts';
import { type Call, systemCall } from '../../domain/kernel/call.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { backfillOrders } from '../../test/environment/invoice-jobs.ts';
import { addOrder, addUsage } from '../../test/environment/orders.ts';
import { answerOf, codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { bookkeepingArea } from './area.ts';

jest.setTimeout(60_000);

interface Entry {
  id: number;
  partner_id: number;
  [field: string]: unknown;
}

let service: TestService;
let partners: { partner: Partner; call: Call }[];
beforeAll(async () => {
  service = await startTestService();
  partners = [];
  for (let n = 0; n < 2; n += 1) {
    const { partner, call } = await service.createCaller();
    partners.push({ partner, call });
    service.setClock(new Date('2031-05-31T23:59:59.999Z'));
    await bookFor(partner, call, 'first');
    service.setClock(new Date('2031-06-01T00:00:00Z'));
    await bookFor(partner, call, 'second');
  }
});
afterAll(() => service.stop());

/** An invoiced order and one without an invoice, use, and a ledger entry. */
async function bookFor(partner: Partner, call: Call, name: string): Promise<void> {
  await addOrder(service, partner, { reference: `${name}-invoiced` });
  await backfillOrders(service.deps, call, 10);
  await addOrder(service, partner, { reference: `${name}-open`, billing_type: 'demo' });
  await addUsage(service, partner, { reference: name, occurred_at: service.deps.clock.now() });
  await service.deps.transaction(systemCall('test'), (tx) =>
    grantCredits(tx, { partnerId: partner.id, kind: 'grant', amount: 5, reference: name, reason: null }),
  );
}

async function list(what: string, query: object = {}): Promise<{ data: Entry[]; meta: { total: number } }> {
  const { status, body } = await answerOf(service, bookkeepingArea.routes, `GET /3pi-partners/${what}`, {
    input: query,
  });
  expect(status).toBe(200);
  return body as { data: Entry[]; meta: { total: number } };
}

const partnerId = (n: number) => partners[n]?.partner.id ?? 0;

test.each([
  ['invoices', 6],
  ['orders', 8],
  ['usage-records', 4],
  ['ledger-entries', 4],
])('administrators read the %s of all partners, newest first, by partner, day and page', async (what, total) => {
  const all = await list(what);
  expect(all.meta.total).toBe(total);
  expect(all.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id).sort((one, other) => other - one));
  expect(new Set(all.data.map(({ partner_id }) => partner_id))).toEqual(new Set([partnerId(0), partnerId(1)]));

  const ofOne = await list(what, { partner_id: partnerId(0) });
  expect(ofOne.data).toEqual(all.data.filter(({ partner_id }) => partner_id === partnerId(0)));
  const may = await list(what, { partner_id: partnerId(0), end_date: '2031-05-31' });
  const june = await list(what, { partner_id: partnerId(0), start_date: '2031-06-01' });
  expect([...june.data, ...may.data]).toEqual(ofOne.data);
  expect(may.data.length).toBeGreaterThan(0);
  expect(june.data.length).toBeGreaterThan(0);

  const second = await list(what, { per_page: 3, page: 2 });
  expect(second.data).toEqual(all.data.slice(3, 6));
  expect(await list(what, { page: 99 })).toMatchObject({ data: [], meta: { total } });
});

test('each list is searched by what identifies its records', async () => {
  const referencesOf = async (what: string, query: object) =>
    (await list(what, query)).data.map((one) => one['reference']);
  expect(await referencesOf('orders', { partner_id: partnerId(0), invoiced: true })).not.toContain('second-open');
  expect(await referencesOf('orders', { partner_id: partnerId(0), invoiced: false })).toEqual(['second-open']);
  expect(await referencesOf('orders', { reference: 'first-open', type: 'demo' })).toHaveLength(2);
  expect(await referencesOf('usage-records', { reference: 'first', invoiced: false, dimension: 'calls' })).toHaveLength(
    2,
  );
  expect(await referencesOf('usage-records', { invoiced: true })).toEqual([]);
  expect(await referencesOf('ledger-entries', { reference: 'second', kind: 'grant' })).toHaveLength(2);
  expect(await referencesOf('ledger-entries', { kind: 'capture' })).toEqual([]);
  const number = (await list('invoices')).data[0]?.['invoice_number'];
  expect((await list('invoices', { invoice_number: number })).data).toMatchObject([{ invoice_number: number }]);
  expect((await list('invoices', { status: 'paid' })).data).toEqual([]);
});

test('only administrators read them; bad filters are refused', async () => {
  const asked = (call: Call, input: object = {}) =>
    codeOf(answerOf(service, bookkeepingArea.routes, 'GET /3pi-partners/invoices', { input }, call));
  expect(await asked(partners[0]?.call ?? service.admin)).toBe('FORBIDDEN');
  expect(await asked(service.admin, { start_date: '2031-06-02', end_date: '2031-06-01' })).toBe('VALIDATION_ERROR');
  expect(await asked(service.admin, { status: 'lost' })).toBe('VALIDATION_ERROR');
});
