import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { detailsOf } from '../kernel/invoke.ts';
import { writePlace } from '../kernel/page.ts';
import {
  createWebhookBody,
  deliveryParams,
  listDeliveriesQuery,
  publishEventBody,
  recoverBody,
  rotateSecretBody,
} from './schema.ts';

function problemsOf(schema: z.ZodType, input: unknown): Record<string, string[]> {
  const parsed = schema.safeParse(input, { reportInput: true });
  return parsed.success ? {} : detailsOf(parsed.error);
}

describe('the body of an event', () => {
  test.each([
    ['nothing', {}, { type: ['Is required.'], data: ['Is required.'] }],
    ['data that is no object', { type: 'cosell.created', data: [] }, { data: ['Must be an object.'] }],
    ['no listing', { type: 'listing.created', data: {} }, { 'data.listing_id': ['Is required.'] }],
    [
      'several problems at once',
      { type: 'listing.updated', data: { listing_id: '', changes: 'title' } },
      { 'data.listing_id': ['Must not be empty.'], 'data.changes': ['Must be an array.'] },
    ],
    [
      'a problem within an array',
      { type: 'content.generated', data: { execution_id: 1, status: 'completed', content_item_ids: [1, 'two'] } },
      { 'data.content_item_ids.1': ['Must be a number.'] },
    ],
  ])('with %s names the field', (_what, input, problems) => {
    expect(problemsOf(publishEventBody, input)).toEqual(problems);
  });

  test('with an unknown type names the type', () => {
    expect(Object.keys(problemsOf(publishEventBody, { type: 'listing.sold', data: {} }))).toEqual(['type']);
  });

  test('loses fields that its type does not have, and gets moments in UTC', () => {
    const data = { listing_id: ' prod-1 ', published_at: '2026-03-02T10:30:00+01:00', event: 'listing.published' };
    expect(publishEventBody.parse({ type: 'listing.published', data })).toEqual({
      type: 'listing.published',
      data: { listing_id: 'prod-1', published_at: '2026-03-02T09:30:00.000Z' },
    });
  });
});

describe('a new webhook', () => {
  const valid = { url: 'https://example.com/hook', events: ['listing.created'] };

  test('is active and without a description by default', () => {
    expect(createWebhookBody.parse(valid)).toEqual({ ...valid, description: '', active: true });
  });

  test('subscribes to each event once', () => {
    const events = ['listing.created', 'cosell.created', 'listing.created'];
    expect(createWebhookBody.parse({ ...valid, events }).events).toEqual(['listing.created', 'cosell.created']);
  });

  test.each([
    ['url', { url: undefined }],
    ['url', { url: `https://example.com/${'x'.repeat(2_048)}` }],
    ['events', { events: undefined }],
    ['events', { events: [] }],
    ['events', { events: 'listing.created' }],
    ['events.1', { events: ['listing.created', 'listing.sold'] }],
    ['description', { description: 'x'.repeat(256) }],
    ['active', { active: 'yes' }],
  ])('with a bad %s is refused: %j', (field, change) => {
    expect(Object.keys(problemsOf(createWebhookBody, { ...valid, ...change }))).toEqual([field]);
  });
});

test.each([
  [{}, 24],
  [{ overlap_hours: 0 }, 0],
  [{ overlap_hours: 168 }, 168],
])('a rotation %j overlaps %d hours', (input, hours) => {
  expect(rotateSecretBody.parse(input).overlap_hours).toBe(hours);
});

test.each([-1, 169, 1.5, '24', null])('a rotation does not overlap %p hours', (overlap_hours) => {
  expect(Object.keys(problemsOf(rotateSecretBody, { overlap_hours }))).toEqual(['overlap_hours']);
});

test('a recovery needs a range in order', () => {
  const since = '2026-03-02T09:30:00Z';
  expect(problemsOf(recoverBody, {})).toEqual({ since: ['Is required.'] });
  expect(Object.keys(problemsOf(recoverBody, { since, until: '2026-03-02T09:29:59Z' }))).toEqual(['until']);
  expect(recoverBody.parse({ since, until: since })).toMatchObject({ only_failed: false, dry_run: false });
});

test.each([
  ['status', { status: 'lost' }],
  ['event', { event: 'webhook.tested' }],
  ['since', { since: 'yesterday' }],
  ['until', { until: '2026-03-02' }],
  ['cursor', { cursor: '-1' }],
  ['per_page', { per_page: 101 }],
])('a list of deliveries with a bad %s is refused', (field, query) => {
  expect(Object.keys(problemsOf(listDeliveriesQuery, query))).toEqual([field]);
});

test('a cursor is a place in the list, as the edge has opened it', () => {
  expect(listDeliveriesQuery.parse({ cursor: 'begin' })).toMatchObject({ cursor: { before: 0 }, per_page: 20 });
  const place = { total: 0, before: 20, key: ['17'] };
  expect(listDeliveriesQuery.parse({ cursor: writePlace(place) })).toMatchObject({ cursor: place });
  for (const cursor of ['0', '', '{}', '[0,0]', '[0,0,[1]]', '["0",0,["1"]]', '[0', 'null', 17]) {
    expect(Object.keys(problemsOf(listDeliveriesQuery, { cursor }))).toEqual(['cursor']);
  }
});

test('a delivery is named by the id of an event', () => {
  const evt = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
  expect(deliveryParams.parse({ id: 7, evt })).toEqual({ id: 7, evt });
  for (const bad of ['evt_1', evt.toLowerCase(), `${evt}0`, evt.slice(4)]) {
    expect(deliveryParams.safeParse({ id: 7, evt: bad }).success).toBe(false);
  }
});
