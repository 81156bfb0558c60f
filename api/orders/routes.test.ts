import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Partner } from '../../domain/partners/types.ts';
import { answerOf, codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { usageRecordsArea } from '../usage-records/area.ts';
import { ordersArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe.each([
  {
    name: 'POST /3pi-partners/{partner_id}/orders',
    routes: ordersArea.routes,
    input: {
      billing_type: 'token_pack',
      amount: '49.90',
      currency: 'EUR',
      description: '500 credits',
      reference: 'order-1',
    },
    expected: { billing_type: 'token_pack', amount: 49.9, currency: 'EUR', description: '500 credits' },
    bad: { billing_type: 'gift', amount: -1, currency: 'XYZW', description: '', reference: '' },
    required: ['billing_type', 'amount', 'currency', 'description', 'reference'],
  },
  {
    name: 'POST /3pi-partners/{partner_id}/usage-records',
    routes: usageRecordsArea.routes,
    input: {
      dimension: 'credits',
      quantity: 12.5,
      unit_price: '0.010000',
      currency: 'USD',
      occurred_at: '2024-05-01T12:00:00+02:00',
      reference: 'usage-1',
    },
    expected: { dimension: 'credits', quantity: '12.5', unit_price: '0.01', occurred_at: '2024-05-01T10:00:00.000Z' },
    bad: { dimension: '', quantity: -1, unit_price: 'x', currency: 'dollar', occurred_at: 'now', reference: 7 },
    required: ['dimension', 'quantity', 'unit_price', 'currency', 'occurred_at'],
  },
])('$name', ({ name, routes, input, expected, bad, required }) => {
  const create = (partner: Partner, body: unknown, call = service.admin) =>
    answerOf(service, routes, name, { params: { partner_id: partner.id }, input: body }, call);

  test('records it', async () => {
    const partner = await service.createPartner();
    const { status, body } = await create(partner, input);
    expect(status).toBe(201);
    expect(body).toMatchObject({ data: { ...expected, partner_id: partner.id, reference: input.reference } });
    const { data } = body as { data: { id: number } };
    expect((await answerOf(service, routes, name, { madeId: data.id })).body).toEqual(body);
  });

  test('the same reference again is a conflict, also at once; for another partner it is not', async () => {
    const partner = await service.createPartner();
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(create(partner, input))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
    expect(await codeOf(create(await service.createPartner(), input))).toBe('none');
  });

  test('reports all problems at once', async () => {
    const partner = await service.createPartner();
    expect(Object.keys(await validationOf(create(partner, bad)))).toEqual(Object.keys(bad));
    expect(Object.keys(await validationOf(create(partner, {})))).toEqual(required);
  });

  test('is for administrators, and for partners that exist', async () => {
    const { partner, call } = await service.createCaller();
    expect(await codeOf(create(partner, input, call))).toBe('FORBIDDEN');
    expect(await codeOf(create({ ...partner, id: 999_999_999 }, input))).toBe('NOT_FOUND');
  });
});

test('usage records without a reference are never the same', async () => {
  const partner = await service.createPartner();
  const input = { dimension: 'x', quantity: 1, unit_price: 1, currency: 'USD', occurred_at: '2024-05-01T12:00:00Z' };
  const params = { partner_id: partner.id };
  for (const reference of [null, undefined, null]) {
    const request = { params, input: { ...input, reference } };
    const { status } = await answerOf(
      service,
      usageRecordsArea.routes,
      'POST /3pi-partners/{partner_id}/usage-records',
      request,
    );
    expect(status).toBe(201);
  }
});

test.each([
  ['JPY', '1200', '1200.5'],
  ['KWD', '1.255', '1.2551'],
])('an order in %s takes %s and refuses %s', async (currency, amount, tooFine) => {
  const { id } = await service.createPartner();
  const order = { billing_type: 'demo', currency, description: 'x', reference: 'x' };
  const create = (written: string) =>
    answerOf(service, ordersArea.routes, 'POST /3pi-partners/{partner_id}/orders', {
      params: { partner_id: id },
      input: { ...order, amount: written },
    });
  expect(Object.keys(await validationOf(create(tooFine)))).toEqual(['amount']);
  expect((await create(amount)).body).toMatchObject({ data: { amount: Number(amount), currency } });
});

test('use whose amount is beyond the books is refused', async () => {
  const { id } = await service.createPartner();
  const record = { dimension: 'x', quantity: '99999999999999', unit_price: '99999999999999', currency: 'USD' };
  const input = { ...record, occurred_at: '2024-05-01T12:00:00Z' };
  const create = answerOf(service, usageRecordsArea.routes, 'POST /3pi-partners/{partner_id}/usage-records', {
    params: { partner_id: id },
    input,
  });
  expect(Object.keys(await validationOf(create))).toEqual(['quantity']);
});
