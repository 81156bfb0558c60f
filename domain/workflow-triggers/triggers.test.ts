import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { untilBlocked, waitingFor } from '../../test/environment/blocked.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { insertDrafts } from '../content-items/draft-store.ts';
import { readAccount } from '../credits/store.ts';
import { selectExecutions } from '../executions/list-store.ts';
import { cancelExecution } from '../executions/operations/cancel-execution.ts';
import { retryExecution } from '../executions/operations/retry-execution.ts';
import type { ExecutionSummary } from '../executions/rules.ts';
import { endExecution } from '../executions/steps/end-execution.ts';
import { settleExecution } from '../executions/steps/settle-execution.ts';
import { findExecution } from '../executions/store.ts';
import type { Call } from '../kernel/call.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { LIMITS } from '../kernel/limits.ts';
import { perform } from '../kernel/step.ts';
import { revokePartnerKey } from '../partner-keys/operations/revoke-key.ts';
import { rotatePartnerKey } from '../partner-keys/operations/rotate-key.ts';
import type { PartnerKeyRow } from '../partner-keys/table.ts';
import { addCredits } from '../partners/operations/add-credits.ts';
import type { Partner } from '../partners/types.ts';
import { createUser } from '../users/operations/create-user.ts';
import { updateUser } from '../users/operations/update-user.ts';
import { lockUser } from '../users/store.ts';
import { openScheduled, selectFirings } from './firing-store.ts';
import { createTrigger } from './operations/create-trigger.ts';
import { deleteTrigger } from './operations/delete-trigger.ts';
import { getTrigger, getTriggerEvent } from './operations/reads.ts';
import { runTrigger } from './operations/run-trigger.ts';
import { toggleTrigger } from './operations/toggle-trigger.ts';
import { updateTrigger } from './operations/update-trigger.ts';
import { MAX_FIRINGS_AN_HOUR } from './rules.ts';
import { failFiring, fireTrigger } from './steps/fire-trigger.ts';
import { reconcileTriggers } from './steps/housekeeping.ts';
import { readSchedule } from './steps/read-schedule.ts';
import { refuseSchedule } from './steps/refuse-schedule.ts';
import { findTrigger, selectOverdue } from './store.ts';
import type { TriggerFiringRow, WorkflowTriggerRow } from './table.ts';

jest.setTimeout(120_000);

let service: TestService;
let partner: Partner;
let key: PartnerKeyRow;
let call: Call;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.setClock(undefined);
  ({ partner, key, call } = await service.createCaller());
  await service.run(service.admin, addCredits, {
    params: { partner_id: partner.id },
    input: { amount: 1_000, reason: 'Test' },
  });
});

const TARGET = { target: { capability_slug: 'blog_post' }, input: { topic: 'Stock that orders itself' } };
const onEvent = (filter: object = {}, name = 'cosell.created') => ({
  ...TARGET,
  name: 'On an event',
  type: 'event',
  event: { name, filter },
});
const hourly = { ...TARGET, name: 'Hourly', type: 'schedule', schedule: { cron: '0 * * * *', timezone: 'UTC' } };

const create = (input: object, caller = call): Promise<WorkflowTriggerRow> =>
  service.run(caller, createTrigger, { input });
/** As its partner sees it. */
const triggerOf = async (id: number): Promise<WorkflowTriggerRow> => {
  const row = await findTrigger(service.deps.db, id);
  if (!row) throw new Error(`There is no trigger ${id}.`);
  const actor = { kind: 'partner_key', partnerId: row.partner_id, role: null } as Call['actor'];
  return service.run({ ...call, actor }, getTrigger, { params: { id } });
};
const publish = (data: Record<string, unknown>, type = 'cosell.created', triggers: number[] = []) =>
  service.deps.transaction(service.admin, async (tx) => tx.publish({ partnerId: partner.id, type, data, triggers }));
const firingsOf = async (id: number): Promise<TriggerFiringRow[]> =>
  (await selectFirings(service.deps.db, id, { page: 1, per_page: 100 })).rows;
const fire = (firing: TriggerFiringRow | undefined) => {
  if (!firing) throw new Error('There is no firing.');
  return perform(service.deps, fireTrigger, {
    triggerId: firing.trigger_id,
    rowKey: firing.row_key,
    firingId: firing.id,
  });
};
const fireAt = ({ id, row_key }: WorkflowTriggerRow, moment: string) =>
  perform(service.deps, fireTrigger, { triggerId: id, rowKey: row_key, scheduledFor: moment });
async function executionsOf(id: number): Promise<(ExecutionSummary | null)[]> {
  const { db } = service.deps;
  const { rows } = await selectExecutions(db, partner.id, { trigger_id: id }, { page: 1, per_page: 100 });
  return Promise.all(rows.map((row) => findExecution(db, { executionId: row.id })));
}

describe('an event', () => {
  test('starts the executions of the triggers that it matches, in the creator’s name, once each', async () => {
    const trigger = await create(onEvent({ stage: 'won' }));
    const other = await service.createPartner();
    await service.deps.transaction(service.admin, async (tx) =>
      tx.publish({ partnerId: other.id, type: 'cosell.created', data: { stage: 'won' } }),
    );
    await publish({ stage: 'won' }, 'cosell.updated');
    expect(await firingsOf(trigger.id)).toEqual([]);
    const eventId = await publish({ stage: 'won', size: 7 });
    const [firing] = await firingsOf(trigger.id);
    expect(firing).toMatchObject({ event_id: eventId, status: 'pending', result: null });
    await Promise.all([fire(firing), fire(firing), fire(firing)]);
    await fire(firing);
    const [execution, ...more] = await executionsOf(trigger.id);
    expect(more).toEqual([]);
    expect(execution).toMatchObject({
      capability: 'blog_post',
      trigger_id: trigger.id,
      trigger_chain: [trigger.id],
      lineage_id: key.id,
      credits_held: 10,
      context: { event: { id: eventId, name: 'cosell.created', data: { stage: 'won', size: 7 } } },
    });
    expect(await firingsOf(trigger.id)).toMatchObject([{ result: 'fired', execution_id: execution?.id }]);
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'fired', executions_count: 1 });
    expect((await readAccount(service.deps.db, partner.id)).held).toBe(10);
  });

  const DEEP = { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: { k: { l: { m: 1 } } } } } } } } } } } } };
  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
    ['nothing', {}, {}, true],
    ['a text', { stage: 'won' }, { stage: 'won', x: 1 }, true],
    ['another text', { stage: 'won' }, { stage: 'Won' }, false],
    ['a number, however it is written', { size: 1 }, { size: 1.0 }, true],
    ['a number that is a text', { size: 1 }, { size: '1' }, false],
    ['a boolean', { hot: false }, { hot: false }, true],
    ['null', { owner: null }, { owner: null }, true],
    ['null where nothing is', { owner: null }, {}, false],
    ['all of several', { stage: 'won', size: 1 }, { stage: 'won', size: 2 }, false],
    ['a path', { 'company.country': 'DE' }, { company: { country: 'DE' } }, true],
    ['a path through a text', { 'company.country': 'DE' }, { company: 'DE' }, false],
    ['a place in a list', { 'tags.1': 'b' }, { tags: ['a', 'b'] }, true],
    ['an object', { company: 'DE' }, { company: { country: 'DE' } }, false],
    ['a path of thirteen', { 'a.b.c.d.e.f.g.h.i.j.k.l.m': 1 }, DEEP, true],
    ['a name of every object that the data lack', { constructor: null }, {}, false],
    ['a name of every object that the data have', { 'a.constructor': 'x' }, { a: { constructor: 'x' } }, true],
    ['what every object has', { 'constructor.name': 'Object' }, { x: 1 }, false],
    ['a quoted name', { "o'brien": 'x' }, { "o'brien": 'x' }, true],
  ])('matches by %s', async (_what, filter, data, matches) => {
    const trigger = await create(onEvent(filter));
    await publish(data);
    expect((await firingsOf(trigger.id)).length).toBe(matches ? 1 : 0);
  });

  const LISTING = { title: 'Stock for Acme', price: 99.5, tags: ['new', 'cloud', 3], owner: null, deep: { n: -1 } };
  test.each<[string, object[], boolean]>([
    ['the one value', [{ path: 'price', operator: 'equals', values: [99.5] }], true],
    ['another value', [{ path: 'price', operator: 'equals', values: ['99.5'] }], false],
    ['null', [{ path: 'owner', operator: 'equals', values: [null] }], true],
    ['null where nothing is', [{ path: 'nobody', operator: 'equals', values: [null] }], false],
    ['one of several', [{ path: 'deep.n', operator: 'one_of', values: ['x', -1] }], true],
    ['none of several', [{ path: 'deep.n', operator: 'one_of', values: ['x', 1] }], false],
    ['a null among several where nothing is', [{ path: 'nobody', operator: 'one_of', values: ['x', null] }], false],
    ['a part of a text', [{ path: 'title', operator: 'contains', values: ['Globex', 'Acme'] }], true],
    ['a part in another case', [{ path: 'title', operator: 'contains', values: ['acme'] }], false],
    ['a pattern as it is', [{ path: 'title', operator: 'contains', values: ['%', 'A.*e'] }], false],
    ['a number in a text', [{ path: 'title', operator: 'contains', values: [3] }], false],
    ['an entry of a list', [{ path: 'tags', operator: 'contains', values: ['cloud'] }], true],
    ['a number of a list', [{ path: 'tags', operator: 'contains', values: [3] }], true],
    ['an entry of a list by another value', [{ path: 'tags', operator: 'contains', values: ['x', 'cloud'] }], true],
    ['a part of an entry', [{ path: 'tags', operator: 'contains', values: ['clou'] }], false],
    ['an entry where nothing is', [{ path: 'nobody', operator: 'contains', values: ['x'] }], false],
    ['a greater number', [{ path: 'price', operator: 'greater', values: [99.4] }], true],
    ['an equal number', [{ path: 'price', operator: 'greater', values: [99.5] }], false],
    ['a lesser number', [{ path: 'deep.n', operator: 'less', values: [0] }], true],
    ['a text for a number', [{ path: 'title', operator: 'greater', values: [0] }], false],
    ['a list for a number', [{ path: 'tags', operator: 'greater', values: [0] }], false],
    ['a number where nothing is', [{ path: 'nobody', operator: 'less', values: [0] }], false],
    [
      'all of several conditions',
      [
        { path: 'price', operator: 'greater', values: [50] },
        { path: 'price', operator: 'less', values: [60] },
      ],
      false,
    ],
    ['an operator of a later release', [{ path: 'price', operator: 'near', values: [99.5] }], false],
  ])('matches by %s', async (_what, conditions, matches) => {
    const trigger = await create(onEvent());
    await service.dataSource.query('UPDATE workflow_trigger SET conditions = $2 WHERE id = $1', [
      trigger.id,
      JSON.stringify(conditions),
    ]);
    await publish(LISTING);
    expect((await firingsOf(trigger.id)).length).toBe(matches ? 1 : 0);
  });

  test('matches by filter and conditions together', async () => {
    const conditions = [{ path: 'price', operator: 'greater', values: [50] }];
    const event = { name: 'cosell.created', filter: { stage: 'won' }, conditions };
    const trigger = await create({ ...onEvent(), event });
    expect(trigger.conditions).toEqual(conditions);
    await publish({ stage: 'won', price: 50 });
    await publish({ stage: 'lost', price: 51 });
    expect(await firingsOf(trigger.id)).toEqual([]);
    await publish({ stage: 'won', price: 51 });
    expect((await firingsOf(trigger.id)).length).toBe(1);
    const change = (input: object) => service.run(call, updateTrigger, { params: { id: trigger.id }, input });
    const before = await triggerOf(trigger.id);
    expect(await change({ event: { conditions } })).toEqual(before);
    expect(await change({ event: { conditions: [] } })).toMatchObject({
      conditions: null,
      filter: { stage: 'won' },
    });
    await publish({ stage: 'won', price: 1 });
    expect((await firingsOf(trigger.id)).length).toBe(2);
  });

  test('of a sandbox execution starts sandbox triggers only', async () => {
    const sandbox = await service.createKey(partner, { sandbox: true });
    const real = await create(onEvent({}, 'content.generated'));
    const tried = await create(onEvent({}, 'content.generated'), sandbox.call);
    const data = { execution_id: 1, status: 'completed', content_item_ids: [] };
    await publish({ ...data, sandbox: true }, 'content.generated');
    expect([(await firingsOf(real.id)).length, (await firingsOf(tried.id)).length]).toEqual([0, 1]);
    await fire((await firingsOf(tried.id))[0]);
    expect(await executionsOf(tried.id)).toMatchObject([{ sandbox: true, credits_held: 0 }]);
    await publish(data, 'content.generated');
    expect([(await firingsOf(real.id)).length, (await firingsOf(tried.id)).length]).toEqual([1, 2]);
  });

  test('that is rolled back starts nothing', async () => {
    const trigger = await create(onEvent());
    const publication = service.deps.transaction(service.admin, async (tx) => {
      tx.publish({ partnerId: partner.id, type: 'cosell.created', data: {} });
      tx.beforeCommit({ text: 'SELECT 1 / 0', values: [] });
    });
    await expect(publication).rejects.toThrow();
    expect(await firingsOf(trigger.id)).toEqual([]);
  });
});

test('of occurrences that wait at once there are a thousand at most, and room again once one has ended', async () => {
  const trigger = await create(onEvent());
  const calm = await create(onEvent());
  await service.dataSource.query(
    `INSERT INTO trigger_firing (row_key, trigger_id, occurrence, event_id, chain, status, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'waits-' || n, 'waits-' || n, '[]', 'pending', now(), now() FROM generate_series(1, 999) AS n`,
    [trigger.id],
  );
  const waiting = async () => {
    const [row] = await service.dataSource.query(
      `SELECT count(*)::int AS count FROM trigger_firing WHERE trigger_id = $1 AND status = 'pending'`,
      [trigger.id],
    );
    return row.count;
  };
  await publish({});
  expect(await waiting()).toBe(1_000);
  await publish({});
  expect(await waiting()).toBe(1_000);
  expect(await firingsOf(calm.id)).toHaveLength(2);
  await fire((await firingsOf(trigger.id)).find(({ event_id }) => !event_id?.startsWith('waits-')));
  await publish({});
  expect(await waiting()).toBe(1_000);
});

describe('a loop', () => {
  test('is not entered by a trigger that would fire itself, nor by a fourth one', async () => {
    const trigger = await create(onEvent({}, 'content.generated'));
    const data = { execution_id: 1, status: 'completed', content_item_ids: [] };
    await publish(data, 'content.generated', [trigger.id]);
    await publish(data, 'content.generated', [1_000_001, 1_000_002, 1_000_003]);
    for (const firing of await firingsOf(trigger.id)) await fire(firing);
    expect(await firingsOf(trigger.id)).toMatchObject([{ result: 'loop' }, { result: 'loop' }]);
    expect(await triggerOf(trigger.id)).toMatchObject({
      last_result: 'loop',
      executions_count: 0,
      last_fired_at: null,
    });
    await publish(data, 'content.generated', [1_000_001, 1_000_002]);
    await fire((await firingsOf(trigger.id))[0]);
    expect(await executionsOf(trigger.id)).toMatchObject([{ trigger_chain: [1_000_001, 1_000_002, trigger.id] }]);
  });

  test('is seen through a retry, which a person asked for', async () => {
    const trigger = await create(onEvent());
    await publish({});
    await fire((await firingsOf(trigger.id))[0]);
    const [execution] = await executionsOf(trigger.id);
    const params = { id: execution?.id };
    await service.run(call, cancelExecution, { params });
    const again = await service.run(call, retryExecution, { params });
    expect(await findExecution(service.deps.db, { executionId: again.id })).toMatchObject({
      trigger_id: null,
      trigger_chain: [trigger.id],
    });
  });
});

describe('a storm', () => {
  /** Firings of a minute ago, as if the trigger had fired so often. */
  const insertFired = (id: number, count: number, at = service.deps.clock.now()) =>
    service.dataSource.query(
      `INSERT INTO trigger_firing (row_key, trigger_id, occurrence, event_id, chain, status, result, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'before-' || extract(epoch from $3::timestamptz)::bigint || '-' || n, 'before-' || n, '[]', 'fired', 'fired', $3, $3 FROM generate_series(1, $2) AS n`,
      [id, count, at],
    );
  const fireAll = async (id: number) => {
    for (const firing of (await firingsOf(id)).reverse()) if (firing.status === 'pending') await fire(firing);
  };
  const countOf = async (id: number, result: string) =>
    (
      await service.dataSource.query(
        'SELECT count(*)::int AS n FROM trigger_firing WHERE trigger_id = $1 AND result = $2',
        [id, result],
      )
    )[0].n;

  test('ends at its sixty-first firing, one row says so, and nothing more is written of it', async () => {
    const trigger = await create(onEvent());
    for (let n = 0; n < MAX_FIRINGS_AN_HOUR + 5; n += 1) await publish({ n });
    await fireAll(trigger.id);
    const results = (await firingsOf(trigger.id)).map(({ result }) => result);
    expect(results.sort()).toEqual([...Array(MAX_FIRINGS_AN_HOUR).fill('fired'), 'storm']);
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'storm', executions_count: MAX_FIRINGS_AN_HOUR });
    await publish({});
    expect((await firingsOf(trigger.id)).length).toBe(MAX_FIRINGS_AN_HOUR + 1);
    service.setClock(new Date(Date.now() + 3_600_000));
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'fired' });
    await publish({});
    await fire((await firingsOf(trigger.id))[0]);
    expect(await triggerOf(trigger.id)).toMatchObject({
      last_result: 'fired',
      executions_count: MAX_FIRINGS_AN_HOUR + 1,
    });
  });

  test('is not what was dropped: more than sixty loops silence nothing', async () => {
    const trigger = await create(onEvent({}, 'content.generated'));
    const data = { execution_id: 1, status: 'completed', content_item_ids: [] };
    for (let n = 0; n < MAX_FIRINGS_AN_HOUR + 5; n += 1) await publish(data, 'content.generated', [trigger.id]);
    await fireAll(trigger.id);
    expect(await countOf(trigger.id, 'loop')).toBe(MAX_FIRINGS_AN_HOUR + 5);
    await publish(data, 'content.generated');
    await fireAll(trigger.id);
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'fired', executions_count: 1 });
  });

  test('is what fired within the hour, however long ago its events were', async () => {
    const trigger = await create(onEvent());
    for (let n = 0; n < 2; n += 1) await publish({ n });
    service.setClock(new Date(Date.now() + 2 * 3_600_000));
    await insertFired(trigger.id, MAX_FIRINGS_AN_HOUR - 1);
    await fireAll(trigger.id);
    expect((await firingsOf(trigger.id)).filter(({ occurrence }) => !occurrence.startsWith('before'))).toMatchObject([
      { result: 'storm' },
      { result: 'fired' },
    ]);
  });

  test('is over when the earliest of the sixty is an hour ago, and the list says it once an hour', async () => {
    const trigger = await create(onEvent());
    const now = Date.now();
    await insertFired(trigger.id, 1, new Date(now - 50 * 60_000));
    await insertFired(trigger.id, MAX_FIRINGS_AN_HOUR - 1, new Date(now - 60_000));
    const at = async (minutes: number) => {
      service.setClock(new Date(now + minutes * 60_000));
      await publish({ minutes });
      await fireAll(trigger.id);
      const { last_result, executions_count } = await triggerOf(trigger.id);
      return [last_result, await countOf(trigger.id, 'storm'), executions_count];
    };
    expect(await at(0)).toEqual(['storm', 1, 0]);
    expect(await at(9)).toEqual(['storm', 1, 0]);
    // One more fires, and it is silenced again.
    expect(await at(11)).toEqual(['storm', 1, 1]);
    expect(await at(12)).toEqual(['storm', 1, 1]);
    expect(await at(58)).toEqual(['storm', 1, 1]);
    expect(await at(60)).toEqual(['fired', 1, 2]);
  });
});

describe('an execution that cannot be', () => {
  test('for lack of credits is recorded', async () => {
    const { partner: poor, call: caller } = await service.createCaller();
    const trigger = await create(onEvent(), caller);
    await service.deps.transaction(service.admin, async (tx) =>
      tx.publish({ partnerId: poor.id, type: 'cosell.created', data: {} }),
    );
    await fire((await firingsOf(trigger.id))[0]);
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'no_credits', active: true, executions_count: 0 });
  });

  test('for the daily limit of the key is recorded', async () => {
    const capped = await service.createKey(partner, { daily_credit_limit: 15 });
    const trigger = await create(onEvent(), capped.call);
    await publish({ n: 1 });
    await publish({ n: 2 });
    for (const firing of (await firingsOf(trigger.id)).reverse()) await fire(firing);
    expect((await firingsOf(trigger.id)).map(({ result }) => result)).toEqual(['daily_credit_limit', 'fired']);
  });

  test('for the scope of the key is recorded', async () => {
    const trigger = await create(onEvent());
    await service.dataSource.query('UPDATE partner_key SET scoped_capabilities = $2 WHERE id = $1', [key.id, ['faq']]);
    await publish({});
    await fire((await firingsOf(trigger.id))[0]);
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'not_allowed' });
  });
});

describe('the credential', () => {
  const params = () => ({ partner_id: partner.id, key_id: key.id });

  test('that ends pauses the trigger, at the latest when it would fire', async () => {
    const trigger = await create(onEvent());
    await publish({});
    await service.run(service.admin, revokePartnerKey, { params: params() });
    await fire((await firingsOf(trigger.id))[0]);
    expect(await triggerOf(trigger.id)).toMatchObject({
      active: false,
      pause_reason: 'credential_ended',
      last_result: 'credential_ended',
    });
    expect(await executionsOf(trigger.id)).toEqual([]);
  });

  test('that ends pauses a schedule soon', async () => {
    const trigger = await create(hourly);
    await service.run(service.admin, revokePartnerKey, { params: params() });
    await perform(service.deps, reconcileTriggers, {});
    expect(await triggerOf(trigger.id)).toMatchObject({ active: false, next_fire_at: null });
    expect(await perform(service.deps, readSchedule, { triggerId: trigger.id, rowKey: trigger.row_key })).toMatchObject(
      { active: false },
    );
  });

  test('is needed no more by a scheduled occurrence whose run was terminated: that is lost in a day', async () => {
    const trigger = await create(hourly);
    const open = (at: string) =>
      service.deps.transaction(service.admin, (tx) =>
        openScheduled(tx.em, tx.now, { triggerId: trigger.id, at: new Date(at), rowKey: service.deps.ids.uuid() }),
      );
    const { id } = await open('2026-01-01T00:00:00Z');
    const hours = 3_600_000;
    const now = service.deps.clock.now().getTime();
    for (const [after, result] of [
      [23 * hours, null],
      [25 * hours, 'lost'],
    ] as const) {
      service.setClock(new Date(now + after));
      await perform(service.deps, reconcileTriggers, {});
      expect((await firingsOf(trigger.id)).find((firing) => firing.id === id)?.result).toBe(result);
    }
  });

  test('may be rotated', async () => {
    const trigger = await create(onEvent());
    await service.run(service.admin, rotatePartnerKey, { params: params() });
    await perform(service.deps, reconcileTriggers, {});
    await publish({});
    await fire((await firingsOf(trigger.id))[0]);
    expect(await triggerOf(trigger.id)).toMatchObject({ active: true, last_result: 'fired' });
  });

  test('that ended is replaced by that of whoever switches the trigger on', async () => {
    const trigger = await create(onEvent());
    await service.run(service.admin, revokePartnerKey, { params: params() });
    await perform(service.deps, reconcileTriggers, {});
    const colleague = await service.createKey(partner);
    await service.run(colleague.call, toggleTrigger, { params: { id: trigger.id } });
    await publish({});
    await fire((await firingsOf(trigger.id))[0]);
    expect(await executionsOf(trigger.id)).toMatchObject([{ lineage_id: colleague.key.id }]);
  });
});

describe('a schedule', () => {
  beforeEach(() => service.setClock(new Date('2026-03-02T08:30:00Z')));

  test('fires at its time once, and shows when it fires next', async () => {
    const trigger = await create(hourly);
    expect(trigger.next_fire_at?.toISOString()).toBe('2026-03-02T09:00:00.000Z');
    service.setClock(new Date('2026-03-02T09:00:01Z'));
    await Promise.all([fireAt(trigger, '2026-03-02T09:00:00Z'), fireAt(trigger, '2026-03-02T09:00:00Z')]);
    await fireAt(trigger, '2026-03-02T09:00:00Z');
    expect((await executionsOf(trigger.id)).length).toBe(1);
    const after = await triggerOf(trigger.id);
    expect(after).toMatchObject({ last_result: 'fired', missed_count: 0 });
    expect(after.next_fire_at?.toISOString()).toBe('2026-03-02T10:00:00.000Z');
  });

  test('runs the newest occurrence after a downtime, and records what it missed', async () => {
    const trigger = await create(hourly);
    service.setClock(new Date('2026-03-02T12:20:00Z'));
    // Temporal starts all missed occurrences at once, in any order.
    await Promise.all(['11', '12', '10'].map((hour) => fireAt(trigger, `2026-03-02T${hour}:00:00Z`)));
    expect(
      (await firingsOf(trigger.id)).map(({ occurrence, result }) => [occurrence.slice(11, 13), result]).sort(),
    ).toEqual([
      ['09', 'missed'],
      ['10', 'missed'],
      ['11', 'missed'],
      ['12', 'fired'],
    ]);
    const after = await triggerOf(trigger.id);
    expect(after).toMatchObject({ missed_count: 3, executions_count: 1 });
    expect(after.next_fire_at?.toISOString()).toBe('2026-03-02T13:00:00.000Z');
  });

  test('records what it missed while Temporal is still down, and requests its Schedule again', async () => {
    const trigger = await create(hourly);
    service.setClock(new Date('2026-03-04T08:30:00Z'));
    await service.dataSource.query('DELETE FROM outbox');
    await perform(service.deps, reconcileTriggers, {});
    await perform(service.deps, reconcileTriggers, {});
    const after = await triggerOf(trigger.id);
    expect(after).toMatchObject({ missed_count: 47, last_result: 'missed' });
    expect(after.next_fire_at?.toISOString()).toBe('2026-03-04T08:00:00.000Z');
    expect((await firingsOf(trigger.id)).length).toBe(24);
    const asked = await service.dataSource.query(
      `SELECT command FROM outbox WHERE kind = 'trigger.sync' AND (command->>'triggerId')::bigint = $1`,
      [trigger.id],
    );
    expect(asked.length).toBe(1);
    // Missed occurrences that run later were recorded already, except the newest.
    await fireAt(trigger, '2026-03-04T07:00:00Z');
    await fireAt(trigger, '2026-03-04T08:00:00Z');
    expect(await triggerOf(trigger.id)).toMatchObject({ missed_count: 47, executions_count: 1 });
  });

  test('that cannot be reconciled keeps no other from it', async () => {
    const broken = await create(hourly);
    const trigger = await create(hourly);
    service.setClock(new Date('2026-03-04T08:30:00Z'));
    const refused = { table: 'workflow_trigger', when: `NEW.id = ${broken.id}` };
    await refusingRows(service.dataSource, refused, () =>
      expect(perform(service.deps, reconcileTriggers, {})).rejects.toThrow(AggregateError),
    );
    expect(await triggerOf(trigger.id)).toMatchObject({ missed_count: 47 });
    expect(await triggerOf(broken.id)).toMatchObject({ missed_count: 0, checked_at: broken.checked_at });
    // Where only its occurrences cannot be recorded, it leaves its turn to the others.
    const missed = { table: 'trigger_firing', when: `NEW.trigger_id = ${broken.id}` };
    await refusingRows(service.dataSource, missed, () =>
      expect(perform(service.deps, reconcileTriggers, {})).rejects.toThrow(AggregateError),
    );
    expect(await triggerOf(broken.id)).toMatchObject({ missed_count: 0, checked_at: service.deps.clock.now() });
    await service.run(call, deleteTrigger, { params: { id: broken.id } });
  });

  test('of an earlier release that cannot be read is paused with the reason, and stays so until it is changed', async () => {
    for (const [column, value] of [
      ['timezone', 'SystemV/EST5'],
      ['cron', '0 9 * * FRI-MON'],
    ]) {
      const trigger = await create(hourly);
      const own = { triggerId: trigger.id, rowKey: trigger.row_key };
      await service.dataSource.query(`UPDATE workflow_trigger SET ${column} = $2 WHERE id = $1`, [trigger.id, value]);
      service.setClock(new Date('2026-03-04T08:30:00Z'));
      await service.dataSource.query('DELETE FROM outbox');
      await perform(service.deps, reconcileTriggers, {});
      const asked = await service.dataSource.query(
        `SELECT 1 FROM outbox WHERE kind = 'trigger.sync' AND (command->>'triggerId')::bigint = $1`,
        [trigger.id],
      );
      expect(asked.length).toBe(1);
      expect(await perform(service.deps, readSchedule, own)).toMatchObject({ calendars: null });
      await fireAt(trigger, '2026-03-04T08:00:00Z');
      expect(await firingsOf(trigger.id)).toMatchObject([{ result: 'schedule_refused' }]);
      expect(await perform(service.deps, refuseSchedule, own)).toBe(true);
      expect(await triggerOf(trigger.id)).toMatchObject({
        active: false,
        pause_reason: 'schedule_refused',
        last_result: 'schedule_refused',
        next_fire_at: null,
      });
      expect(await perform(service.deps, readSchedule, own)).toBeNull();
      expect(await codeOf(service.run(call, toggleTrigger, { params: { id: trigger.id } }))).toBe('CONFLICT');
      service.setClock(new Date('2026-03-02T08:30:00Z'));
    }
  });

  test('that was checked gives its turn to those that wait for theirs', async () => {
    const [first, second] = [await create(hourly), await create(hourly)];
    await service.dataSource.query(`UPDATE workflow_trigger SET next_fire_at = '2026-03-02T08:59:00Z' WHERE id = $1`, [
      first.id,
    ]);
    const overdue = (moment: string) => selectOverdue(service.deps.db, new Date(moment), 1);
    expect(await overdue('2026-03-02T09:20:00Z')).toMatchObject([{ id: first.id }]);
    await service.dataSource.query(`UPDATE workflow_trigger SET checked_at = '2026-03-02T09:19:00Z' WHERE id = $1`, [
      first.id,
    ]);
    expect(await overdue('2026-03-02T09:20:00Z')).toMatchObject([{ id: second.id }]);
  });

  test('that was switched off does not fire, and makes nothing up when it is on again', async () => {
    const trigger = await create(hourly);
    const params = { id: trigger.id };
    const off = await service.run(call, toggleTrigger, { params });
    expect(off).toMatchObject({ active: false, next_fire_at: null });
    service.setClock(new Date('2026-03-02T12:20:00Z'));
    await fireAt(trigger, '2026-03-02T12:00:00Z');
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'paused', executions_count: 0 });
    const on = await service.run(call, toggleTrigger, { params });
    expect(on.next_fire_at?.toISOString()).toBe('2026-03-02T13:00:00.000Z');
    await perform(service.deps, reconcileTriggers, {});
    expect(await triggerOf(trigger.id)).toMatchObject({ missed_count: 0 });
  });

  test('that is gone says so to its run', async () => {
    const trigger = await create(hourly);
    await service.run(call, deleteTrigger, { params: { id: trigger.id } });
    expect(await fireAt(trigger, '2026-03-02T09:00:00Z')).toEqual({ gone: true });
    expect(await perform(service.deps, readSchedule, { triggerId: trigger.id, rowKey: trigger.row_key })).toBeNull();
  });
});

describe('races', () => {
  test('two toggles leave a trigger as it was', async () => {
    const trigger = await create(onEvent());
    const params = { id: trigger.id };
    await Promise.all([1, 2].map(() => service.run(call, toggleTrigger, { params })));
    expect(await triggerOf(trigger.id)).toMatchObject({ active: true });
  });

  test('a delete during a firing leaves an execution or none, and no error', async () => {
    for (let n = 0; n < 5; n += 1) {
      const trigger = await create(onEvent());
      await publish({ n });
      const [firing] = await firingsOf(trigger.id);
      await Promise.all([fire(firing), service.run(call, deleteTrigger, { params: { id: trigger.id } })]);
      expect(await findTrigger(service.deps.db, trigger.id)).toBeNull();
      expect((await executionsOf(trigger.id)).length).toBeLessThanOrEqual(1);
      expect(await fire(firing)).toEqual({ gone: true });
    }
  });

  test('a lost run ends its firing unless that has fired', async () => {
    const trigger = await create(onEvent());
    await publish({});
    const [firing] = await firingsOf(trigger.id);
    const reference = { firingId: firing?.id ?? 0, rowKey: firing?.row_key ?? '' };
    expect(await perform(service.deps, failFiring, reference)).toBe(true);
    expect(await perform(service.deps, failFiring, reference)).toBe(false);
    await fire(firing);
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'lost', executions_count: 0 });
  });
});

describe('a new trigger', () => {
  test('is held against its target', async () => {
    const validation = (change: object) => validationOf(create({ ...onEvent(), ...change }));
    expect(await codeOf(create({ ...onEvent(), target: { capability_slug: 'none' } }))).toBe('NOT_FOUND');
    expect(await codeOf(create({ ...onEvent(), target: { template_slug: 'none' } }))).toBe('NOT_FOUND');
    expect(await codeOf(create({ ...onEvent(), input: { topic: ' ' } }))).toBe('PRECONDITION_FAILED');
    expect(Object.keys(await validation({ input: {} }))).toEqual(['input.topic']);
    expect(Object.keys(await validation({ target: {} }))).toEqual(['target']);
    expect(Object.keys(await validation({ target: { capability_slug: 'faq', template_slug: 'x' } }))).toEqual([
      'target',
    ]);
    const scoped = await service.createKey(partner, { scoped_capabilities: ['faq'] });
    expect(await codeOf(create(onEvent(), scoped.call))).toBe('CAPABILITY_NOT_ALLOWED');
    const template = { ...onEvent(), target: { template_slug: 'feature_announcement' } };
    expect(await codeOf(create(template, scoped.call))).toBe('CAPABILITY_NOT_ALLOWED');
    expect(await create(template)).toMatchObject({ template_slug: 'feature_announcement', active: true });
  });

  test('gets all errors at once', async () => {
    const problems = await validationOf(
      create({ ...hourly, name: '', schedule: { cron: '* * * * *', timezone: 'Mars/Base' }, event: { name: 'x' } }),
    );
    expect(Object.keys(problems).sort()).toEqual(['event', 'event.name', 'name', 'schedule.cron', 'schedule.timezone']);
    expect(await validationOf(create({ ...hourly, schedule: { cron: '* * * * *' } }))).toEqual({
      'schedule.cron': [expect.stringContaining('15 minutes')],
    });
    const { schedule: _left, ...without } = hourly;
    expect(Object.keys(await validationOf(create(without)))).toEqual(['schedule']);
  });

  test('finds no room beside a hundred others', async () => {
    await create(onEvent());
    await service.dataSource.query(
      `INSERT INTO workflow_trigger (row_key, partner_id, name, capability_slug, type, event_name, filter, input, active, sandbox,
                                     created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'x', 'faq', 'event', 'cosell.created', '{}', '{}', false, false, now(), now()
       FROM generate_series(1, $2)`,
      [partner.id, LIMITS.triggers.most - 2],
    );
    const codes = await Promise.all([codeOf(create(onEvent())), codeOf(create(onEvent()))]);
    expect(codes.sort()).toEqual(['CONFLICT', 'none']);
  });
});

describe('an update', () => {
  const update = (id: number, input: object, caller = call): Promise<WorkflowTriggerRow> =>
    service.run(caller, updateTrigger, { params: { id }, input });

  test('changes what is sent and keeps the rest', async () => {
    service.setClock(new Date('2026-03-02T08:30:00Z'));
    const trigger = await create(hourly);
    const named = await update(trigger.id, { name: 'Each hour' });
    expect(named).toEqual({ ...trigger, name: 'Each hour', updated_at: expect.any(Date) });
    const moved = await update(trigger.id, { schedule: { timezone: 'asia/kolkata' } });
    expect(moved).toMatchObject({ cron: '0 * * * *', timezone: 'Asia/Kolkata', input: TARGET.input });
    expect(moved.next_fire_at?.toISOString()).toBe('2026-03-02T09:30:00.000Z');
    const off = await update(trigger.id, {
      active: false,
      target: { capability_slug: 'email_campaign' },
      input: { topic: 'X' },
    });
    expect(off).toMatchObject({
      active: false,
      next_fire_at: null,
      capability_slug: 'email_campaign',
      input: { topic: 'X' },
    });
    expect(await update(trigger.id, { active: false, input: { topic: 'X' } })).toEqual(off);
    expect(await triggerOf(trigger.id)).toEqual(off);
  });

  test('makes another kind of trigger of it', async () => {
    const trigger = await create(hourly);
    await service.dataSource.query('DELETE FROM outbox');
    const event = { name: 'cosell.created', filter: { stage: 'won' } };
    expect(await update(trigger.id, { type: 'event', event })).toMatchObject({
      type: 'event',
      cron: null,
      timezone: null,
      next_fire_at: null,
    });
    const asked = await service.dataSource.query(
      `SELECT 1 FROM outbox WHERE kind = 'trigger.sync' AND (command->>'triggerId')::bigint = $1`,
      [trigger.id],
    );
    expect(asked.length).toBe(1);
    await publish({ stage: 'won' });
    expect((await firingsOf(trigger.id)).length).toBe(1);
    await update(trigger.id, { event: { filter: {} } });
    await publish({ stage: 'lost' });
    expect((await firingsOf(trigger.id)).length).toBe(2);
    expect(await update(trigger.id, { type: 'schedule', schedule: hourly.schedule })).toMatchObject({
      event_name: null,
      filter: null,
      next_fire_at: expect.any(Date),
    });
  });

  test('is held against the whole', async () => {
    const trigger = await create(hourly);
    const refused = async (input: object) => Object.keys(await validationOf(update(trigger.id, input)));
    expect(await refused({ schedule: { cron: '0 9 * * FRI-MON' } })).toEqual(['schedule.cron']);
    expect(await refused({ schedule: { timezone: 'PST' } })).toEqual(['schedule.timezone']);
    expect(await refused({ schedule: null })).toEqual(['schedule']);
    expect(await refused({ event: { name: 'cosell.created' } })).toEqual(['event']);
    expect(await refused({ type: 'event' })).toEqual(['event']);
    expect(await refused({ name: null })).toEqual(['name']);
    expect(await refused({ target: {} })).toEqual(['target']);
    expect(await refused({ input: {} })).toEqual(['input.topic']);
    expect(await refused({ target: { capability_slug: 'tone_analysis' } })).toEqual(['input.content']);
    expect(await codeOf(update(trigger.id, { target: { capability_slug: 'none' } }))).toBe('NOT_FOUND');
    expect(await codeOf(update(trigger.id, { input: { topic: ' ' } }))).toBe('PRECONDITION_FAILED');
    const scoped = await service.createKey(partner, { scoped_capabilities: ['faq'] });
    expect(await codeOf(update(trigger.id, { name: 'x' }, scoped.call))).toBe('CAPABILITY_NOT_ALLOWED');
    const sandbox = await service.createKey(partner, { sandbox: true });
    expect(await codeOf(update(trigger.id, { name: 'x' }, sandbox.call))).toBe('FORBIDDEN');
    expect(await triggerOf(trigger.id)).toEqual(trigger);
  });

  test('of a schedule that cannot be read clears the reason, and those at once keep each other’s fields', async () => {
    const trigger = await create(hourly);
    await service.dataSource.query(`UPDATE workflow_trigger SET timezone = 'SystemV/EST5' WHERE id = $1`, [trigger.id]);
    await perform(service.deps, refuseSchedule, { triggerId: trigger.id, rowKey: trigger.row_key });
    expect(Object.keys(await validationOf(update(trigger.id, { name: 'x' })))).toEqual(['schedule.timezone']);
    const mended = await update(trigger.id, { schedule: { timezone: 'EST' }, active: true });
    expect(mended).toMatchObject({ active: true, pause_reason: null, timezone: 'EST', next_fire_at: expect.any(Date) });
    await Promise.all([
      update(trigger.id, { name: 'Both' }),
      update(trigger.id, { schedule: { cron: '30 * * * *' } }),
      update(trigger.id, { input: { topic: 'Other' } }),
    ]);
    expect(await triggerOf(trigger.id)).toMatchObject({ name: 'Both', cron: '30 * * * *', input: { topic: 'Other' } });
  });
});

describe('a mapping', () => {
  const mapped = (mapping: object, name = 'cosell.created', rest: object = {}) => ({
    ...onEvent({}, name),
    input: {},
    event: { name, mapping },
    ...rest,
  });
  const lastOf = async (id: number) => (await firingsOf(id))[0];

  test('gives the execution what the event has', async () => {
    const trigger = await create(mapped({ topic: 'deal.title' }));
    expect(trigger).toMatchObject({ mapping: { topic: 'deal.title' }, input: {} });
    await publish({ deal: { title: 'Shelves that fill themselves' } });
    await fire(await lastOf(trigger.id));
    expect(await executionsOf(trigger.id)).toMatchObject([{ settings: { topic: 'Shelves that fill themselves' } }]);
  });

  test('of a template gives its input, beside what is the same each time', async () => {
    const target = { template_slug: 'feature_announcement' };
    const trigger = await create(
      mapped({ topic: 'name' }, 'cosell.created', { target, input: { call_to_action: 'Try' } }),
    );
    await publish({ name: 'Alerts by text' });
    await fire(await lastOf(trigger.id));
    expect(await executionsOf(trigger.id)).toMatchObject([
      { template_slug: 'feature_announcement', settings: { topic: 'Alerts by text', call_to_action: 'Try' } },
    ]);
  });

  test('finds what a listing is called, once it was read', async () => {
    const trigger = await create(mapped({ topic: 'listing.title' }, 'listing.updated'));
    const listing_id = `prod-${partner.id}`;
    const fireLast = async () => {
      await publish({ listing_id, changes: ['title'] }, 'listing.updated');
      await fire(await lastOf(trigger.id));
      return lastOf(trigger.id);
    };
    expect(await fireLast()).toMatchObject({ result: 'value_missing', setting: 'topic' });
    await service.dataSource.query(
      `INSERT INTO listing_snapshot (listing_id, content, fetched_at, changed_at) VALUES ($1, $2, now(), now())`,
      [listing_id, { title: 'Stock Sentinel', shortDescription: '', vendor: 'Acme' }],
    );
    expect(await fireLast()).toMatchObject({ result: 'fired', setting: null });
    expect(await executionsOf(trigger.id)).toMatchObject([{ settings: { topic: 'Stock Sentinel' } }]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['is not there', {}, 'value_missing'],
    ['is null', { title: null }, 'value_missing'],
    ['is of another type', { title: 7 }, 'invalid'],
    ['is blank', { title: ' ' }, 'invalid'],
    ['is too long', { title: 'x'.repeat(20_001) }, 'invalid'],
  ])('starts nothing where the value %s', async (_what, data, result) => {
    const trigger = await create(mapped({ topic: 'title' }));
    await publish(data);
    await fire(await lastOf(trigger.id));
    expect(await lastOf(trigger.id)).toMatchObject({ result, setting: 'topic' });
    expect(await executionsOf(trigger.id)).toEqual([]);
  });

  test('is held against the event and the target', async () => {
    const refused = async (input: object) => {
      const created = create(input);
      return created.then(
        () => [],
        async () => Object.keys(await validationOf(created)),
      );
    };
    const to = (path: string, setting = 'topic') => refused(mapped({ [setting]: path }, 'listing.updated'));
    expect(await to('listing_id')).toEqual([]);
    expect(await to('changes.0')).toEqual([]);
    expect(await to('changes', 'keywords')).toEqual(['input.topic']);
    expect(await to('changes')).toEqual(['event.mapping.topic']);
    expect(await to('title')).toEqual(['event.mapping.topic']);
    expect(await to('listing.price')).toEqual(['event.mapping.topic']);
    expect(await to('listing_id', 'colour')).toEqual(['input.topic', 'event.mapping.colour']);
    expect(await to('a.b.c.d.e.f.g.h.i')).toContain('event.mapping.topic');
    const generated = (path: string) => refused(mapped({ topic: path }, 'content.generated'));
    expect(await generated('execution_id')).toEqual(['event.mapping.topic']);
    expect(await generated('status')).toEqual([]);
    expect(await refused({ ...mapped({ topic: 'title' }), input: { topic: 'Both' } })).toEqual(['input.topic']);
  });

  test('is replaced by an update, which is held against the whole', async () => {
    const trigger = await create(onEvent());
    const change = (input: object) => service.run(call, updateTrigger, { params: { id: trigger.id }, input });
    const event = { mapping: { topic: 'title' } };
    expect(Object.keys(await validationOf(change({ event })))).toEqual(['input.topic']);
    expect(await change({ event, input: {} })).toMatchObject({ mapping: { topic: 'title' }, input: {} });
    expect(await change({ event: { filter: { stage: 'won' } } })).toMatchObject({ mapping: { topic: 'title' } });
    expect(Object.keys(await validationOf(change({ event: { mapping: {} } })))).toEqual(['input.topic']);
    expect(Object.keys(await validationOf(change({ event: { name: 'listing.updated' } })))).toEqual([
      'event.mapping.topic',
    ]);
    expect(await change({ event: { mapping: {} }, input: TARGET.input })).toMatchObject({ mapping: null });
  });

  test('takes the newest event when it is run by hand, and fails where there was none', async () => {
    const trigger = await create(mapped({ topic: 'title' }));
    const runNow = () => service.run(call, runTrigger, { params: { id: trigger.id } });
    await fire(await runNow());
    expect(await lastOf(trigger.id)).toMatchObject({ result: 'value_missing', event_id: null });
    await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    service.setClock(new Date(Date.now() - 60_000));
    await publish({ title: 'Older' });
    service.setClock(undefined);
    const newest = await publish({ title: 'Newer' });
    await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    await fire(await runNow());
    expect(await lastOf(trigger.id)).toMatchObject({ result: 'fired', event_id: newest });
    expect(await executionsOf(trigger.id)).toMatchObject([{ settings: { topic: 'Newer' } }]);
  });

  test('is shown what the newest event has, of the partner alone', async () => {
    const shown = (name: string, caller = call) => service.run(caller, getTriggerEvent, { params: { name } });
    expect(await codeOf(shown('webhook.test'))).toBe('NOT_FOUND');
    const before = await shown('listing.updated');
    expect(before).toMatchObject({ id: 'listing.updated', event_id: null, occurred_at: null });
    expect(before.paths.slice(0, 3)).toEqual([
      { path: 'listing_id', types: ['string'], example: 'prod-4x7kq2m9ab' },
      { path: 'changes', types: ['array'], example: ['title', 'highlights'] },
      { path: 'listing.title', types: ['string'], example: null },
    ]);
    const id = await publish({ deal: { title: 'Shelves', size: 3 }, note: 'x'.repeat(300) });
    const { event_id, paths } = await shown('cosell.created');
    expect(event_id).toBe(id);
    expect(paths).toEqual([
      { path: 'deal.size', types: [], example: 3 },
      { path: 'deal.title', types: [], example: 'Shelves' },
      { path: 'note', types: [], example: 'x'.repeat(200) },
    ]);
    const { call: stranger } = await service.createCaller();
    expect(await shown('cosell.created', stranger)).toMatchObject({ event_id: null });
  });

  test('is shown no event of the sandbox by a key of production', async () => {
    const sandbox = await service.createKey(partner, { sandbox: true });
    const data = { execution_id: 1, status: 'completed', content_item_ids: [], sandbox: true };
    const id = await publish(data, 'content.generated');
    const shown = (caller: Call) => service.run(caller, getTriggerEvent, { params: { name: 'content.generated' } });
    expect([(await shown(call)).event_id, (await shown(sandbox.call)).event_id]).toEqual([null, id]);
  });
});

describe('a budget', () => {
  const fireNext = async (id: number) => {
    await publish({});
    const [firing] = await firingsOf(id);
    await fire(firing);
    return (await firingsOf(id))[0]?.result;
  };

  test('of runs holds back what comes after them, until the next day of UTC', async () => {
    service.setClock(new Date('2026-03-02T23:58:00Z'));
    const trigger = await create({ ...onEvent(), max_runs_per_day: 2, pause_after_failures: 1 });
    expect([await fireNext(trigger.id), await fireNext(trigger.id), await fireNext(trigger.id)]).toEqual([
      'fired',
      'fired',
      'over_budget',
    ]);
    // It is held back, which is no failure.
    expect(await triggerOf(trigger.id)).toMatchObject({
      active: true,
      last_result: 'over_budget',
      failures_in_a_row: 0,
    });
    service.setClock(new Date('2026-03-03T00:00:00Z'));
    expect(await fireNext(trigger.id)).toBe('fired');
  });

  test('of credits counts what executions hold, also of occurrences at once', async () => {
    const trigger = await create({ ...onEvent(), max_credits_per_day: 29 });
    for (let n = 0; n < 4; n += 1) await publish({ n });
    await Promise.all((await firingsOf(trigger.id)).map(fire));
    const results = (await firingsOf(trigger.id)).map(({ result, credits }) => [result, credits]);
    expect(results.sort()).toEqual([
      ['fired', 10],
      ['fired', 10],
      ['over_budget', null],
      ['over_budget', null],
    ]);
    expect((await readAccount(service.deps.db, partner.id)).held).toBe(20);
    const change = (input: object) => service.run(call, updateTrigger, { params: { id: trigger.id }, input });
    expect(await change({ max_credits_per_day: 30 })).toMatchObject({ max_credits_per_day: 30 });
    expect(await fireNext(trigger.id)).toBe('fired');
    expect(await fireNext(trigger.id)).toBe('over_budget');
    expect(await change({ max_credits_per_day: null })).toMatchObject({ max_credits_per_day: null });
    expect(await fireNext(trigger.id)).toBe('fired');
  });
});

describe('failures', () => {
  const failing = (rest: object = {}) => ({
    ...onEvent(),
    input: {},
    event: { name: 'cosell.created', mapping: { topic: 'title' } },
    ...rest,
  });
  const eventsOf = async (): Promise<[string, Record<string, unknown>][]> => {
    const rows = await service.dataSource.query(
      `SELECT type, data FROM platform_event WHERE partner_id = $1 AND type LIKE 'trigger.%' ORDER BY id`,
      [partner.id],
    );
    return rows.map(({ type, data }: { type: string; data: Record<string, unknown> }) => [type, data]);
  };
  const notified = async (userId: number) =>
    (await service.dataSource.query('SELECT kind, title FROM notification WHERE user_id = $1 ORDER BY id', [
      userId,
    ])) as {
      kind: string;
      title: string;
    }[];
  const failOnce = async (id: number) => {
    await publish({});
    await fire((await firingsOf(id))[0]);
  };
  const succeed = async (id: number) => {
    await publish({ title: 'Shelves' });
    await fire((await firingsOf(id))[0]);
    return (await firingsOf(id))[0]?.execution_id ?? 0;
  };
  const end = (executionId: number) =>
    perform(service.deps, endExecution, { executionId, ending: { status: 'failed', reason: 'unusable_answer' } });

  test('are said once a day, and pause the trigger after as many as it may have', async () => {
    const editor = await service.run(service.admin, createUser, {
      params: { partner_id: partner.id },
      input: { email: `${partner.id}@example.com`, name: 'Editor', role: 'editor', password: 'correct horse battery' },
    });
    const trigger = await create(failing({ pause_after_failures: 3 }));
    await failOnce(trigger.id);
    await failOnce(trigger.id);
    const said = { trigger_id: trigger.id, name: trigger.name };
    expect(await eventsOf()).toEqual([
      ['trigger.failed', { ...said, failures_in_a_row: 1, result: 'value_missing', execution_id: null }],
    ]);
    expect(await triggerOf(trigger.id)).toMatchObject({ active: true, failures_in_a_row: 2 });
    await failOnce(trigger.id);
    expect(await triggerOf(trigger.id)).toMatchObject({
      active: false,
      pause_reason: 'failures',
      last_result: 'value_missing',
      failures_in_a_row: 3,
    });
    expect((await eventsOf()).slice(1)).toEqual([
      ['trigger.paused', { ...said, failures_in_a_row: 3, reason: 'failures' }],
    ]);
    expect(await notified(editor.id)).toEqual([
      { kind: 'trigger_failed', title: trigger.name },
      { kind: 'trigger_paused', title: trigger.name },
    ]);
    const on = await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    expect(on).toMatchObject({ active: true, pause_reason: null, failures_in_a_row: 0 });
    service.setClock(new Date(Date.now() + 86_400_000));
    await failOnce(trigger.id);
    expect((await eventsOf()).map(([type]) => type)).toEqual(['trigger.failed', 'trigger.paused', 'trigger.failed']);
  });

  test('of executions count in a row, and one that completes begins anew', async () => {
    const trigger = await create(failing({ pause_after_failures: 2 }));
    const [first, second, third] = [await succeed(trigger.id), await succeed(trigger.id), await succeed(trigger.id)];
    await end(first);
    expect(await eventsOf()).toMatchObject([['trigger.failed', { result: 'execution_failed', execution_id: first }]]);
    await end(first);
    expect(await triggerOf(trigger.id)).toMatchObject({ active: true, failures_in_a_row: 1 });
    await service.dataSource.query(`UPDATE execution SET status = 'executing' WHERE id = $1`, [second]);
    expect(await perform(service.deps, settleExecution, { executionId: second })).toBe(true);
    expect(await triggerOf(trigger.id)).toMatchObject({ active: true, failures_in_a_row: 0 });
    await end(third);
    await failOnce(trigger.id);
    expect(await triggerOf(trigger.id)).toMatchObject({ active: false, pause_reason: 'failures' });
  });

  test('of what began before the trigger was switched on, and of what was cancelled, do not count', async () => {
    const trigger = await create(failing({ pause_after_failures: 1 }));
    const [before, cancelled] = [await succeed(trigger.id), await succeed(trigger.id)];
    await service.run(call, cancelExecution, { params: { id: cancelled } });
    for (let n = 0; n < 2; n += 1) await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    await end(before);
    expect(await triggerOf(trigger.id)).toMatchObject({ active: true, failures_in_a_row: 0 });
  });

  test('fire no trigger that led to them, and those of the sandbox start and notify nobody else', async () => {
    const sandbox = await service.createKey(partner, { sandbox: true });
    const onFailure = { ...TARGET, name: 'On a failure', type: 'event', event: { name: 'trigger.failed' } };
    const [watching, trying] = [await create(onFailure), await create(onFailure, sandbox.call)];
    const tried = await create(failing(), sandbox.call);
    await failOnce(tried.id);
    expect([(await firingsOf(watching.id)).length, (await firingsOf(trying.id)).length]).toEqual([0, 1]);
    expect(await eventsOf()).toMatchObject([['trigger.failed', { sandbox: true }]]);
    const real = await create(failing());
    await failOnce(real.id);
    expect((await firingsOf(watching.id)).map(({ chain }) => chain)).toEqual([[real.id]]);
  });
});

describe('a run by hand', () => {
  const runNow = (id: number, caller = call): Promise<TriggerFiringRow> =>
    service.run(caller, runTrigger, { params: { id } });

  test('fires as an occurrence of its own, with the authority of the creator', async () => {
    const trigger = await create(hourly);
    const colleague = await service.createKey(partner);
    const [first, second] = [await runNow(trigger.id, colleague.call), await runNow(trigger.id)];
    expect(first).toMatchObject({ event_id: null, scheduled_for: null, status: 'pending' });
    await Promise.all([fire(first), fire(first), fire(second)]);
    expect(await executionsOf(trigger.id)).toMatchObject([{ lineage_id: key.id }, { lineage_id: key.id }]);
    const after = await triggerOf(trigger.id);
    expect(after).toMatchObject({ last_result: 'fired', executions_count: 2, missed_count: 0 });
    expect(after.next_fire_at).toEqual(trigger.next_fire_at);
  });

  test('is held to the same guards', async () => {
    const trigger = await create(onEvent());
    const sandbox = await service.createKey(partner, { sandbox: true });
    expect(await codeOf(runNow(trigger.id, sandbox.call))).toBe('FORBIDDEN');
    const scoped = await service.createKey(partner, { scoped_capabilities: ['faq'] });
    expect(await codeOf(runNow(trigger.id, scoped.call))).toBe('CAPABILITY_NOT_ALLOWED');
    await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    await fire(await runNow(trigger.id));
    await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    await service.dataSource.query(
      `INSERT INTO trigger_firing (row_key, trigger_id, occurrence, chain, status, result, created_at, updated_at)
       SELECT gen_random_uuid(), $1, n, '[]', 'fired', 'fired', now(), now() FROM generate_series(1, $2) AS n`,
      [trigger.id, MAX_FIRINGS_AN_HOUR],
    );
    for (let n = 0; n < 2; n += 1) await fire(await runNow(trigger.id));
    const byHand = (await firingsOf(trigger.id)).filter(({ occurrence }) => occurrence.startsWith('run-'));
    expect(byHand.map(({ result }) => result)).toEqual(['storm', 'storm', 'paused']);
  });

  test('of one that is switched off gives paused, also when the credential of its creator has ended', async () => {
    const colleague = await service.createKey(partner);
    const trigger = await create(hourly, colleague.call);
    await service.run(call, toggleTrigger, { params: { id: trigger.id } });
    await service.dataSource.query(`UPDATE partner_key SET is_active = false WHERE id = $1`, [colleague.key.id]);
    await fire(await runNow(trigger.id));
    expect(await triggerOf(trigger.id)).toMatchObject({ last_result: 'paused', pause_reason: null });
  });
});

test('records that the settings reference are looked up when a trigger is created or changed', async () => {
  const target = { capability_slug: 'knowledge_base_query' };
  const asking = (kb: number) => ({ ...hourly, target, input: { query: 'What is included?', kb_ids: [kb] } });
  const rows: { id: string }[] = await service.dataSource.query(
    `INSERT INTO knowledge_base (partner_id, name, created_at, updated_at)
       SELECT id, 'Base', now(), now() FROM unnest($1::bigint[]) AS partner (id) RETURNING id`,
    [[partner.id, (await service.createPartner()).id]],
  );
  const [own = 0, foreign = 0] = rows.map(({ id }) => Number(id));
  expect(await codeOf(create(asking(foreign)))).toBe('FORBIDDEN');
  expect(await codeOf(create(asking(own + 1_000_000)))).toBe('NOT_FOUND');
  const trigger = await create(asking(own));
  const input = asking(foreign).input;
  const change = (changed: object) => service.run(call, updateTrigger, { params: { id: trigger.id }, input: changed });
  expect(await codeOf(change({ input }))).toBe('FORBIDDEN');
  expect(await change({ name: 'Renamed' })).toMatchObject({ name: 'Renamed', input: trigger.input });
});

test('a sandbox key neither switches nor deletes a trigger of production, nor does a key without its capability switch it', async () => {
  const trigger = await create(hourly);
  const params = { id: trigger.id };
  const sandbox = await service.createKey(partner, { sandbox: true });
  expect(await codeOf(service.run(sandbox.call, toggleTrigger, { params }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(sandbox.call, deleteTrigger, { params }))).toBe('FORBIDDEN');
  const scoped = await service.createKey(partner, { scoped_capabilities: ['faq'] });
  const both = [1, 2].map(() => codeOf(service.run(scoped.call, toggleTrigger, { params })));
  expect(await Promise.all(both)).toEqual(['CAPABILITY_NOT_ALLOWED', 'CAPABILITY_NOT_ALLOWED']);
  expect(await triggerOf(trigger.id)).toEqual(trigger);
});

describe('the people of a trigger', () => {
  const personOf = async (role: string, of = partner) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const input = { email, name: 'Somebody', role, password: 'correct horse battery' };
    return service.run(service.admin, createUser, { params: { partner_id: of.id }, input });
  };
  const change = (user_id: number, input: object) =>
    service.run(service.admin, updateUser, { params: { partner_id: partner.id, user_id }, input });
  const leave = (id: number) =>
    service.dataSource.query(`UPDATE app_user SET removed_at = now(), status = 'disabled' WHERE id = $1`, [id]);
  /** Fires a trigger, and has its execution written two items; returns the execution. */
  const written = async ({ id }: { id: number }): Promise<ExecutionSummary> => {
    await publish({});
    await fire((await firingsOf(id))[0]);
    const [execution] = await executionsOf(id);
    if (!execution) throw new Error('Nothing was started.');
    const place = {
      partnerId: partner.id,
      executionId: execution.id,
      step: 'post',
      kanbanStatus: 'generated',
    } as const;
    const drafts = ['One', 'Two'].map((title) => ({ title, content_type: 'blog_post' as const, body: title }));
    await service.deps.transaction(service.admin, (tx) =>
      insertDrafts(tx.em, tx.now, { ...place, sandbox: execution.sandbox }, drafts),
    );
    await service.dataSource.query(`UPDATE execution SET status = 'executing' WHERE id = $1`, [execution.id]);
    return execution;
  };
  const settle = (executionId: number) => perform(service.deps, settleExecution, { executionId });
  const itemsOf = (id: number): Promise<{ id: number; assignee_id: number | null; reviewer_id: number | null }[]> =>
    service.dataSource.query(
      `SELECT id::int, assignee_id::int, reviewer_id::int FROM content_item
       WHERE execution_id = $1 AND settled_at IS NOT NULL ORDER BY id`,
      [id],
    );
  const notificationsOf = async (id: number): Promise<string[]> => {
    const rows = await service.dataSource.query(
      'SELECT kind, record_id FROM notification WHERE user_id = $1 ORDER BY record_id, kind',
      [id],
    );
    return rows.map(({ kind, record_id }: Record<string, string>) => `${kind} ${record_id}`);
  };
  const twice = (people: object) => [people, people].map((each) => expect.objectContaining(each));

  test('work on and review what its executions make, and are notified of it once', async () => {
    const [assignee, reviewer] = [await personOf('viewer'), await personOf('editor')];
    const people = { assignee_id: assignee.id, reviewer_id: reviewer.id };
    const trigger = await create({ ...onEvent(), ...people });
    expect(await triggerOf(trigger.id)).toMatchObject(people);
    const { id } = await written(trigger);
    // Who is named when it fires is meant, whatever the trigger says since.
    await service.run(call, deleteTrigger, { params: { id: trigger.id } });
    expect(await Promise.all([settle(id), settle(id)])).toContain(true);
    const items = await itemsOf(id);
    expect(items).toEqual(twice(people));
    const ids = items.map((item) => item.id);
    expect(await notificationsOf(assignee.id)).toEqual(ids.map((item) => `content_assigned ${item}`));
    expect(await notificationsOf(reviewer.id)).toEqual(ids.map((item) => `review_requested ${item}`));
  });

  test('are refused like those of a content item', async () => {
    const other = await service.createPartner();
    const [stranger, viewer, gone] = [
      await personOf('editor', other),
      await personOf('viewer'),
      await personOf('editor'),
    ];
    await leave(gone.id);
    const before = await create(onEvent());
    for (const name of ['assignee_id', 'reviewer_id']) {
      for (const [id, code] of [
        [stranger.id, 'FORBIDDEN'],
        [gone.id, 'NOT_FOUND'],
        [Number.MAX_SAFE_INTEGER, 'NOT_FOUND'],
      ] as const) {
        expect(await codeOf(create({ ...onEvent(), [name]: id }))).toBe(code);
        // Before what else is wrong.
        expect(await codeOf(create({ ...onEvent(), name: '', [name]: id }))).toBe(code);
        const input = { [name]: id };
        expect(await codeOf(service.run(call, updateTrigger, { params: { id: before.id }, input }))).toBe(code);
      }
    }
    expect(await validationOf(create({ ...onEvent(), reviewer_id: viewer.id }))).toEqual({
      reviewer_id: ['Must be somebody whose role has manage_content.'],
    });
    expect(await findTrigger(service.deps.db, before.id)).toMatchObject({ assignee_id: null, reviewer_id: null });
  });

  test('stay as they are in a change of something else, also without the role, and are taken away by null', async () => {
    const reviewer = await personOf('editor');
    const trigger = await create({ ...onEvent(), reviewer_id: reviewer.id });
    await change(reviewer.id, { role: 'viewer' });
    const update = (input: object) => service.run(call, updateTrigger, { params: { id: trigger.id }, input });
    expect(await update({ name: 'Another name' })).toMatchObject({ reviewer_id: reviewer.id });
    expect(await validationOf(update({ reviewer_id: reviewer.id }))).toHaveProperty('reviewer_id');
    expect(await update({ reviewer_id: null, assignee_id: reviewer.id })).toMatchObject({
      reviewer_id: null,
      assignee_id: reviewer.id,
    });
  });

  test('who have left, or lost the role, are on no item, and nothing fails', async () => {
    const [assignee, reviewer, another] = [
      await personOf('editor'),
      await personOf('editor'),
      await personOf('editor'),
    ];
    const trigger = await create({ ...onEvent(), assignee_id: assignee.id, reviewer_id: reviewer.id });
    const first = await written(trigger);
    await leave(assignee.id);
    await change(reviewer.id, { role: 'viewer' });
    expect(await settle(first.id)).toBe(true);
    expect(await itemsOf(first.id)).toEqual(twice({ assignee_id: null, reviewer_id: null }));
    expect([await notificationsOf(assignee.id), await notificationsOf(reviewer.id)].join()).not.toMatch(
      /assigned|review/,
    );
    // Whoever is removed is named nowhere any more.
    expect(await triggerOf(trigger.id)).toMatchObject({ assignee_id: null, reviewer_id: reviewer.id });
    const second = await create({ ...onEvent(), assignee_id: another.id });
    const { id } = await written(second);
    expect(await Promise.all([settle(id), leave(another.id)])).toMatchObject([true, {}]);
    expect(await itemsOf(id)).toEqual(twice({ assignee_id: null }));
  });

  test('are those of a retry, too', async () => {
    const reviewer = await personOf('editor');
    const { id } = await written(await create({ ...onEvent(), reviewer_id: reviewer.id }));
    await perform(service.deps, endExecution, {
      executionId: id,
      ending: { status: 'failed', reason: 'unusable_answer' },
    });
    const retry: ExecutionSummary = await service.run(call, retryExecution, { params: { id } });
    expect(retry).toMatchObject({ reviewer_id: reviewer.id, assignee_id: null });
    expect(await findExecution(service.deps.db, { executionId: retry.id })).toMatchObject({ reviewer_id: reviewer.id });
  });

  test('of a trigger of the sandbox are on its items, and are not notified', async () => {
    const reviewer = await personOf('editor');
    const { call: sandbox } = await service.createKey(partner, { sandbox: true });
    const { id } = await written(await create({ ...onEvent(), reviewer_id: reviewer.id }, sandbox));
    await settle(id);
    expect(await itemsOf(id)).toEqual(twice({ reviewer_id: reviewer.id }));
    expect(await notificationsOf(reviewer.id)).toEqual([]);
    const production = await create(onEvent());
    const input = { reviewer_id: reviewer.id };
    expect(await codeOf(service.run(sandbox, updateTrigger, { params: { id: production.id }, input }))).toBe(
      'FORBIDDEN',
    );
  });
});

test('a person who is changed meanwhile is waited for without the limits of the partner', async () => {
  const input = { email: 'waits@example.com', name: 'Emil', role: 'editor', password: 'correct horse battery' };
  const { id } = await service.run(service.admin, createUser, { params: { partner_id: partner.id }, input });
  const trigger = await waitingFor(service.dataSource, {
    held: (em) => lockUser(em, id),
    work: () => create({ ...onEvent(), assignee_id: id }),
    next: (em) => lockPartner(em, partner.id),
  });
  expect(trigger.assignee_id).toBe(id);
});

test('an event is published beside the deletion of a trigger that it matches', async () => {
  const [gone, stays] = [await create(onEvent()), await create(onEvent())];
  const deleting = service.dataSource.createQueryRunner();
  await deleting.startTransaction();
  await deleting.query('DELETE FROM workflow_trigger WHERE id = $1', [gone.id]);
  const published = publish({ stage: 'won' });
  await untilBlocked(deleting);
  await deleting.commitTransaction();
  await deleting.release();
  const event = await published;
  expect((await firingsOf(stays.id)).map(({ event_id }) => event_id)).toEqual([event]);
  expect(await firingsOf(gone.id)).toEqual([]);
});
