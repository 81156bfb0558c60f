import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { one } from '../../api/resource.ts';
import { deliveryDetailResource, recovery } from '../../api/webhooks/resource.ts';
import { EVENT_TYPES } from '../../domain/webhooks/catalogue.ts';
import { withDatabase } from '../environment/database.ts';
import { complete, ended, execute } from '../environment/executions.ts';
import { expectError, read } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, requestAsAdmin } from '../environment/partners.ts';
import { isSigned, messageOf, type Receiver, standardSigners, startReceiver } from '../environment/receiver.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';
import {
  attemptsOf,
  createWebhook,
  delivered,
  deliveriesOf,
  pageOf,
  publish,
  webhookOf,
  withSecret,
} from '../environment/webhooks.ts';

const RECOVER = 'POST /partners/webhooks/{id}/recover';
const DELIVERY = 'GET /partners/webhooks/{id}/deliveries/{evt}';
const RESEND = 'POST /partners/webhooks/{id}/deliveries/{evt}/resend';
const TOGGLE = 'PUT /partners/webhooks/{id}/toggle';
const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LONG_AGO = '2020-01-01T00:00:00Z';

const recovered = one(recovery).schema;

/** One for each test, so that nothing is sent to the webhooks of another. */
let partner: Partner;
let other: Partner;
/** An endpoint that never answers the first request. Sent before all tests, so that its 15 s pass meanwhile. */
let unanswered: { owner: Partner; id: number; evt: string; receiver: Receiver };
beforeAll(async () => {
  const owner = await createPartner({ credits: 100 });
  other = await createPartner();
  const receiver = await startReceiver();
  receiver.respond = (_request, nth) => (nth === 1 ? 'hang' : { status: 200 });
  const { id } = await createWebhook(owner, { url: receiver.url });
  unanswered = { owner, id, evt: await publish(owner), receiver };
});
afterAll(async () => {
  await unanswered?.receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  partner = await createPartner({ credits: 100 });
});

/** Waits until the receiver got so many requests. */
function arrivals(receiver: Receiver, count: number): Promise<unknown> {
  return waitUntil(
    `${count} requests`,
    async () => receiver.received.length,
    (length) => length >= count,
  );
}

describe('POST /3pi-partners/{partner_id}/events', () => {
  const PUBLISH = 'POST /3pi-partners/{partner_id}/events';

  const reported = EVENT_TYPES.filter(({ isExtension }) => !isExtension);
  test.each(reported.map(({ name, example }) => [name, example] as const))(
    'brings %s to those who subscribe to it',
    async (type, { event: _event, ...data }) => {
      await using receiver = await startReceiver();
      await using bystander = await startReceiver();
      const { id, secret } = await createWebhook(partner, { url: receiver.url, events: [type] });
      const rest = EVENT_TYPES.map(({ name }) => name).filter((name) => name !== type);
      const deaf = await createWebhook(partner, { url: bystander.url, events: rest });
      const foreign = await createWebhook(other, { url: bystander.url });
      const before = Date.now();
      const evt = await publish(partner, type, { ...data, event: type });
      await delivered(partner, id, evt);
      const [got] = receiver.received;
      if (!got) throw new Error('Nothing came.');
      expect(got.headers).toMatchObject({
        'content-type': 'application/json',
        'x-service-event': type,
        'x-service-delivery': evt,
        'webhook-id': evt,
      });
      expect(isSigned(got, secret)).toBe(true);
      expect(standardSigners(got, [secret])).toEqual([secret]);
      const message = messageOf(got);
      const kept = type.startsWith('cosell.') ? { ...data, event: type } : data;
      expect(message).toEqual({ id: evt, type, timestamp: expect.stringMatching(DATETIME), data: kept });
      expect(Object.keys(message)).toEqual(['id', 'type', 'timestamp', 'data']);
      expect(Math.abs(Date.parse(message.timestamp) - before)).toBeLessThan(10_000);
      expect(receiver.received).toHaveLength(1);
      expect(await deliveriesOf(partner, deaf.id)).toEqual([]);
      expect(await deliveriesOf(other, foreign.id)).toEqual([]);
      expect(bystander.received).toEqual([]);
    },
  );

  test.each([
    ['no type', { data: {} }, ['type']],
    ['an unknown type', { type: 'listing.sold', data: {} }, ['type']],
    ['a type that the service alone publishes', { type: 'invoice.overdue', data: {} }, ['type']],
    ['no data', { type: 'cosell.created' }, ['data']],
    ['data that are a list', { type: 'cosell.created', data: [] }, ['data']],
    ['data of another type', { type: 'listing.failed', data: { error: 7 } }, ['data.error', 'data.listing_id']],
    [
      'a moment that is none',
      { type: 'listing.published', data: { listing_id: 'a', published_at: 'now' } },
      ['data.published_at'],
    ],
    ['more than 64 KiB', { type: 'cosell.created', data: { a: 'x'.repeat(65_536) } }, ['data']],
    ['text with NUL', { type: 'cosell.created', data: { a: 'x\0' } }, ['data', 'data.a']],
    ['half a character', { type: 'cosell.created', data: { a: 'x\ud800' } }, ['data', 'data.a']],
    ['half a character in a name', { type: 'cosell.created', data: { 'x\ud800': 1 } }, ['data']],
  ])('refuses %s', async (_what, body, fields) => {
    const reply = await requestAsAdmin(PUBLISH, { params: { partner_id: partner.id }, body });
    const details = expectError(reply, 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(fields);
  });

  test('finds no unknown partner and is not for partners', async () => {
    const body = { type: 'cosell.created', data: {} };
    expectError(await requestAsAdmin(PUBLISH, { params: { partner_id: 999_999_999 }, body }), 'NOT_FOUND');
    expectError(await partner.request(PUBLISH, { params: { partner_id: partner.id }, body }), 'FORBIDDEN');
  });
});

describe('content.generated', () => {
  /** The only message that a receiver got. */
  async function onlyMessage(receiver: Receiver, id: number): Promise<ReturnType<typeof messageOf>> {
    await arrivals(receiver, 1);
    const [got, ...more] = receiver.received;
    if (!got || more.length > 0) throw new Error(`${receiver.received.length} requests came.`);
    expect(got.headers).toMatchObject({ 'x-service-event': 'content.generated', 'x-service-delivery': got.id });
    await delivered(partner, id, got.id);
    return messageOf(got);
  }

  test('reports the content of an execution that is completed', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url, events: ['content.generated'] });
    const execution = await complete(partner, 'blog_post', { settings: { topic: 'What a webhook delivers' } });
    const made = execution.attributes.generated_assets.map((item) => item.id);
    expect(made.length).toBeGreaterThan(0);
    expect(await onlyMessage(receiver, id)).toMatchObject({
      type: 'content.generated',
      data: { execution_id: execution.id, status: 'completed', content_item_ids: made },
    });
  });

  test('marks what a sandbox key has made', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url, events: ['content.generated'] });
    const sandbox = partnerWith(partner.id, await createKey(partner.id, { sandbox: true }));
    const execution = await complete(sandbox, 'blog_post', { settings: { topic: 'What a webhook delivers' } });
    expect(await onlyMessage(receiver, id)).toMatchObject({ data: { execution_id: execution.id, sandbox: true } });
  });

  test('reports an execution that failed when the request asks for it', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url, events: ['content.generated'] });
    const audience = marker();
    await addFault({ kind: 'refuse', match: audience });
    const settings = { topic: 'What a webhook delivers', audience };
    const quiet = await ended(partner, await execute(partner, 'blog_post', { settings }));
    expect(quiet.attributes.status).toBe('failed');
    const loud = await ended(partner, await execute(partner, 'blog_post', { settings, notify_on_complete: true }));
    await removeFaults(audience);
    expect(loud.attributes.status).toBe('failed');
    expect(await onlyMessage(receiver, id)).toMatchObject({
      type: 'content.generated',
      data: { execution_id: loud.id, status: 'failed', content_item_ids: [] },
    });
    expect(await deliveriesOf(partner, id)).toHaveLength(1);
  });
});

describe('GET /partners/webhooks/{id}/deliveries/{evt}', () => {
  test('has the body as it is sent, until the payload is no longer kept', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner, 'cosell.updated', { opportunity_id: 'opp-7', note: 'Größe “M”' });
    const listed = await delivered(partner, id, evt);
    const reply = await partner.request(DELIVERY, { params: { id, evt } });
    expect(reply.status).toBe(200);
    const { attributes, ...rest } = read(reply, one(deliveryDetailResource).schema).data;
    const { request_body: body, url, ...others } = attributes;
    expect(url).toBe(receiver.url);
    expect({ ...rest, attributes: others }).toEqual(listed);
    expect(body).toBe(receiver.received[0]?.body.toString('utf8'));
    await withDatabase((client) => client.query('DELETE FROM platform_event WHERE id = $1', [evt]));
    const later = await partner.request(DELIVERY, { params: { id, evt } });
    expect(read(later, one(deliveryDetailResource).schema).data.attributes.request_body).toBeNull();
  });
});

describe('GET /partners/webhooks/{id}/deliveries/{evt}/attempts', () => {
  test('tells each attempt as it was', async () => {
    await using receiver = await startReceiver();
    receiver.respond = (_request, nth) => (nth === 1 ? { status: 500, body: 'broken \0 today' } : { status: 204 });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    const delivery = await delivered(partner, id, evt);
    expect(delivery.attributes).toMatchObject({
      event: 'cosell.updated',
      attempts: 2,
      next_attempt_at: null,
      last_response_code: 204,
      finished_at: expect.stringMatching(DATETIME),
    });
    const [first, second] = await attemptsOf(partner, id, evt);
    expect(first).toMatchObject({
      number: 1,
      outcome: 'failed',
      response_code: 500,
      error_class: 'http',
      error: expect.stringContaining('500'),
      response_excerpt: 'broken \uFFFD today',
      duration_ms: expect.any(Number),
    });
    expect(second).toMatchObject({
      number: 2,
      outcome: 'succeeded',
      response_code: 204,
      error_class: null,
      error: null,
      response_excerpt: null,
    });
    const pause = Date.parse(second?.started_at ?? '') - Date.parse(first?.started_at ?? '');
    expect(pause).toBeGreaterThanOrEqual(4_000);
    expect(pause).toBeLessThan(20_000);
    expect(receiver.received.map((got) => got.id)).toEqual([evt, evt]);
    expect(receiver.received[0]?.body.equals(receiver.received[1]?.body ?? Buffer.alloc(0))).toBe(true);
    expect(await webhookOf(partner, id)).toMatchObject({
      failure_count: 0,
      last_response_code: 204,
      last_triggered_at: expect.stringMatching(DATETIME),
    });
  });

  test('shows a failure while the next attempt waits, as long as 429 asks for', async () => {
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 429, headers: { 'Retry-After': '3600' }, body: 'x'.repeat(20_000) });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    const attempts = await waitUntil(
      'an attempt',
      () => attemptsOf(partner, id, evt),
      (list) => list.length > 0,
    );
    expect(attempts).toMatchObject([{ number: 1, outcome: 'failed', response_code: 429 }]);
    expect(attempts[0]?.response_excerpt).toHaveLength(16_384);
    const [delivery] = await deliveriesOf(partner, id);
    expect(delivery?.attributes).toMatchObject({
      status: 'pending',
      attempts: 1,
      last_response_code: 429,
      finished_at: null,
    });
    const wait = Date.parse(delivery?.attributes.next_attempt_at ?? '') - Date.now();
    expect(wait).toBeGreaterThan(3_500_000);
    expect(wait).toBeLessThanOrEqual(3_600_000);
    expect(await webhookOf(partner, id)).toMatchObject({ failure_count: 1, last_response_code: 429 });
  });

  test('reports an endpoint that does not answer in 15 s', async () => {
    const { owner, id, evt } = unanswered;
    await delivered(owner, id, evt);
    const [first] = await attemptsOf(owner, id, evt);
    expect(first).toMatchObject({ outcome: 'failed', response_code: null, error_class: 'timeout' });
    expect(first?.duration_ms).toBeGreaterThanOrEqual(14_900);
    expect(first?.duration_ms).toBeLessThan(20_000);
  });

  test('reports a redirect, which is not followed, and of nobody there', async () => {
    await using target = await startReceiver();
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 307, headers: { Location: target.url } });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const nobody = await createWebhook(partner, { url: 'http://127.0.0.1:9/hook' });
    const evt = await publish(partner);
    const firstOf = (webhook: number) =>
      waitUntil(
        'an attempt',
        async () => (await attemptsOf(partner, webhook, evt))[0],
        (attempt) => attempt !== undefined,
      );
    expect(await firstOf(id)).toMatchObject({ outcome: 'failed', response_code: 307 });
    expect(await firstOf(nobody.id)).toMatchObject({ outcome: 'failed', response_code: null, error_class: 'connect' });
    expect(target.received).toEqual([]);
  });
});

test('410 switches a webhook off at once', async () => {
  await using receiver = await startReceiver();
  receiver.respond = () => ({ status: 410 });
  const { id } = await createWebhook(partner, { url: receiver.url });
  const evt = await publish(partner);
  const off = await waitUntil(
    'the webhook to be off',
    () => webhookOf(partner, id),
    ({ active }) => !active,
  );
  expect(off).toMatchObject({ disabled_reason: expect.stringContaining('410'), failure_count: 1 });
  await delivered(partner, id, evt, 'skipped');
  expect(await attemptsOf(partner, id, evt)).toMatchObject([{ outcome: 'failed', response_code: 410 }]);
  const toggled = await partner.request(TOGGLE, { params: { id } });
  expect(toggled.body).toMatchObject({
    data: { attributes: { active: true, disabled_reason: null, failure_count: 0 } },
  });
});

describe('GET /partners/webhooks/{id}/deliveries', () => {
  test('is filtered and goes on by cursor', async () => {
    await using receiver = await startReceiver();
    receiver.respond = ({ headers }) => ({ status: headers['x-service-event'] === 'cosell.created' ? 500 : 200 });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await publish(partner));
    const between = new Date().toISOString();
    await waitUntil(
      'a new millisecond',
      async () => new Date().toISOString(),
      (now) => now > between,
    );
    const failing = await publish(partner, 'cosell.created');
    ids.unshift(failing);
    for (const evt of ids.slice(1)) await delivered(partner, id, evt);

    const first = await pageOf(partner, id, { per_page: 4 });
    expect(first.data.map((delivery) => delivery.id)).toEqual(ids.slice(0, 4));
    expect(first.meta.per_page).toBe(4);
    // New deliveries do not shift the next page.
    const late = await publish(partner);
    const second = await pageOf(partner, id, { per_page: 4, cursor: first.meta.next_cursor ?? '' });
    expect(second.data.map((delivery) => delivery.id)).toEqual(ids.slice(4));
    expect(second.meta.next_cursor).toBeNull();
    await delivered(partner, id, late);

    const idsWith = async (query: object) => (await pageOf(partner, id, { ...query })).data.map((found) => found.id);
    expect(await idsWith({ status: 'pending' })).toEqual([failing]);
    expect(await idsWith({ status: 'delivered' })).toEqual([late, ...ids.slice(1)]);
    expect(await idsWith({ status: 'skipped' })).toEqual([]);
    expect(await idsWith({ event: 'cosell.created' })).toEqual([failing]);
    expect(await idsWith({ until: between })).toEqual(ids.slice(1));
    expect(await idsWith({ since: between })).toEqual([late, failing]);
    expect(await idsWith({ since: between, event: 'cosell.updated', status: 'delivered' })).toEqual([late]);
  });

  test.each([
    ['status', 'lost'],
    ['event', 'webhook.lost'],
    ['since', 'yesterday'],
    ['until', '2026-01-01'],
    ['cursor', 'abc'],
    ['per_page', '101'],
  ])('refuses %s=%s', async (field, value) => {
    const { id } = await createWebhook(partner, { url: 'http://127.0.0.1:9/', events: ['listing.failed'] });
    const reply = await partner.request('GET /partners/webhooks/{id}/deliveries', {
      params: { id },
      query: { [field]: value },
    });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
  });

  test('refuses a range that ends before it begins', async () => {
    const { id } = await createWebhook(partner, { url: 'http://127.0.0.1:9/', events: ['listing.failed'] });
    const query = { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' };
    const reply = await partner.request('GET /partners/webhooks/{id}/deliveries', { params: { id }, query });
    expect(expectError(reply, 'VALIDATION_ERROR')).toEqual({ until: ['Must not be before `since`.'] });
  });
});

describe('POST /partners/webhooks/{id}/deliveries/{evt}/resend', () => {
  test('sends the same event once more', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    await delivered(partner, id, evt);
    const reply = await partner.request(RESEND, { params: { id, evt } });
    expect(reply).toMatchObject({ status: 202, body: { data: { id: evt, attributes: { status: 'pending' } } } });
    await arrivals(receiver, 2);
    expect((await delivered(partner, id, evt)).attributes.attempts).toBe(2);
    expect(receiver.received[1]?.id).toBe(evt);
    expect(receiver.received[1]?.body.equals(receiver.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
    expect(await attemptsOf(partner, id, evt)).toMatchObject([{ number: 1 }, { number: 2, outcome: 'succeeded' }]);
  });

  test('does not wait for the next retry', async () => {
    await using receiver = await startReceiver();
    receiver.respond = (_request, nth) =>
      nth === 1 ? { status: 503, headers: { 'Retry-After': '7200' } } : { status: 200 };
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    await waitUntil(
      'the failure',
      () => attemptsOf(partner, id, evt),
      (list) => list.length === 1,
    );
    expect((await partner.request(RESEND, { params: { id, evt } })).status).toBe(202);
    await delivered(partner, id, evt);
  });

  test('is refused while the event is being sent', async () => {
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 200, delayMs: 3_000 });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    await arrivals(receiver, 1);
    expectError(await partner.request(RESEND, { params: { id, evt } }), 'CONFLICT');
    await delivered(partner, id, evt);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('an event whose payload is no longer kept', () => {
  /** Deletes the events of one test as retention does. */
  const purge = (evts: readonly string[]) =>
    withDatabase((client) => client.query('DELETE FROM platform_event WHERE id = ANY ($1)', [evts]));

  test('cannot be sent again, whatever became of it', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    const before = await delivered(partner, id, evt);
    await purge([evt]);
    expectError(await partner.request(RESEND, { params: { id, evt } }), 'GONE');
    await partner.request(TOGGLE, { params: { id } });
    expectError(await partner.request(RESEND, { params: { id, evt } }), 'GONE');
    expect(await deliveriesOf(partner, id)).toEqual([before]);
    expect(receiver.received).toHaveLength(1);
  });

  test('is not counted by a recovery, and not made due', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url, active: false });
    const lost = await publish(partner);
    const kept = await publish(partner);
    for (const evt of [lost, kept]) await delivered(partner, id, evt, 'skipped');
    await purge([lost]);
    await partner.request(TOGGLE, { params: { id } });
    const recover = (body: object) => partner.request(RECOVER, { params: { id }, body: { since: LONG_AGO, ...body } });
    expect(read(await recover({ dry_run: true }), recovered).data).toMatchObject({ matched: 1 });
    expect(read(await recover({}), recovered).data).toEqual({ matched: 1, recovered: 1, dry_run: false });
    await delivered(partner, id, kept);
    await delivered(partner, id, lost, 'skipped');
    expect(receiver.received.map((got) => got.id)).toEqual([kept]);
  });

  test('is given up with a reason when it still waits', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url });
    await partner.request('POST /partners/webhooks/{id}/pause', { params: { id } });
    const evt = await publish(partner);
    await purge([evt]);
    await partner.request('POST /partners/webhooks/{id}/resume', { params: { id } });
    await delivered(partner, id, evt, 'failed');
    expect(await attemptsOf(partner, id, evt)).toMatchObject([
      { number: 1, outcome: 'failed', response_code: null, error_class: 'payload_gone' },
    ]);
    expect(await webhookOf(partner, id)).toMatchObject({ active: true, failure_count: 0, last_triggered_at: null });
    expect(receiver.received).toEqual([]);
  });
});

describe('a webhook that is inactive', () => {
  test('skips events, which can be recovered', async () => {
    await using receiver = await startReceiver();
    const { id } = await createWebhook(partner, { url: receiver.url, active: false });
    const evts = [await publish(partner), await publish(partner)];
    for (const evt of evts) await delivered(partner, id, evt, 'skipped');
    const recover = (body: object) => partner.request(RECOVER, { params: { id }, body: { since: LONG_AGO, ...body } });
    const counted = read(await recover({ dry_run: true }), recovered).data;
    expect(counted).toEqual({ matched: 2, recovered: 0, dry_run: true });
    expectError(await recover({}), 'CONFLICT');
    expectError(await partner.request(RESEND, { params: { id, evt: evts[0] ?? '' } }), 'CONFLICT');

    await partner.request(TOGGLE, { params: { id } });
    expect(read(await recover({ only_failed: true }), recovered).data).toMatchObject({ matched: 0, recovered: 0 });
    const earlier = read(await recover({ until: LONG_AGO }), recovered).data;
    expect(earlier).toMatchObject({ matched: 0, recovered: 0 });
    expect(receiver.received).toEqual([]);
    expect(read(await recover({}), recovered).data).toEqual({ matched: 2, recovered: 2, dry_run: false });
    for (const evt of evts) await delivered(partner, id, evt);
    expect(receiver.received.map((got) => got.id).sort()).toEqual([...evts].sort());
    expect(read(await recover({}), recovered).data).toMatchObject({ matched: 0 });
  });

  test('skips what waits for a retry when it is switched off, with its story', async () => {
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 503, headers: { 'Retry-After': '600' } });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    await waitUntil(
      'the failure',
      () => attemptsOf(partner, id, evt),
      (list) => list.length === 1,
    );
    await partner.request(TOGGLE, { params: { id } });
    await delivered(partner, id, evt, 'skipped');
  });

  test('is told what comes of a request that was under way', async () => {
    await using receiver = await startReceiver();
    receiver.respond = (_request, nth) => ({ status: nth === 1 ? 200 : 500, delayMs: 1_500 });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    await arrivals(receiver, 1);
    await partner.request(TOGGLE, { params: { id } });
    await delivered(partner, id, evt);
    expect(await attemptsOf(partner, id, evt)).toMatchObject([{ outcome: 'succeeded', response_code: 200 }]);
  });

  test('does not try again what failed as it was switched off', async () => {
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 500, delayMs: 1_500 });
    const { id } = await createWebhook(partner, { url: receiver.url });
    const evt = await publish(partner);
    await arrivals(receiver, 1);
    await partner.request(TOGGLE, { params: { id } });
    await delivered(partner, id, evt, 'skipped');
    expect(await attemptsOf(partner, id, evt)).toMatchObject([{ outcome: 'failed', response_code: 500 }]);
  });
});

describe('POST /partners/webhooks/{id}/recover', () => {
  test.each([
    ['since', {}],
    ['since', { since: 'yesterday' }],
    ['until', { since: LONG_AGO, until: '2019-01-01T00:00:00Z' }],
    ['until', { since: LONG_AGO, until: 7 }],
    ['only_failed', { since: LONG_AGO, only_failed: 'yes' }],
    ['dry_run', { since: LONG_AGO, dry_run: 1 }],
  ])('refuses a bad %s: %j', async (field, body) => {
    const { id } = await createWebhook(partner, { url: 'http://127.0.0.1:9/', events: ['listing.failed'] });
    const reply = await partner.request(RECOVER, { params: { id }, body });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
  });
});

test('a pause holds events back until the webhook is resumed', async () => {
  await using receiver = await startReceiver();
  const { id } = await createWebhook(partner, { url: receiver.url });
  await partner.request('POST /partners/webhooks/{id}/pause', { params: { id } });
  const evts = [await publish(partner), await publish(partner)];
  // Another webhook of the same events shows that time enough has passed.
  await using witness = await startReceiver();
  const control = await createWebhook(partner, { url: witness.url });
  await delivered(partner, control.id, await publish(partner));
  expect(receiver.received).toEqual([]);
  expect((await deliveriesOf(partner, id)).map(({ attributes }) => attributes.status)).toEqual(
    Array(3).fill('pending'),
  );
  await partner.request('POST /partners/webhooks/{id}/resume', { params: { id } });
  for (const evt of evts) await delivered(partner, id, evt);
  expect(receiver.received).toHaveLength(3);
});

describe('a rotation of the secret', () => {
  const ROTATE = 'POST /partners/webhooks/{id}/rotate-secret';

  test('signs with the new one, and with both where the header has room for it', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await createWebhook(partner, { url: receiver.url });
    const rotated = await partner.request(ROTATE, { params: { id }, body: {} });
    const fresh = read(rotated, withSecret).meta.secret ?? '';
    await delivered(partner, id, await publish(partner));
    const [got] = receiver.received;
    if (!got) throw new Error('Nothing came.');
    expect([isSigned(got, fresh), isSigned(got, secret)]).toEqual([true, false]);
    expect(standardSigners(got, [fresh, secret])).toEqual([fresh, secret]);
  });

  test('without an overlap drops the old one', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await createWebhook(partner, { url: receiver.url });
    const rotated = await partner.request(ROTATE, { params: { id }, body: { overlap_hours: 0 } });
    const fresh = read(rotated, withSecret).meta.secret ?? '';
    await delivered(partner, id, await publish(partner));
    const [got] = receiver.received;
    if (!got) throw new Error('Nothing came.');
    expect(standardSigners(got, [fresh, secret])).toEqual([fresh]);
  });
});
