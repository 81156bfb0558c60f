import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { createRateLimiter, type RateLimiter, type RateLimitResult } from './limiter.ts';
import { addressLimits, keyLimits, type LimitGroup, type Plan, personLimits, tokenLimits } from './rules.ts';
import { usedToday } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
let db: Db;
let limiter: RateLimiter;

beforeAll(async () => {
  service = await startTestService();
  ({ db } = service.deps);
  limiter = createRateLimiter({ db });
});

afterAll(() => service?.stop());

/** A new partner with a key, as the limits see them. */
async function newGroup(
  options: { plan?: Plan; perMinute?: number; partnerPath?: boolean; partnerId?: number } = {},
): Promise<LimitGroup & { partnerId: number; keyId: number }> {
  const { plan = 'starter', perMinute = 60, partnerPath = false } = options;
  const partnerId = options.partnerId ?? (await service.createPartner()).id;
  const { key } = await service.createKey({ id: partnerId } as Awaited<ReturnType<TestService['createPartner']>>);
  const versions = { kind: 'partner_key' as const, id: key.id, version: 1, partnerVersion: 1 };
  const group = keyLimits({ keyId: key.id, partnerId, perMinute, plan, versions, partnerPath });
  return { ...group, partnerId, keyId: key.id };
}

const take = (group: LimitGroup, times: number, by = limiter): Promise<RateLimitResult[]> =>
  Promise.all(Array.from({ length: times }, () => by.take(group)));
const admitted = (taken: RateLimitResult[]) => taken.filter(({ outcome }) => outcome === 'admitted').length;

test('the 60th request is let in, the 61st is not', async () => {
  const group = await newGroup();
  const first = await take(group, 60);
  expect(first.map(({ remaining }) => remaining)).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index));
  expect(admitted(first)).toBe(60);
  const [refused] = await take(group, 1);
  expect(refused).toMatchObject({ outcome: 'refused', remaining: 0 });
  expect(refused?.resetInSeconds).toBeGreaterThanOrEqual(1);
  expect(refused?.resetInSeconds).toBeLessThanOrEqual(60);
});

test('requests one after the other count down and keep the window they began', async () => {
  const group = await newGroup({ perMinute: 5 });
  const [first] = await take(group, 1);
  const [second] = await take(group, 1);
  expect([first?.limit.name, first?.remaining, second?.remaining]).toEqual(['key', 4, 3]);
  expect(second?.resetAt).toBe(first?.resetAt);
});

test('refused requests do not count', async () => {
  const group = await newGroup({ perMinute: 3 });
  await take(group, 10);
  expect((await usedToday(db, group.partnerId)).programs).toBe(3);
});

test('a window that has ended restarts with the next request', async () => {
  const group = await newGroup({ perMinute: 2 });
  expect(admitted(await take(group, 5))).toBe(2);
  await db.query(
    `UPDATE rate_counter SET window_ends_at = clock_timestamp() - interval '1 ms' WHERE key = 'key:${group.keyId}'`,
  );
  // The process remembers the refusal for a second; another one does not.
  expect(admitted(await take(group, 5, createRateLimiter({ db })))).toBe(2);
});

test.each([
  ['a minute', 'plan', '1 hour', '70 seconds'],
  ['a day', 'plan-day', '2 days', '1 day'],
])(
  '%s that was begun before the clock of the database was set back has ended',
  async (_window, counter, ahead, near) => {
    const group = await newGroup({ perMinute: 10_000 });
    const max = group.limits.find(({ name }) => name === counter)?.max ?? 0;
    const used = (ends: string) =>
      db.query(
        `INSERT INTO rate_counter VALUES ($1, $2, clock_timestamp() + $3::interval) ON CONFLICT (key)
       DO UPDATE SET count = excluded.count, window_ends_at = excluded.window_ends_at`,
        [`${counter}:${group.partnerId}`, max, ends],
      );
    await used(ahead);
    expect(admitted(await take(group, 2))).toBe(2);
    // Another connection that reads the clock a moment later begins one that ends later, too.
    await used(near);
    expect(admitted(await take(group, 2))).toBe(0);
  },
);

test('the keys of a partner share the limits of the plan; a new key goes on from them', async () => {
  const group = await newGroup({ perMinute: 40 });
  expect(admitted(await take(group, 40))).toBe(40);
  const other = await newGroup({ perMinute: 40, partnerId: group.partnerId });
  const taken = await take(other, 30);
  expect(admitted(taken)).toBe(20);
  expect(taken.at(-1)?.limit.name).toBe('plan');
});

test('the day of the plan is the tightest where least is left of it, until the UTC midnight', async () => {
  const group = await newGroup({ perMinute: 60 });
  await take(group, 1);
  await db.query(`UPDATE rate_counter SET count = 997 WHERE key = 'plan-day:${group.partnerId}'`);
  const taken = await take(group, 5);
  expect(taken.map(({ outcome }) => outcome)).toEqual(['admitted', 'admitted', 'admitted', 'refused', 'refused']);
  expect(taken[3]).toMatchObject({ limit: { name: 'plan-day', max: 1_000 }, remaining: 0 });
  expect((taken[3]?.resetAt ?? 1) % 86_400).toBe(0);
  expect((await usedToday(db, group.partnerId)).programs).toBe(1_000);
});

test('paths under /partners have a counter of their own beside the others', async () => {
  const group = await newGroup({ plan: 'business', perMinute: 10_000, partnerPath: true });
  const taken = await take(group, 301);
  expect(admitted(taken)).toBe(300);
  const rows: { count: number }[] = await db.query(
    `SELECT count FROM rate_counter WHERE key = 'partner:${group.partnerId}'`,
  );
  expect(rows).toEqual([{ count: 300 }]);
});

test('processes that race share the counters: never one too many, never one too few', async () => {
  const group = await newGroup({ plan: 'enterprise', perMinute: 500 });
  const sibling = await newGroup({ plan: 'enterprise', perMinute: 10_000, partnerId: group.partnerId });
  const limiters = [limiter, createRateLimiter({ db }), createRateLimiter({ db }), createRateLimiter({ db })];
  const waves: Promise<RateLimitResult[]>[] = [];
  for (let wave = 0; wave < 20; wave += 1) {
    for (const one of limiters) waves.push(take(group, 10, one), take(sibling, 10, one));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const results = await Promise.all(waves);
  const own = results.filter((_, index) => index % 2 === 0).flat();
  const others = results.filter((_, index) => index % 2 === 1).flat();
  expect(admitted(own)).toBeLessThanOrEqual(500);
  expect(admitted(own) + admitted(others)).toBe(1_000);
  expect((await usedToday(db, group.partnerId)).programs).toBe(1_000);
});

test('an outdated copy of a key is reported and counts nothing', async () => {
  const group = await newGroup();
  const count = (field: string, table: string, id: number) =>
    db.query(`UPDATE ${table} SET ${field} = ${field} + 1 WHERE id = $1`, [id]);
  await count('version', 'partner_key', group.keyId);
  expect((await take(group, 3)).map(({ outcome }) => outcome)).toEqual(['stale', 'stale', 'stale']);
  expect((await usedToday(db, group.partnerId)).programs).toBe(0);
  const other = await newGroup();
  await count('version', 'partner', other.partnerId);
  expect((await take(other, 1))[0]?.outcome).toBe('stale');
});

test('whether a credential is still what it was can be asked without counting', async () => {
  const group = await newGroup({ perMinute: 1 });
  await take(group, 1);
  expect(await Promise.all([limiter.isCurrent(group), limiter.isCurrent(group)])).toEqual([true, true]);
  expect(await limiter.isCurrent(addressLimits('192.0.2.9'))).toBe(true);
  await db.query('UPDATE partner_key SET is_active = false WHERE id = $1', [group.keyId]);
  const [, isCurrent] = await Promise.all([limiter.take(addressLimits('192.0.2.9')), limiter.isCurrent(group)]);
  expect(isCurrent).toBe(false);
  expect((await usedToday(db, group.partnerId)).programs).toBe(1);
});

test('addresses have 60 requests a minute', async () => {
  const taken = await take(addressLimits('192.0.2.1'), 61);
  expect(admitted(taken)).toBe(60);
  expect(admitted(await take(addressLimits('192.0.2.2'), 1))).toBe(1);
});

test('a flood is turned away rather than queued without end', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 6_000 }, (_, index) => limiter.take(addressLimits(`flood-${index}`))),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1_000);
  expect(refused[0]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } });
});

test('a failed call fails those who waited for it, and no others', async () => {
  let fail = true;
  const broken = createRateLimiter({
    db: {
      ...db,
      query: (...call: Parameters<Db['query']>) => (fail ? Promise.reject(new Error('away')) : db.query(...call)),
    } as Db,
  });
  await expect(broken.take(addressLimits('198.51.100.1'))).rejects.toThrow('away');
  fail = false;
  expect((await broken.take(addressLimits('198.51.100.1'))).outcome).toBe('admitted');
});

describe('people at the console', () => {
  /** A person of the partner, with a token of the console. Nothing is stored, so there are no versions. */
  function person(partnerId: number, userId: number, options: { plan?: Plan; partnerPath?: boolean } = {}): LimitGroup {
    const { plan = 'starter', partnerPath = false } = options;
    const versions = { kind: 'user_grant' as const, id: userId, version: 1, partnerVersion: 1 };
    return { ...personLimits({ userId, partnerId, plan, versions, partnerPath }), versions: null };
  }
  let nextUser = 1_000;

  test.each([
    ['starter', 300],
    ['business', 300],
    ['enterprise', 1_000],
  ] as const)('have on %s %i requests a minute each', async (plan, most) => {
    const { id } = await service.createPartner();
    const [one, other] = [person(id, nextUser++, { plan }), person(id, nextUser++, { plan })];
    const taken = await take(one, most + 1);
    expect(admitted(taken)).toBe(most);
    expect(taken.at(-1)).toMatchObject({ outcome: 'refused', limit: { name: 'person', max: most }, remaining: 0 });
    expect(admitted(await take(other, 1))).toBe(1);
  });

  test('take nothing from the keys and the plan, nor these from them', async () => {
    const programs = await newGroup();
    const { partnerId } = programs;
    const someone = person(partnerId, nextUser++);
    expect(admitted(await take(someone, 301))).toBe(300);
    expect((await take(programs, 1))[0]).toMatchObject({ outcome: 'admitted', remaining: 59 });
    await take(programs, 60);
    expect((await take(programs, 1))[0]?.outcome).toBe('refused');
    expect((await take(person(partnerId, nextUser++), 1))[0]).toMatchObject({ outcome: 'admitted', remaining: 299 });
    expect(await usedToday(db, partnerId)).toEqual({ programs: 60, people: 301 });
  });

  test('have 100,000 requests a UTC day together, and two at once get the last one once', async () => {
    const { id } = await service.createPartner();
    const stranger = await service.createPartner();
    const [one, other] = [person(id, nextUser++), person(id, nextUser++)];
    await take(one, 1);
    await db.query(`UPDATE rate_counter SET count = 99999 WHERE key = 'people-day:${id}'`);
    const results = await Promise.all([take(one, 1), take(other, 1, createRateLimiter({ db }))]);
    expect(admitted(results.flat())).toBe(1);
    const refused = results.flat().find(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject({ limit: { name: 'people-day', max: 100_000 }, remaining: 0 });
    expect((refused?.resetAt ?? 1) % 86_400).toBe(0);
    expect(admitted(await take(person(stranger.id, nextUser++), 1))).toBe(1);
  });

  test('have a counter of their own under /partners, too', async () => {
    const keys = await newGroup({ partnerPath: true });
    const { partnerId } = keys;
    const [one, other] = [1, 2].map(() => person(partnerId, nextUser++, { partnerPath: true }));
    if (!one || !other) throw new Error('Nobody is there.');
    expect(admitted(await take(one, 200)) + admitted(await take(other, 200))).toBe(300);
    expect((await take(keys, 1))[0]).toMatchObject({ outcome: 'admitted', remaining: 59 });
  });

  test('with a token of another program count as that', async () => {
    const programs = await newGroup();
    const versions = { kind: 'user_grant' as const, id: 1, version: 1, partnerVersion: 1 };
    const { partnerId } = programs;
    const token = { ...tokenLimits({ partnerId, plan: 'starter', versions, partnerPath: false }), versions: null };
    expect((await take(token, 1))[0]).toMatchObject({ limit: { name: 'plan' }, remaining: 59 });
  });
});
