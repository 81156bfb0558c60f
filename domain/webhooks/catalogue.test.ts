import { describe, expect, test } from '@jest/globals';
import { EVENT_NAMES, EVENT_TYPES, findEventType, REPORTED_NAMES } from './catalogue.ts';

test('the catalogue has the events of the contract, then the extensions', () => {
  expect(REPORTED_NAMES).toEqual([
    'listing.created',
    'listing.updated',
    'listing.published',
    'listing.failed',
    'cosell.created',
    'cosell.updated',
    'cosell.completed',
    'content.generated',
  ]);
  expect(EVENT_NAMES).toEqual([
    ...REPORTED_NAMES,
    'invoice.overdue',
    'credits.low',
    'credits.exhausted',
    'content.commented',
    'content.approved',
    'trigger.failed',
    'trigger.paused',
    'listing.score_changed',
    'listing.rescoring_paused',
  ]);
});

test('no other event is found', () => {
  expect(findEventType('listing.updated')?.name).toBe('listing.updated');
  for (const name of ['webhook.test', 'listing', '', 'constructor']) expect(findEventType(name)).toBeUndefined();
});

describe.each(EVENT_TYPES.map((type) => [type.name, type] as const))('%s', (name, type) => {
  test('names itself in its example', () => {
    expect(type.example['event']).toBe(name);
  });

  test('has an example whose data, without the name, are what it describes', () => {
    const { event: _event, ...data } = type.example;
    expect(type.data.parse(data)).toEqual(data);
  });
});

test.each(EVENT_TYPES.filter(({ name }) => name.startsWith('listing.')).map(({ name, data }) => [name, data] as const))(
  '%s needs a listing',
  (_name, data) => {
    expect(data.safeParse({ listing_id: '' }).success).toBe(false);
    expect(data.safeParse({}).success).toBe(false);
  },
);

test.each(['cosell.created', 'cosell.updated', 'cosell.completed'])('%s takes any object of 64 KiB', (name) => {
  const data = findEventType(name)?.data;
  const room = 65_536 - '{"note":""}'.length;
  expect(data?.parse({ note: 'x'.repeat(room) })).toHaveProperty('note');
  expect(data?.safeParse({ note: 'x'.repeat(room + 1) }).success).toBe(false);
  expect(data?.safeParse(['a']).success).toBe(false);
});
