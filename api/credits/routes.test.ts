import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { holdCredits, settleHold } from '../../domain/credits/ledger.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { answerOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { creditsArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

function add(partner: Partner, input: unknown, call: Call = service.admin) {
  const params = { partner_id: partner.id };
  return answerOf(service, creditsArea.routes, 'POST /3pi-partners/{partner_id}/credits', { params, input }, call);
}

function usage(call: Call) {
  return answerOf(service, creditsArea.routes, 'GET /app/usage-data', {}, call);
}

describe('POST /3pi-partners/{partner_id}/credits', () => {
  test('adds credits and shows the entry', async () => {
    const partner = await service.createPartner();
    const { status, body } = await add(partner, { amount: 500, reason: ' Welcome ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        partner_id: partner.id,
        kind: 'grant',
        amount: 500,
        reason: 'Welcome',
        reference: expect.any(String),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  test('twice the same body without an Idempotency-Key are two bookings', async () => {
    const { partner, call } = await service.createCaller();
    for (const _ of [1, 2]) await add(partner, { amount: 5, reason: 'More' });
    expect((await usage(call)).body).toMatchObject({ data: { attributes: { credits: { balance: 10 } } } });
  });

  test('under one Idempotency-Key they are one', async () => {
    const partner = await service.createPartner();
    const lockToken = service.deps.ids.uuid();
    const [row] = await service.dataSource.query(
      `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, lock_token, locked_until, created_at, expires_at)
       VALUES ('admin', 'POST', '/', 'k', '', $1, now() + interval '1 minute', now(), now() + interval '1 day')
       RETURNING id`,
      [lockToken],
    );
    const call = { ...service.admin, idempotency: { rowId: row.id, lockToken } };
    const [first, second] = [
      await add(partner, { amount: 5, reason: 'More' }, call),
      await add(partner, { amount: 5, reason: 'More' }, call),
    ];
    expect(second.body).toEqual(first.body);
    const [{ made_id: madeId }] = await service.dataSource.query('SELECT made_id FROM idempotency_key');
    const name = 'POST /3pi-partners/{partner_id}/credits';
    expect((await answerOf(service, creditsArea.routes, name, { madeId })).body).toEqual(first.body);
  });

  test('a negative amount is an adjustment, down to what is available', async () => {
    const partner = await service.createPartner();
    await add(partner, { amount: 5, reason: 'Start' });
    const { body } = await add(partner, { amount: -5, reason: 'Booked twice' });
    expect(body).toMatchObject({ data: { kind: 'adjustment', amount: -5 } });
    await expect(add(partner, { amount: -1, reason: 'Too much' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test.each([[undefined], [0], [1.5], ['5'], [1_000_000_001], [-1_000_000_001], [null]])(
    'an amount of %p is refused',
    async (amount) => {
      const partner = await service.createPartner();
      const details = await validationOf(add(partner, { amount, reason: '' }));
      expect(Object.keys(details)).toEqual(['amount', 'reason']);
    },
  );

  test('is for administrators', async () => {
    const { partner, call } = await service.createCaller();
    await expect(add(partner, {}, call)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('GET /app/usage-data', () => {
  test('shows balance, plan limits, active keys and 30 days', async () => {
    service.setClock(new Date('2030-05-20T12:00:00Z'));
    const partner = await service.createPartner();
    await add(partner, { amount: 100, reason: 'Start' });
    const { key, call } = await service.createKey(partner, { daily_credit_limit: 50 });
    const work = { partnerId: partner.id, capability: 'blog_post', key: { keyFamilyId: key.id, dailyLimit: 50 } };
    const hold = (reference: string) =>
      service.deps.transaction(call, async (tx) => holdCredits(tx, { ...work, amount: 10, reference }));
    await hold('done');
    await service.deps.transaction(call, (tx) => settleHold(tx, { partnerId: partner.id, reference: 'done', used: 8 }));
    await hold('running');
    const { status, body } = await usage(call);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        type: 'usage',
        id: partner.id,
        attributes: {
          plan: 'starter',
          credits: {
            balance: 92,
            held: 10,
            available: 82,
            used_today: 8,
            used_this_month: 8,
            debt: 0,
            low: false,
            warns_below: 20,
          },
          requests: {
            per_minute_limit: 60,
            per_day_limit: 1000,
            used_today: 0,
            people: { per_minute_limit: 300, per_day_limit: 100_000, used_today: 0 },
          },
          keys: [{ id: key.id, prefix: key.prefix, daily_credit_limit: 50, used_today: 18 }],
          by_capability: [{ slug: 'blog_post', credits: 8 }],
          daily: expect.arrayContaining([
            { date: '2030-04-21', credits: 0 },
            { date: '2030-05-20', credits: 8 },
          ]),
        },
      },
    });
  });

  test('is open to every user of the partner, and to no administrator', async () => {
    const partner = await service.createPartner();
    const viewer: Call = {
      ...service.admin,
      actor: { kind: 'user', partnerId: partner.id, userId: 1, role: 'viewer', scopedCapabilities: null },
    };
    expect((await usage(viewer)).status).toBe(200);
    await expect(usage(service.admin)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
