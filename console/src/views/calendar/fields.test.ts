import { expect, test } from '@jest/globals';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { newEventFields, toBody, toFields } from './fields.ts';

const attributes: GtmEvent['attributes'] = {
  title: 'Launch',
  description: null,
  scheduled_at: '2026-05-03T22:00:00.000Z',
  end_at: '2026-05-05T10:00:00.000Z',
  all_day: true,
  timezone: 'Europe/Berlin',
  event_type: 'product_launch',
  event_type_label: 'Product launch',
  channel: 'blog',
  color: '#DC2626',
  icon: 'rocket',
  campaign_id: 3,
  content_item_id: null,
  execution_id: null,
  series_id: null,
  occurrence_at: null,
  series_exception: false,
  sandbox: false,
  created_at: '2026-04-01T08:00:00.000Z',
  updated_at: '2026-04-01T08:00:00.000Z',
};
const eventOf = (changes: Partial<GtmEvent['attributes']>): GtmEvent => ({
  type: 'gtm_event',
  id: 'evt_01',
  attributes: { ...attributes, ...changes },
  links: { self: '', ics: '' },
});

test('an event of whole days that nobody changes keeps its days', () => {
  const fields = toFields(eventOf({}));
  expect(fields).toMatchObject({ start: '2026-05-04T09:00', end: '2026-05-05T09:00' });
  const body = toBody(fields);
  expect(toFields(eventOf({ ...body } as Partial<GtmEvent['attributes']>))).toEqual(fields);
});

test('a timed event that nobody changes keeps its moments', () => {
  const times = { all_day: false, scheduled_at: '2026-05-04T07:00:00.000Z', end_at: null };
  expect(toBody(toFields(eventOf(times)))).toMatchObject({ ...times, campaign_id: 3, description: null });
});

test.each(['nonsense', '2026-13-40T99:00', undefined])('a new event at %s begins tomorrow morning', (at) => {
  const { start } = newEventFields({ at });
  expect(start).toMatch(/^\d{4}-\d{2}-\d{2}T09:00$/);
  const hours = (Date.parse(start) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(0);
  expect(hours).toBeLessThan(48);
});

test('a new event begins when the address says', () => {
  expect(newEventFields({ at: '2026-05-04T10:30' }).start).toBe('2026-05-04T10:30');
});

test('a year that is being typed is sent, and one that is none yet is left to the API', () => {
  const typed = (start: string, isAllDay: boolean) => toBody({ ...toFields(eventOf({})), start, isAllDay });
  expect(typed('0202-05-04T09:00', true).scheduled_at).toMatch(/^0202-05-04T11:/);
  expect(typed('0202-05-04T09:00', false).scheduled_at).toMatch(/^0202-05-0\dT/);
  expect(typed('20261-05-04T09:00', false).scheduled_at).toBe('20261-05-04T09:00');
});
