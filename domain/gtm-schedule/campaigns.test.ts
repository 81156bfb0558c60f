import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { waitingFor } from '../../test/environment/blocked.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { createCampaign } from './operations/create-campaign.ts';
import { createEvent } from './operations/create-event.ts';
import { createSeries } from './operations/create-series.ts';
import { deleteCampaign } from './operations/delete-campaign.ts';
import { deleteEvent } from './operations/delete-event.ts';
import { getCampaign, getEvent, listCampaigns, listEvents } from './operations/reads.ts';
import { updateCampaign } from './operations/update-campaign.ts';
import { updateEvent } from './operations/update-event.ts';
import type { GtmCampaignRow, GtmEventRow } from './table.ts';

jest.setTimeout(60_000);

let service: TestService;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  ({ call } = await service.createCaller());
});
afterAll(() => service.stop());

const EVENT = { title: 'Launch', scheduled_at: '2026-03-10T09:00:00Z', event_type: 'product_launch', channel: 'blog' };
const add = (input: object = { name: 'Spring' }): Promise<GtmCampaignRow> =>
  service.run(call, createCampaign, { input });
const change = ({ id }: GtmCampaignRow, input: object) => service.run(call, updateCampaign, { params: { id }, input });
const remove = ({ id }: GtmCampaignRow) => service.run(call, deleteCampaign, { params: { id } });
const addEvent = (input: object): Promise<GtmEventRow> =>
  service.run(call, createEvent, { input: { ...EVENT, ...input } });
const readEvent = ({ id }: GtmEventRow) => service.run(call, getEvent, { params: { id } });

describe('a change', () => {
  test('keeps what is left out, and takes null for no day', async () => {
    const made = await add({
      name: 'Spring',
      description: 'All of it',
      start_date: '2026-05-01',
      end_date: '2026-05-31',
    });
    const changed = await change(made, { name: ' Summer ', end_date: null });
    expect(changed).toMatchObject({ ...made, name: 'Summer', end_date: null, updated_at: expect.any(Date) });
    expect(await service.run(call, getCampaign, { params: { id: made.id } })).toEqual(changed);
  });

  test('without a difference changes nothing', async () => {
    const made = await add();
    service.setClock(new Date(made.updated_at.getTime() + 60_000));
    expect(await change(made, { name: 'Spring', description: null })).toEqual(made);
    expect(await change(made, {})).toEqual(made);
  });

  test('is held against the days that stay', async () => {
    const made = await add({ name: 'Spring', start_date: '2026-05-10' });
    expect(await validationOf(change(made, { end_date: '2026-05-09' }))).toEqual({ end_date: [expect.any(String)] });
    expect((await change(made, { end_date: '2026-05-10' })).end_date).toBe('2026-05-10');
  });

  test('of two at once leaves no campaign that ends before it starts', async () => {
    const made = await add();
    const outcomes = await Promise.allSettled([
      change(made, { start_date: '2026-06-01' }),
      change(made, { end_date: '2026-05-01' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a deletion', () => {
  test('leaves the events without a campaign', async () => {
    const [gone, kept] = [await add(), await add({ name: 'Autumn' })];
    const [of, cancelled, other] = [
      await addEvent({ campaign_id: gone.id }),
      await addEvent({ campaign_id: gone.id }),
      await addEvent({ campaign_id: kept.id }),
    ];
    await service.run(call, deleteEvent, { params: { id: cancelled.id } });
    await remove(gone);
    expect(await readEvent(of)).toMatchObject({ campaign_id: null, sequence: of.sequence + 1 });
    expect(await readEvent(other)).toEqual(other);
    expect((await service.run(call, listCampaigns, { input: {} })).rows).toEqual([kept]);
    const days = { start_date: '2026-03-10', end_date: '2026-03-10' };
    expect((await service.run(call, listEvents, { input: days })).total).toBe(2);
    const ofKept = await service.run(call, listEvents, { input: { ...days, campaign_id: kept.id } });
    expect(ofKept.total).toBe(1);
    expect(await codeOf(remove(gone))).toBe('NOT_FOUND');
    expect(await codeOf(change(gone, { name: 'Back' }))).toBe('NOT_FOUND');
  });

  test('beside events that join leaves none with a campaign that is gone', async () => {
    const gone = await add();
    const moved = await Promise.all([1, 2, 3, 4].map(() => addEvent({})));
    const outcomes = await Promise.allSettled([
      ...[1, 2, 3, 4].map(() => addEvent({ campaign_id: gone.id })),
      ...moved.map(({ id }) =>
        service.run(call, updateEvent, { params: { id }, input: { campaign_id: gone.id, title: 'Moved' } }),
      ),
      remove(gone),
    ]);
    expect(outcomes.at(-1)?.status).toBe('fulfilled');
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' });
    }
    const left = await service.dataSource.query('SELECT id FROM gtm_event WHERE campaign_id = $1', [gone.id]);
    expect(left).toEqual([]);
  });

  test('takes 5,000 events along, and refuses one more', async () => {
    const made = await add();
    const { id } = await addEvent({ campaign_id: made.id });
    await service.dataSource.query(
      `INSERT INTO gtm_event (id, partner_id, title, scheduled_at, all_day, timezone, occupied_from, occupied_until, event_type,
         channel, campaign_id, sandbox, created_at, updated_at)
       SELECT 'evt_' || lpad(n::text, 26, '0'), partner_id, title, scheduled_at, all_day, timezone, occupied_from, occupied_until,
         event_type, channel, campaign_id, sandbox, created_at, updated_at
       FROM gtm_event, generate_series(1, 5000) AS n WHERE id = $1`,
      [id],
    );
    expect(await codeOf(remove(made))).toBe('CONFLICT');
    await service.run(call, updateEvent, { params: { id }, input: { campaign_id: null } });
    await remove(made);
    expect(await codeOf(remove(made))).toBe('NOT_FOUND');
  });
});

test('events are released in one order, whichever was changed last', async () => {
  const made = await add();
  const [one, two] = [await addEvent({ campaign_id: made.id }), await addEvent({ campaign_id: made.id })];
  // Its row comes after the other from now on.
  await service.run(call, updateEvent, { params: { id: one.id }, input: { scheduled_at: '2026-03-11T09:00:00Z' } });
  const locked =
    ({ id }: GtmEventRow) =>
    (em: EntityManager) =>
      em.query('SELECT FROM gtm_event WHERE id = $1 FOR UPDATE', [id]);
  await waitingFor(service.dataSource, { held: locked(one), work: () => remove(made), next: locked(two) });
  expect([(await readEvent(one)).campaign_id, (await readEvent(two)).campaign_id]).toEqual([null, null]);
});

test('is deleted once a change of a series with its events is done, which no event is kept from', async () => {
  const made = await add();
  const input = { ...EVENT, recurrence: 'FREQ=WEEKLY;COUNT=2', campaign_id: made.id };
  const { id } = await service.run(call, createSeries, { input });
  await waitingFor(service.dataSource, {
    held: (em) => em.query('SELECT FROM gtm_series WHERE id = $1 FOR NO KEY UPDATE', [id]),
    work: () => remove(made),
    next: (em) => em.query('SELECT FROM gtm_event WHERE series_id = $1 FOR UPDATE', [id]),
  });
  const left = await service.dataSource.query('SELECT DISTINCT campaign_id FROM gtm_event WHERE series_id = $1', [id]);
  expect(left).toEqual([{ campaign_id: null }]);
});
