import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection, type ScheduleHandle, ScheduleNotFoundError } from '@temporalio/client';
import { capabilityDetailResource } from '../../api/capabilities/resource.ts';
import { one, pageWithRange } from '../../api/resource.ts';
import { templateResource } from '../../api/workflow-templates/resource.ts';
import { triggerResource } from '../../api/workflow-triggers/resource.ts';
import { withDatabase } from '../environment/database.ts';
import { ended } from '../environment/executions.ts';
import { expectError, type Reply, read } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, requestAsAdmin } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { publish } from '../environment/webhooks.ts';
import { createTrigger, firingsOf, ON_EVENT, type Trigger, triggerOf } from '../environment/workflow-triggers.ts';

const DAILY = {
  ...ON_EVENT,
  name: 'Every morning',
  type: 'schedule',
  event: undefined,
  schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
};

let partner: Partner;
let other: Partner;
let connection: Connection;
let temporal: Client;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner({ credits: 10_000 }), createPartner()]);
  const { TEMPORAL_ADDRESS: address = '', TEMPORAL_NAMESPACE: namespace = 'default' } = runningStack().environment;
  connection = await Connection.connect({ address });
  temporal = new Client({ connection, namespace });
});
afterAll(() => connection.close());

const createReply = (change: object = {}, from = partner): Promise<Reply> =>
  from.request('POST /content-workflow/workflow-triggers', { body: { ...ON_EVENT, ...change } });
const toggled = (id: number, from = partner) =>
  from.request('PUT /content-workflow/workflow-triggers/{id}/toggle', { params: { id } });
const deleted = (id: number, from = partner) =>
  from.request('DELETE /content-workflow/workflow-triggers/{id}', { params: { id } });

/** Waits until the trigger has this state. */
const until = (id: number, what: string, is: (attributes: Trigger['attributes']) => boolean): Promise<Trigger> =>
  waitUntil(
    what,
    () => triggerOf(partner, id),
    ({ attributes }) => is(attributes),
  );
const fired = (id: number) => until(id, `trigger ${id} to fire`, ({ last_result }) => last_result === 'fired');

/** Row key of the trigger, which is part of the Schedule's id. */
const scheduleOf = (id: number): Promise<ScheduleHandle> =>
  withDatabase(async (client) => {
    const { rows } = await client.query('SELECT row_key FROM workflow_trigger WHERE id = $1', [id]);
    return temporal.schedule.getHandle(`trigger-${id}-${String(rows[0].row_key).slice(0, 8)}`);
  });
const described = (handle: ScheduleHandle, paused: boolean) =>
  waitUntil(
    'the Schedule',
    () => handle.describe(),
    ({ state }) => state.paused === paused,
    { retryErrors: true },
  );
const isGone = (handle: ScheduleHandle) =>
  waitUntil('the Schedule to go', () =>
    handle.describe().then(
      () => false,
      (error) => error instanceof ScheduleNotFoundError,
    ),
  );

const LARGE = { path: 'deal.amount', operator: 'greater', values: [5_000] };

describe('a trigger on an event', () => {
  test('starts executions that tell of it', async () => {
    const id = await createTrigger(partner, {
      ...ON_EVENT,
      event: { name: 'cosell.created', filter: { 'deal.stage': 'won' }, conditions: [LARGE] },
    });
    await publish(partner, 'cosell.created', { deal: { stage: 'lost', amount: 9_000 } });
    await publish(partner, 'cosell.created', { deal: { stage: 'won', amount: 5_000 } });
    const eventId = await publish(partner, 'cosell.created', { deal: { stage: 'won', amount: 9_000 } });
    const trigger = await fired(id);
    expect(trigger.attributes).toMatchObject({
      type: 'event',
      event: { filter: { 'deal.stage': 'won' }, conditions: [LARGE] },
      schedule: null,
      executions_count: 1,
      next_fire_at: null,
      active: true,
      pause_reason: null,
    });
    const [firing, ...more] = await firingsOf(partner, id);
    expect(more).toEqual([]);
    expect(firing?.attributes).toMatchObject({ event_id: eventId, result: 'fired', trigger_id: id });
    const execution = await ended(partner, firing?.attributes.execution_id ?? 0);
    expect(execution.attributes).toMatchObject({ status: 'completed', trigger_id: id, template_slug: null });
    const list = await partner.request('GET /content-workflow/executions', { query: { trigger_id: id } });
    expect(list.body).toMatchObject({ data: [{ id: execution.id }], meta: { total: 1 } });
    const of = (from: Partner, trigger_id: number) =>
      from.request('GET /content-workflow/executions', { query: { trigger_id } });
    expectError(await of(other, id), 'FORBIDDEN');
    expectError(await of(other, Number.MAX_SAFE_INTEGER), 'NOT_FOUND');
  });

  test('executes a template, and what that publishes does not start it again', async () => {
    const id = await createTrigger(partner, {
      name: 'Chain',
      target: { template_slug: 'brand_voice_check' },
      type: 'event',
      event: { name: 'content.generated' },
      input: { content: 'Our tool helps with stock. It is very good and many people like it.' },
    });
    await publish(partner, 'content.generated', { execution_id: 1, status: 'completed', content_item_ids: [] });
    await fired(id);
    const trigger = await until(id, 'the loop to be seen', ({ last_result }) => last_result === 'loop');
    expect(trigger.attributes.executions_count).toBe(1);
    const [first] = (await firingsOf(partner, id)).slice(-1);
    const { attributes } = await ended(partner, first?.attributes.execution_id ?? 0);
    expect(attributes).toMatchObject({ template_slug: 'brand_voice_check', trigger_id: id });
    await deleted(id);
  });

  test('is paused when the key that made it is revoked', async () => {
    const key = await createKey(partner.id);
    const id = await createTrigger(partnerWith(partner.id, key));
    const params = { partner_id: partner.id, key_id: key.id };
    await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', { params });
    await publish(partner, 'cosell.created', {});
    const trigger = await until(id, 'the pause', ({ active }) => !active);
    expect(trigger.attributes).toMatchObject({ pause_reason: 'credential_ended', executions_count: 0 });
    expect((await toggled(id)).body).toMatchObject({ data: { attributes: { active: true, pause_reason: null } } });
    await deleted(id);
  });

  test('takes a setting from its event, keeps to its limit of a day, and is paused by what lacks the setting', async () => {
    const name = 'cosell.created';
    const id = await createTrigger(partner, {
      ...ON_EVENT,
      event: { name, filter: { mapped: true }, mapping: { content: 'deal.notes' } },
      input: {},
      max_runs_per_day: 1,
      pause_after_failures: 1,
    });
    const notes = 'Shelves report their weight, so that orders are made before they are empty.';
    const event_id = await publish(partner, name, { mapped: true, deal: { notes } });
    const shown = await partner.request('GET /content-workflow/trigger-events/{name}', { params: { name } });
    expect(shown.body).toMatchObject({
      data: {
        id: name,
        attributes: { event_id, paths: expect.arrayContaining([{ path: 'deal.notes', types: [], example: notes }]) },
      },
    });
    await fired(id);
    const [firing] = await firingsOf(partner, id);
    const execution = await ended(partner, firing?.attributes.execution_id ?? 0);
    expect(execution.attributes).toMatchObject({ status: 'completed', settings: { content: notes } });
    await publish(partner, name, { mapped: true, deal: { notes } });
    await until(id, 'the limit', ({ last_result }) => last_result === 'over_budget');
    await publish(partner, name, { mapped: true, deal: {} });
    const paused = await until(id, 'the pause', ({ active }) => !active);
    expect(paused.attributes).toMatchObject({ pause_reason: 'failures', last_result: 'value_missing' });
    expect((await firingsOf(partner, id))[0]?.attributes).toMatchObject({ setting: 'content', execution_id: null });
    await deleted(id);
  });
});

describe('a trigger by a schedule', () => {
  test('is a Schedule of the engine, which is paused and deleted with it', async () => {
    const id = await createTrigger(partner, DAILY);
    const handle = await scheduleOf(id);
    const { info } = await described(handle, false);
    const { next_fire_at: next } = (await triggerOf(partner, id)).attributes;
    expect(info.nextActionTimes[0]?.toISOString()).toBe(next);
    const clock = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeStyle: 'short', hourCycle: 'h23' });
    expect(info.nextActionTimes.map((moment) => clock.format(moment))).toEqual(Array(10).fill('09:00'));
    expect((await toggled(id)).body).toMatchObject({ data: { attributes: { active: false, next_fire_at: null } } });
    await described(handle, true);
    await Promise.all([toggled(id), toggled(id), toggled(id)]);
    await described(handle, false);
    expect((await deleted(id)).status).toBe(204);
    await isGone(handle);
    expectError(await deleted(id), 'NOT_FOUND');
  });

  test.each([
    ['0 9 * * MON-SUN', 'europe/berlin', 'Europe/Berlin'],
    ['0 9 * * sat-sun', 'utc', 'UTC'],
    ['30 2 * * 6-7', 'EST', 'EST'],
  ])('by %s in %s fires in the engine when the trigger says', async (cron, zone, timezone) => {
    const id = await createTrigger(partner, { ...DAILY, schedule: { cron, timezone: zone } });
    const { info } = await described(await scheduleOf(id), false);
    const { attributes } = await triggerOf(partner, id);
    expect(attributes.schedule).toEqual({ cron, timezone });
    expect(info.nextActionTimes[0]?.toISOString()).toBe(attributes.next_fire_at);
    await deleted(id);
  });

  test('tells the schema of its input where that is asked for', async () => {
    const shown = async (id: number, query: Record<string, string>) =>
      read(
        await partner.request('GET /content-workflow/workflow-triggers/{id}', { params: { id }, query }),
        one(triggerResource).schema,
      ).data.attributes;
    const capability = await createTrigger(partner, DAILY);
    const { settings_schema: settings } = read(
      await partner.request('GET /content-workflow/capabilities/{slug}', { params: { slug: 'summarization' } }),
      one(capabilityDetailResource).schema,
    ).data.attributes;
    expect((await shown(capability, { include: 'input_schema' })).input_schema).toEqual(settings);
    expect(await shown(capability, {})).not.toHaveProperty('input_schema');
    const target = { template_slug: 'feature_announcement' };
    const template = await createTrigger(partner, { ...DAILY, target, input: { topic: 'Alerts without a desk' } });
    const { input_schema: input } = read(
      await partner.request('GET /content-workflow/workflow-templates/{slug}', {
        params: { slug: target.template_slug },
      }),
      one(templateResource).schema,
    ).data.attributes;
    expect((await shown(template, { include: 'input_schema' })).input_schema).toEqual(input);
    const unknown = { params: { id: template }, query: { include: 'everything' } };
    expectError(await partner.request('GET /content-workflow/workflow-triggers/{id}', unknown), 'VALIDATION_ERROR');
  });

  test('is changed with its Schedule, and runs when it is asked to', async () => {
    const id = await createTrigger(partner, DAILY);
    const handle = await scheduleOf(id);
    await described(handle, false);
    const change = (body: object, from = partner) =>
      from.request('PATCH /content-workflow/workflow-triggers/{id}', { params: { id }, body });
    const run = (from = partner) =>
      from.request('POST /content-workflow/workflow-triggers/{id}/run', { params: { id } });
    expectError(await change({ name: 'x' }, other), 'FORBIDDEN');
    expectError(await run(other), 'FORBIDDEN');
    const changed = await change({ schedule: { cron: '30 7 * * *' } });
    expect(changed.status).toBe(200);
    const { schedule, next_fire_at } = (await triggerOf(partner, id)).attributes;
    expect(schedule).toEqual({ cron: '30 7 * * *', timezone: 'Europe/Berlin' });
    await waitUntil(
      'the new time',
      () => handle.describe(),
      ({ info }) => info.nextActionTimes[0]?.toISOString() === next_fire_at,
    );
    const reply = await run();
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({
      data: {
        type: 'trigger_firing',
        attributes: { trigger_id: id, event_id: null, scheduled_for: null, result: null },
      },
    });
    await fired(id);
    const [firing, ...more] = await firingsOf(partner, id);
    expect(more).toEqual([]);
    expect(firing?.attributes).toMatchObject({ result: 'fired', execution_id: expect.any(Number) });
    await change({ type: 'event', event: { name: 'cosell.created' } });
    await isGone(handle);
    await deleted(id);
  });

  test('that is made, switched and deleted in a hurry leaves no Schedule', async () => {
    const id = await createTrigger(partner, DAILY);
    const handle = await scheduleOf(id);
    await Promise.all([toggled(id), deleted(id)]);
    await isGone(handle);
  });

  test('fires once a moment', async () => {
    const id = await createTrigger(partner, DAILY);
    const handle = await scheduleOf(id);
    await described(handle, false);
    await handle.trigger();
    const trigger = await fired(id);
    expect(trigger.attributes).toMatchObject({ executions_count: 1, last_fired_at: expect.any(String) });
    const [firing] = await firingsOf(partner, id);
    expect(firing?.attributes).toMatchObject({ result: 'fired', event_id: null, scheduled_for: expect.any(String) });
  });

  test('tells what it missed: moments that come too late are not made up for', async () => {
    const id = await createTrigger(partner, { ...DAILY, schedule: { cron: '0 * * * *' } });
    const handle = await scheduleOf(id);
    await described(handle, false);
    const hour = 3_600_000;
    const last = Math.floor(Date.now() / hour) * hour;
    // As the engine starts them, once it is back after four hours.
    await handle.backfill({ start: new Date(last - 4 * hour + 1), end: new Date(last + 1), overlap: 'ALLOW_ALL' });
    const trigger = await until(
      id,
      'the missed ones',
      ({ missed_count, executions_count }) => missed_count + executions_count === 4,
    );
    expect(trigger.attributes).toMatchObject({ missed_count: 3, executions_count: 1 });
    expect((await firingsOf(partner, id)).map(({ attributes }) => attributes.result).sort()).toEqual([
      'fired',
      'missed',
      'missed',
      'missed',
    ]);
  });
});

describe('triggers', () => {
  test('lists the partner’s own, newest first', async () => {
    const mine = await createPartner();
    const ids = [
      await createTrigger(mine),
      await createTrigger(mine),
      await createTrigger(mine, { ...DAILY, active: false }),
    ];
    const list = pageWithRange(triggerResource).schema;
    const { data, meta } = read(
      await mine.request('GET /content-workflow/workflow-triggers', { query: { per_page: 2 } }),
      list,
    );
    expect(data.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 2));
    expect(meta).toMatchObject({ total: 3, per_page: 2, last_page: 2, from: 1, to: 2 });
    expect(data[0]?.attributes).toMatchObject({ active: false, next_fire_at: null });
    expect(
      read(await mine.request('GET /content-workflow/workflow-triggers', { query: { page: 9 } }), list).data,
    ).toEqual([]);
  });

  test('keeps other partners out', async () => {
    const id = await createTrigger(partner);
    expectError(await other.request('GET /content-workflow/workflow-triggers/{id}', { params: { id } }), 'FORBIDDEN');
    expectError(
      await other.request('GET /content-workflow/workflow-triggers/{id}/firings', { params: { id } }),
      'FORBIDDEN',
    );
    expectError(await toggled(id, other), 'FORBIDDEN');
    expectError(await deleted(id, other), 'FORBIDDEN');
    expect((await triggerOf(partner, id)).attributes.active).toBe(true);
  });

  test('is made once for an Idempotency-Key', async () => {
    const mine = await createPartner();
    const options = { body: ON_EVENT, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    await mine.request('POST /content-workflow/workflow-triggers', options);
    await mine.request('POST /content-workflow/workflow-triggers', options);
    expect((await mine.request('GET /content-workflow/workflow-triggers')).body).toMatchObject({ meta: { total: 1 } });
  });

  test.each<[string, object, string[]]>([
    ['a minute', { ...DAILY, schedule: { cron: '* * * * *' } }, ['schedule.cron']],
    ['no cron', { ...DAILY, schedule: { cron: 'now' } }, ['schedule.cron']],
    [
      'a zone that is none',
      { ...DAILY, schedule: { cron: '0 9 * * *', timezone: 'Mars/Base' } },
      ['schedule.timezone'],
    ],
    [
      'a zone that only ICU knows',
      { ...DAILY, schedule: { cron: '0 9 * * *', timezone: 'PST' } },
      ['schedule.timezone'],
    ],
    ['a range that wraps', { ...DAILY, schedule: { cron: '0 9 * * FRI-MON' } }, ['schedule.cron']],
    ['no schedule', { ...DAILY, schedule: undefined }, ['schedule']],
    ['both', { schedule: { cron: '0 9 * * *' } }, ['schedule']],
    ['an unknown event', { event: { name: 'nothing.happened' } }, ['event.name']],
    ['a filter of objects', { event: { name: 'cosell.created', filter: { a: {} } } }, ['event.filter.a']],
    [
      'a filter with an empty path',
      { event: { name: 'cosell.created', filter: { 'a..b': 1 } } },
      ['event.filter.a..b'],
    ],
    [
      'a condition by a text for a number',
      { event: { name: 'cosell.created', conditions: [{ ...LARGE, values: ['much'] }] } },
      ['event.conditions.0.values'],
    ],
    [
      'a filter by the prototype',
      { event: { name: 'cosell.created', filter: JSON.parse('{"__proto__":"x"}') } },
      ['event.filter.__proto__'],
    ],
    [
      'an input with a prototype',
      JSON.parse('{"input":{"content":"x","a":{"__proto__":{"x":1}}}}'),
      ['input.a.__proto__'],
    ],
    ['no target', { target: {} }, ['target']],
    ['no input', { input: {} }, ['input.content']],
    ['no name', { name: ' ' }, ['name']],
  ])('refuses %s', async (_what, change, fields) => {
    const reply = await createReply(change);
    expectError(reply, 'VALIDATION_ERROR');
    expect(Object.keys((reply.body as { error: { details: object } }).error.details)).toEqual(fields);
  });

  test('says what a path of a filter must be', async () => {
    const { body } = await createReply({ event: { name: 'cosell.created', filter: { 'a..b': 1 } } });
    expect(body).toMatchObject({
      error: { details: { 'event.filter.a..b': [expect.stringContaining('dotted path')] } },
    });
  });

  test('takes what a trigger is shown as', async () => {
    const at = { type: 'schedule', event: undefined, schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' } };
    for (const id of [await createTrigger(partner), await createTrigger(partner, { ...ON_EVENT, ...at })]) {
      const { attributes } = await triggerOf(partner, id);
      const copy = await triggerOf(partner, await createTrigger(partner, attributes));
      const { name, target, type, schedule, event, input } = attributes;
      expect(copy.attributes).toMatchObject({ name, target, type, schedule, event, input });
    }
  });

  test('names all that is wrong at once', async () => {
    const fieldsOf = async (body: object) =>
      Object.keys(expectError(await createReply(body), 'VALIDATION_ERROR')).sort();
    const target = { capability_slug: 'blog_post' };
    const schedule = { cron: '* * * * *', timezone: 'Nowhere' };
    expect(
      await fieldsOf({ name: 5, target, schedule, event: undefined, input: {}, active: 5, type: 'schedule' }),
    ).toEqual(['active', 'input.topic', 'name', 'schedule.cron', 'schedule.timezone']);
    expect(await fieldsOf({ target: { template_slug: 'product_launch_campaign' }, type: 5, input: {} })).toEqual(
      expect.arrayContaining(['type', expect.stringMatching(/^input\./)]),
    );
    expect(await fieldsOf({ target, input: 5, name: '' })).toEqual(['input', 'name']);
  });

  test('refuses what its executions would be refused for', async () => {
    expectError(await createReply({ target: { capability_slug: 'none' } }), 'NOT_FOUND');
    expectError(await createReply({ target: { template_slug: 'none' } }), 'NOT_FOUND');
    expectError(await createReply({ input: { content: '  ' } }), 'PRECONDITION_FAILED');
    const scoped = await createKey(partner.id, { scoped_capabilities: ['faq'] });
    expectError(await createReply({}, partnerWith(partner.id, scoped)), 'CAPABILITY_NOT_ALLOWED');
    expectError(await createReply({ name: 5 }, partnerWith(partner.id, scoped)), 'CAPABILITY_NOT_ALLOWED');
  });

  test('takes an input that is thirteen deep', async () => {
    let deep: unknown = 'x';
    for (let n = 0; n < 13; n += 1) deep = { deep };
    const id = await createTrigger(partner, { ...ON_EVENT, input: { ...ON_EVENT.input, deep } });
    expect((await triggerOf(partner, id)).attributes.input).toMatchObject({ deep });
    await deleted(id);
  });
});
