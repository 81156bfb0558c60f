import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { rotatePartnerKey } from '../partner-keys/operations/rotate-key.ts';
import { keyFamilyOf } from '../partner-keys/rules.ts';
import type { Partner } from '../partners/types.ts';
import { grantCredits, type Hold, holdCredits, revokeCredits, settleHold } from './ledger.ts';
import { readAccount, readCaptures, readKeyDays } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

async function partnerWith(credits: number): Promise<Partner> {
  const partner = await service.createPartner();
  await grant(partner, credits, 'start');
  return partner;
}

function grant(partner: Partner, amount: number, reference: string, kind: 'grant' | 'adjustment' = 'grant') {
  return service.deps.transaction(service.admin, (tx) =>
    grantCredits(tx, { partnerId: partner.id, kind, amount, reference, reason: null }),
  );
}

function hold(partner: Partner, reference: string, amount: number, key?: Hold['key']): Promise<void> {
  return service.deps.transaction(service.admin, async (tx) =>
    holdCredits(tx, { partnerId: partner.id, reference, amount, capability: 'blog_post', ...(key && { key }) }),
  );
}

function settle(partner: Partner, reference: string, used: number) {
  return service.deps.transaction(service.admin, (tx) => settleHold(tx, { partnerId: partner.id, reference, used }));
}

async function account(partner: Partner): Promise<{ balance: number; held: number }> {
  const { balance, held } = await readAccount(service.deps.db, partner.id);
  return { balance, held };
}

async function usedOn(day: string, keyFamilyId: number): Promise<number | undefined> {
  return (await readKeyDays(service.deps.db, [keyFamilyId], day)).get(keyFamilyId);
}

async function tally(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(work.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));

describe('holding', () => {
  test('takes from what is available and leaves the balance', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'a', 4);
    expect(await account(partner)).toEqual({ balance: 10, held: 4 });
  });

  test('of 50 racers only as many win as the credits suffice for', async () => {
    const partner = await partnerWith(16);
    expect(await tally(times(50, (index) => hold(partner, `race-${index}`, 5)))).toEqual({ none: 3, NO_CREDITS: 47 });
    expect(await account(partner)).toEqual({ balance: 16, held: 15 });
  });

  test('locks the account with the commit only, however long the rest of the transaction takes', async () => {
    const partner = await partnerWith(10);
    const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = service.deps.transaction(service.admin, async (tx) => {
      holdCredits(tx, { partnerId: partner.id, reference: 'slow', amount: 6, capability: 'blog_post' });
      await tx.em.query('SELECT 1');
      held.resolve();
      await goOn.promise;
    });
    await held.promise;
    await hold(partner, 'quick', 5);
    goOn.resolve();
    await expect(slow).rejects.toMatchObject({
      code: 'NO_CREDITS',
      details: { available: ['5 credits are available.'] },
    });
    expect(await account(partner)).toEqual({ balance: 10, held: 5 });
  });

  test('a repeat holds nothing more, at once or later', async () => {
    const partner = await partnerWith(100);
    expect(await tally(times(20, () => hold(partner, 'same', 5)))).toEqual({ none: 20 });
    await hold(partner, 'same', 5);
    expect(await account(partner)).toEqual({ balance: 100, held: 5 });
  });

  test('the same reference of another partner is another hold', async () => {
    const [one, two] = [await partnerWith(5), await partnerWith(5)];
    await hold(one, 'shared', 5);
    await hold(two, 'shared', 5);
    expect([await account(one), await account(two)]).toEqual(times(2, () => ({ balance: 5, held: 5 })));
  });

  test('too little says what is required and what is available, and leaves no trace', async () => {
    const partner = await partnerWith(5);
    await hold(partner, 'first', 3);
    await expect(hold(partner, 'second', 4)).rejects.toMatchObject({
      code: 'NO_CREDITS',
      status: 419,
      details: { required: ['4 credits are required.'], available: ['2 credits are available.'] },
    });
    await grant(partner, 2, 'more');
    await hold(partner, 'second', 4);
    expect(await account(partner)).toEqual({ balance: 7, held: 7 });
  });

  test('nothing is held for an amount of 0', async () => {
    const partner = await partnerWith(0);
    await hold(partner, 'free', 0);
    expect(await settle(partner, 'free', 0)).toBeNull();
  });

  test.each([-1, 0.5, Number.NaN])('an amount of %p is a mistake of the caller', async (amount) => {
    const partner = await partnerWith(5);
    await expect(hold(partner, 'odd', amount)).rejects.toThrow(RangeError);
  });
});

describe('settling', () => {
  test('captures what was used and releases the rest', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'a', 6);
    expect(await settle(partner, 'a', 4)).toEqual({ captured: 4, released: 2 });
    expect(await account(partner)).toEqual({ balance: 6, held: 0 });
  });

  test.each([
    ['all of it', 6, { captured: 6, released: 0 }],
    ['nothing', 0, { captured: 0, released: 6 }],
    ['never more than was held', 9, { captured: 6, released: 0 }],
  ])('%s', async (_name, used, expected) => {
    const partner = await partnerWith(10);
    await hold(partner, 'a', 6);
    expect(await settle(partner, 'a', used)).toEqual(expected);
    expect(await account(partner)).toEqual({ balance: 10 - expected.captured, held: 0 });
  });

  test('the first settlement stands, whatever later ones ask for', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'a', 6);
    const settled = await Promise.all(times(20, (index) => settle(partner, 'a', index % 7)));
    const effective = settled.filter((result) => result !== null);
    expect(effective).toHaveLength(1);
    expect(await settle(partner, 'a', 6)).toBeNull();
    expect(await account(partner)).toEqual({ balance: 10 - (effective[0]?.captured ?? 0), held: 0 });
  });

  test('a hold that was settled cannot be taken again under its reference', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'a', 6);
    await settle(partner, 'a', 6);
    await hold(partner, 'a', 6);
    expect(await account(partner)).toEqual({ balance: 4, held: 0 });
  });

  test('another partner cannot settle it', async () => {
    const [owner, other] = [await partnerWith(10), await partnerWith(10)];
    await hold(owner, 'a', 6);
    expect(await settle(other, 'a', 6)).toBeNull();
    expect(await account(owner)).toEqual({ balance: 10, held: 6 });
  });
});

describe('credits that are taken back while they are held', () => {
  const revoke = (partner: Partner, amount: number, reference: string) =>
    service.deps.transaction(service.admin, (tx) =>
      revokeCredits(tx, { partnerId: partner.id, amount, reference, reason: 'Payment refunded' }),
    );
  const books = async ({ id }: Partner) => {
    const { balance, held, debt } = await readAccount(service.deps.db, id);
    return { balance, held, debt };
  };

  test('are taken when the hold is released, and cannot be held again', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'work', 10);
    await revoke(partner, 10, 'refund');
    expect(await books(partner)).toEqual({ balance: 10, held: 10, debt: 10 });
    expect(await settle(partner, 'work', 0)).toEqual({ captured: 0, released: 10 });
    expect(await books(partner)).toEqual({ balance: 0, held: 0, debt: 0 });
    expect(await codeOf(hold(partner, 'more', 1))).toBe('NO_CREDITS');
  });

  test('stay owed as far as they were used, and a repeat takes nothing more', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'work', 8);
    await revoke(partner, 10, 'refund');
    expect(await books(partner)).toEqual({ balance: 8, held: 8, debt: 8 });
    await settle(partner, 'work', 5);
    await settle(partner, 'work', 0);
    expect(await books(partner)).toEqual({ balance: 0, held: 0, debt: 5 });
    await grant(partner, 7, 'later');
    expect(await books(partner)).toEqual({ balance: 2, held: 0, debt: 0 });
  });

  test('in races of holds, settlements, refunds and grants no account has debt and available credits', async () => {
    const partner = await partnerWith(100);
    await Promise.allSettled(times(12, (index) => hold(partner, `race-${index}`, 10)));
    await Promise.all([
      ...times(10, (index) => settle(partner, `race-${index}`, index)),
      ...times(4, (index) => revoke(partner, 30, `refund-${index}`)),
      ...times(4, (index) => grant(partner, 5, `gift-${index}`)),
    ]);
    await Promise.all(times(12, (index) => settle(partner, `race-${index}`, 0)));
    const { balance, held, debt } = await books(partner);
    expect(held).toBe(0);
    expect(Math.min(balance, debt)).toBe(0);
    const rows = await service.dataSource.query(
      `SELECT sum(CASE kind WHEN 'capture' THEN -amount WHEN 'hold' THEN 0 WHEN 'release' THEN 0 ELSE amount END)::int AS balance,
         sum(amount) FILTER (WHERE kind = 'capture')::int AS captured FROM credit_entry WHERE partner_id = $1`,
      [partner.id],
    );
    const [ledger] = rows;
    expect(ledger.balance).toBe(balance);
    expect(balance - debt).toBe(100 + 20 - 120 - ledger.captured);
  });
});

describe('the daily cap of a key', () => {
  beforeEach(() => service.setClock(new Date('2030-05-01T12:00:00Z')));

  test('lets the last credit through and not one more', async () => {
    const partner = await partnerWith(100);
    const { key } = await service.createKey(partner);
    const capped = { keyFamilyId: key.id, dailyLimit: 10 };
    await hold(partner, 'a', 9, capped);
    expect(await codeOf(hold(partner, 'b', 2, capped))).toBe('DAILY_CREDIT_LIMIT_EXCEEDED');
    await hold(partner, 'c', 1, capped);
    expect(await codeOf(hold(partner, 'd', 1, capped))).toBe('DAILY_CREDIT_LIMIT_EXCEEDED');
    expect(await account(partner)).toEqual({ balance: 100, held: 10 });
  });

  test('holds against racers', async () => {
    const partner = await partnerWith(1000);
    const { key } = await service.createKey(partner);
    const capped = { keyFamilyId: key.id, dailyLimit: 30 };
    const outcome = await tally(times(50, (index) => hold(partner, `race-${index}`, 7, capped)));
    expect(outcome).toEqual({ none: 4, DAILY_CREDIT_LIMIT_EXCEEDED: 46 });
  });

  test('a limit of 0 allows nothing that costs', async () => {
    const partner = await partnerWith(10);
    const { key } = await service.createKey(partner);
    const capped = { keyFamilyId: key.id, dailyLimit: 0 };
    expect(await codeOf(hold(partner, 'a', 1, capped))).toBe('DAILY_CREDIT_LIMIT_EXCEEDED');
    await hold(partner, 'b', 0, capped);
  });

  test('comes before the balance, reports when it ends, and resets at midnight UTC', async () => {
    const partner = await partnerWith(6);
    const { key } = await service.createKey(partner);
    const capped = { keyFamilyId: key.id, dailyLimit: 5 };
    service.setClock(new Date('2030-05-01T23:59:58.500Z'));
    await hold(partner, 'a', 5, capped);
    await expect(hold(partner, 'b', 5, capped)).rejects.toMatchObject({
      code: 'DAILY_CREDIT_LIMIT_EXCEEDED',
      status: 429,
      retryAfterSeconds: 2,
    });
    service.setClock(new Date('2030-05-02T00:00:00.000Z'));
    expect(await codeOf(hold(partner, 'c', 5, capped))).toBe('NO_CREDITS');
    await hold(partner, 'd', 1, capped);
  });

  test('gets back what is released, on the day of the hold', async () => {
    const partner = await partnerWith(100);
    const { key } = await service.createKey(partner);
    const capped = { keyFamilyId: key.id, dailyLimit: 10 };
    service.setClock(new Date('2030-05-01T23:00:00Z'));
    await hold(partner, 'a', 8, capped);
    service.setClock(new Date('2030-05-02T01:00:00Z'));
    await hold(partner, 'b', 10, capped);
    await settle(partner, 'a', 3);
    expect(await usedOn('2030-05-01', key.id)).toBe(3);
    expect(await usedOn('2030-05-02', key.id)).toBe(10);
  });

  test('a key without a limit is counted too', async () => {
    const partner = await partnerWith(100);
    const { key } = await service.createKey(partner);
    await hold(partner, 'a', 8, { keyFamilyId: key.id, dailyLimit: null });
    expect(await usedOn('2030-05-01', key.id)).toBe(8);
  });

  test('goes along with a rotation, and a second one', async () => {
    const partner = await partnerWith(100);
    let { key } = await service.createKey(partner, { daily_credit_limit: 10 });
    await hold(partner, 'first', 4, { keyFamilyId: keyFamilyOf(key), dailyLimit: key.daily_credit_limit });
    for (const reference of ['second', 'third']) {
      const params = { partner_id: partner.id, key_id: key.id };
      key = (await service.run(service.admin, rotatePartnerKey, { params })).key;
      await hold(partner, reference, 3, { keyFamilyId: keyFamilyOf(key), dailyLimit: key.daily_credit_limit });
    }
    const more = hold(partner, 'fourth', 1, { keyFamilyId: keyFamilyOf(key), dailyLimit: key.daily_credit_limit });
    expect(await codeOf(more)).toBe('DAILY_CREDIT_LIMIT_EXCEEDED');
  });
});

describe('granting', () => {
  test('counts once for each reference and returns the same entry', async () => {
    const partner = await partnerWith(0);
    const entries = await Promise.all(times(10, () => grant(partner, 7, 'once')));
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(1);
    expect(await account(partner)).toEqual({ balance: 7, held: 0 });
  });

  test('an adjustment takes back what is available, not what is held', async () => {
    const partner = await partnerWith(10);
    await hold(partner, 'a', 6);
    expect(await codeOf(grant(partner, -5, 'too much', 'adjustment'))).toBe('CONFLICT');
    await grant(partner, -4, 'just right', 'adjustment');
    expect(await account(partner)).toEqual({ balance: 6, held: 6 });
  });
});

test('whatever happens at once, nothing is overdrawn and the ledger adds up to the account', async () => {
  const partner = await partnerWith(40);
  const { key } = await service.createKey(partner);
  const random = generator(20_260);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let round = 0; round < 15; round += 1) {
    const work = times(20, () => {
      const reference = `work-${below(60)}`;
      const capped = below(2) ? { keyFamilyId: key.id, dailyLimit: 60 } : undefined;
      const choice = below(10);
      if (choice < 5) return hold(partner, reference, below(9), capped);
      if (choice < 9) return settle(partner, reference, below(9));
      return below(2) ? grant(partner, below(20), reference) : grant(partner, -below(20), reference, 'adjustment');
    });
    const codes = Object.keys(await tally(work));
    expect(['none', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'CONFLICT']).toEqual(expect.arrayContaining(codes));
    await expectConsistent(partner, key.id);
  }
});

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function expectConsistent(partner: Partner, keyFamilyId: number): Promise<void> {
  const [sums] = await service.dataSource.query(
    `SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('grant', 'purchase', 'adjustment')), 0)::bigint AS came_in,
            coalesce(sum(amount) FILTER (WHERE kind = 'hold'), 0)::bigint AS held,
            coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0)::bigint AS captured,
            coalesce(sum(amount) FILTER (WHERE kind = 'release'), 0)::bigint AS released,
            coalesce(sum(CASE kind WHEN 'hold' THEN amount WHEN 'release' THEN -amount END)
                     FILTER (WHERE lineage_id = $2), 0)::bigint AS key_used
     FROM credit_entry WHERE partner_id = $1`,
    [partner.id, keyFamilyId],
  );
  const { balance, held } = await account(partner);
  expect(held).toBeGreaterThanOrEqual(0);
  expect(balance).toBeGreaterThanOrEqual(held);
  expect(balance).toBe(sums.came_in - sums.captured);
  expect(held).toBe(sums.held - sums.captured - sums.released);
  const [days] = await service.dataSource.query(
    'SELECT coalesce(sum(used), 0)::bigint AS used, coalesce(max(used), 0) AS most FROM credit_key_day WHERE lineage_id = $1',
    [keyFamilyId],
  );
  expect(days.used).toBe(sums.key_used);
  const captures = await service.dataSource.query(
    `SELECT day, capability, sum(amount)::bigint AS credits FROM credit_entry
     WHERE partner_id = $1 AND kind = 'capture' GROUP BY 1, 2`,
    [partner.id],
  );
  expect(await readCaptures(service.deps.db, partner.id, '2000-01-01')).toEqual(captures);
  expect(days.most).toBeLessThanOrEqual(60);
}
