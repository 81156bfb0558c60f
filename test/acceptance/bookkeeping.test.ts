import { beforeAll, describe, expect, test } from '@jest/globals';
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
