import { beforeAll, describe, expect, test } from '@jest/globals';
import { readCsv } from '../environment/csv.ts';
import { type RouteName, request } from '../environment/http.ts';
import { backfill, reportOrder, reportUse } from '../environment/invoices.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner({ credits: 100 });
  await reportOrder(partner, { amount: 100 });
  await backfill(partner);
  await reportUse(partner);
});

const LISTS: RouteName[] = [
  'GET /3pi-partners/invoices',
  'GET /3pi-partners/orders',
  'GET /3pi-partners/usage-records',
  'GET /3pi-partners/ledger-entries',
];

describe.each(LISTS)('%s', (name) => {
  const query = () => ({ partner_id: String(partner.id) });

  test("lists a partner's records for administrators, by query parameters", async () => {
    const { status, body } = await requestAsAdmin(name, { query: { ...query(), per_page: '10' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ partner_id: partner.id }], meta: { total: 1, page: 1, per_page: 10 } });
    const none = await requestAsAdmin(name, { query: { ...query(), end_date: '2001-01-01' } });
    expect(none.body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test('is not for partners, and refuses unreadable filters', async () => {
    expect((await partner.request(name, { query: query() })).status).toBe(403);
    expect((await request(name, { key: null, query: query() })).status).toBe(401);
    expect((await requestAsAdmin(name, { query: { start_date: 'May' } })).status).toBe(422);
  });
});

describe('GET /3pi-partners/accounting-export', () => {
  const name = 'GET /3pi-partners/accounting-export';
  const month = new Date().toISOString().slice(0, 7);

  test('is a CSV file with the lines of the month', async () => {
    const { status, headers, text } = await requestAsAdmin(name, { query: { month } });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="journal-${month}.csv"`);
    const [head = [], ...rows] = readCsv(text);
    const own = rows.filter((row) => row[head.indexOf('partner_id')] === String(partner.id));
    const cells = own.map((row) => ['account', 'debit', 'credit'].map((column) => row[head.indexOf(column)]));
    expect(cells).toEqual([
      ['receivables', '100.00', '0.00'],
      ['revenue', '0.00', '100.00'],
    ]);
  });

  test('is for administrators, and for a month', async () => {
    expect((await partner.request(name, { query: { month } })).status).toBe(403);
    expect((await request(name, { key: null, query: { month } })).status).toBe(401);
    for (const query of [{}, { month: '2026-13' }]) expect((await requestAsAdmin(name, { query })).status).toBe(422);
  });
});
