import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { selectNotifications } from '../notifications/store.ts';
import { createUser } from '../users/operations/create-user.ts';
import { grantCredits, holdCredits, revokeCredits, settleHold } from './ledger.ts';
import { setCreditWarning } from './operations/set-credit-warning.ts';
import { readAccount } from './store.ts';

let service: TestService;
let partnerId: number;
let call: Call;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const partner = await service.createPartner();
  partnerId = partner.id;
  ({ call } = await service.createKey(partner));
  await grant(1_000, 'start');
});

function grant(amount: number, reference: string) {
  return service.deps.transaction(service.admin, (tx) =>
    grantCredits(tx, { partnerId, kind: 'purchase', amount, reference, reason: null }),
  );
}

const settle = (reference: string, used: number) =>
  service.deps.transaction(service.admin, (tx) => settleHold(tx, { partnerId, reference, used }));

async function hold(reference: string, amount: number): Promise<void> {
  await service.deps.transaction(service.admin, async (tx) =>
    holdCredits(tx, { partnerId, reference, amount, capability: 'blog_post' }),
  );
}

async function spend(amount: number, reference: string): Promise<void> {
  await hold(reference, amount);
  await settle(reference, amount);
}

/** The warnings published so far. */
async function warnings(type = 'credits.low'): Promise<unknown[]> {
  const rows = await service.dataSource.query(
    `SELECT data FROM platform_event WHERE partner_id = $1 AND type = $2 ORDER BY occurred_at, id`,
    [partnerId, type],
  );
  return rows.map(({ data }: { data: unknown }) => data);
}

const isLow = async () => (await readAccount(service.deps.db, partnerId)).is_low;
const warnBelow = (threshold: number | null) => service.run(call, setCreditWarning, { input: { threshold } });

test('a balance below a fifth of what was bought warns once, and again after it has risen', async () => {
  await spend(800, 'work-1');
  expect(await warnings()).toEqual([]);
  await spend(1, 'work-2');
  await spend(1, 'work-3');
  expect(await warnings()).toEqual([{ balance: 199, threshold: 200 }]);
  expect(await isLow()).toBe(true);
  await grant(1_000, 'more');
  expect(await isLow()).toBe(false);
  await spend(1_000, 'work-4');
  expect(await warnings()).toEqual([
    { balance: 199, threshold: 200 },
    { balance: 198, threshold: 239 },
  ]);
});

test('of two that fall below it at once, one warns', async () => {
  await Promise.all([hold('a', 450), hold('b', 450)]);
  await spend(50, 'before');
  await Promise.all([settle('a', 450), settle('b', 450)]);
  expect(await warnings()).toHaveLength(1);
});

test('what is held and released does not warn', async () => {
  await hold('a', 990);
  await settle('a', 0);
  expect(await warnings()).toEqual([]);
});

test('a refund warns, too', async () => {
  await service.deps.transaction(service.admin, (tx) =>
    revokeCredits(tx, { partnerId, amount: 950, reference: 'refund', reason: 'Refund' }),
  );
  expect(await warnings()).toEqual([{ balance: 50, threshold: 200 }]);
});

test('a figure of the partner wins, warns at once where it is above the balance, and 0 never does', async () => {
  await spend(500, 'work-1');
  expect(await warnBelow(600)).toMatchObject({ low_threshold: 600, is_low: true });
  expect(await warnings()).toEqual([{ balance: 500, threshold: 600 }]);
  expect(await warnBelow(600)).toMatchObject({ is_low: true });
  expect(await warnBelow(0)).toMatchObject({ is_low: false });
  await spend(500, 'work-2');
  expect(await warnings()).toHaveLength(1);
  expect(await warnBelow(null)).toMatchObject({ low_threshold: null, is_low: true });
});

test('credits that are used up are told once, and again after some were bought', async () => {
  const exhausted = () => warnings('credits.exhausted');
  await spend(999, 'work-1');
  expect(await exhausted()).toEqual([]);
  await spend(1, 'work-2');
  expect(await exhausted()).toEqual([{ balance: 0 }]);
  await warnBelow(500);
  expect(await exhausted()).toHaveLength(1);
  await warnBelow(null);
  await grant(10, 'more');
  await spend(10, 'work-3');
  expect(await exhausted()).toHaveLength(2);
  expect(await warnings()).toHaveLength(2);
});

test('of credits that fall to 0 at once, people are told that they are used up', async () => {
  const people = await Promise.all(
    (['owner', 'admin', 'analyst', 'editor'] as const).map((role) =>
      service.run(service.admin, createUser, {
        params: { partner_id: partnerId },
        input: { email: `${role}-${partnerId}@example.com`, name: role, role, password: 'correct horse battery' },
      }),
    ),
  );
  await spend(1_000, 'work-1');
  expect(await warnings()).toHaveLength(1);
  const shown = await Promise.all(
    people.map(async ({ id }) => (await selectNotifications(service.deps.db, id, { page: 1, per_page: 10 })).rows),
  );
  expect(shown.map((rows) => rows.map(({ kind }) => kind))).toEqual([
    ['credits_exhausted'],
    ['credits_exhausted'],
    ['credits_exhausted'],
    [],
  ]);
});

test('an account without credits is not low', async () => {
  const { id } = await service.createPartner();
  expect(await readAccount(service.deps.db, id)).toMatchObject({ balance: 0, is_low: false, is_exhausted: false });
});
