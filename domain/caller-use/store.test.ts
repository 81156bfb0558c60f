import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createUseCounter } from '../credentials/use-counter.ts';
import type { KeyActor } from '../kernel/call.ts';
import { utcDay } from '../kernel/days.ts';
import { addCallerUses, addKeyErrors, ERRORS_KEPT, selectCallerDays, selectKeyErrors } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

const failed = (index: number) => ({
  status: 404,
  code: 'NOT_FOUND',
  method: 'GET',
  route: '/x',
  requestId: `r${index}`,
});

test('a key that fails all the time keeps its newest errors, and counts them all', async () => {
  const { partner, key, call } = await service.createCaller();
  const { db, clock } = service.deps;
  for (let round = 0; round < 5; round += 1) {
    const uses = createUseCounter({ db, clock, onError: (error) => expect(error).toBeUndefined() });
    for (let index = 0; index < 1_000; index += 1) uses.fail(call.actor as KeyActor, failed(round * 1_000 + index));
    await uses.stop();
  }
  const errors = await selectKeyErrors(db, partner.id, key.id);
  expect(errors).toHaveLength(ERRORS_KEPT);
  expect(errors[0]?.request_id).toBe('r4999');
  const rows = await db.query('SELECT count(*)::int AS count FROM key_error WHERE key_id = $1', [key.id]);
  expect(rows).toEqual([{ count: ERRORS_KEPT }]);
  const today = utcDay(clock.now());
  const caller = { partnerId: partner.id, kind: 'partner_key', id: key.id } as const;
  expect(await selectCallerDays(db, caller, { from: today, to: today })).toMatchObject([
    { requests: 0, errors: 5_000 },
  ]);
});

test('a thousand keys that fail at once keep their newest errors within the time of a statement', async () => {
  const { partner, key } = await service.createCaller();
  const { db, clock } = service.deps;
  const keys: { id: number }[] = await db.query(
    `INSERT INTO partner_key (partner_id, name, key_hash, prefix, rate_limit_per_minute, created_at)
     SELECT partner_id, name, sha256(n::text::bytea), prefix, rate_limit_per_minute, created_at
     FROM partner_key, generate_series(1, 1000) AS n WHERE id = $1 RETURNING id`,
    [key.id],
  );
  const ids = keys.map(({ id }) => id);
  await service.fill(
    `INSERT INTO key_error (partner_id, key_id, status, code, method, route, request_id, created_at)
     SELECT $1, id, 404, 'NOT_FOUND', 'GET', '/x', 'r', now() FROM unnest($2::bigint[]) AS id, generate_series(1, $3::int)`,
    [partner.id, ids, ERRORS_KEPT],
  );
  const error = { partner_id: partner.id, status: 404, code: 'NOT_FOUND', method: 'GET', route: '/x' };
  const errors = ids.map((key_id) => ({ ...error, key_id, request_id: 'newest', created_at: clock.now() }));
  await addKeyErrors(db, errors);
  const kept = `SELECT count(*)::int AS n, count(*) FILTER (WHERE request_id = 'newest')::int AS newest FROM key_error WHERE key_id = ANY ($1)`;
  expect(await db.query(kept, [ids])).toEqual([{ n: ids.length * ERRORS_KEPT, newest: ids.length }]);
});

test('processes that add to the same days at once lose nothing', async () => {
  const { id: partnerId } = await service.createPartner();
  const { db } = service.deps;
  const uses = [3, 1, 2].map((id) => ({
    partnerId,
    kind: 'user' as const,
    id,
    day: '2030-01-01',
    requests: 1,
    errors: 0,
  }));
  await Promise.all(Array.from({ length: 20 }, (_, turn) => addCallerUses(db, turn % 2 ? uses : uses.toReversed())));
  const days = { from: '2030-01-01', to: '2030-01-01' };
  for (const id of [1, 2, 3]) {
    expect(await selectCallerDays(db, { partnerId, kind: 'user', id }, days)).toMatchObject([{ requests: 20 }]);
  }
});

test('what was not saved is saved with the next flush', async () => {
  const { key, call } = await service.createCaller();
  const { db, clock } = service.deps;
  const errors: unknown[] = [];
  let away = true;
  const flaky = {
    ...db,
    query: (...args: Parameters<typeof db.query>) => (away ? Promise.reject(new Error('away')) : db.query(...args)),
  } as typeof db;
  const uses = createUseCounter({ db: flaky, clock, onError: (error) => errors.push(error) });
  uses.count(call.actor, '192.0.2.7');
  await uses.stop();
  expect(errors).toHaveLength(2);
  away = false;
  await uses.stop();
  const rows = await db.query('SELECT total_requests::int, last_address FROM partner_key WHERE id = $1', [key.id]);
  expect(rows).toEqual([{ total_requests: 1, last_address: '192.0.2.7' }]);
});
