import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { all, one, page } from '../../api/resource.ts';
import { eventType, webhookResource, webhookTest } from '../../api/webhooks/resource.ts';
import { ENDPOINTS_BY_PLAN } from '../../domain/webhooks/rules.ts';
import { withDatabase } from '../environment/database.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { isSigned, startReceiver } from '../environment/receiver.ts';
import { createWebhook, publish, webhookOf, withSecret } from '../environment/webhooks.ts';

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const EVT = 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS';
/** Never called: these webhooks get no events. */
const BODY = { url: 'http://127.0.0.1:9/hook', events: ['listing.created'] };

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const create = (body: unknown, from = partner) => from.request('POST /partners/webhooks', { body });
const listed = page(webhookResource).schema;

describe('POST /partners/webhooks', () => {
  test('adds an active webhook and shows its secret', async () => {
    const reply = await create({ ...BODY, description: ' Shop ' });
    expect(reply.status).toBe(201);
    const { data, meta } = read(reply, withSecret);
    expect(data).toMatchObject({
      type: 'webhook',
      id: expect.any(Number),
      attributes: {
        ...BODY,
        description: 'Shop',
        active: true,
        paused: false,
        disabled_reason: null,
        secret_unreadable_at: null,
        last_triggered_at: null,
        last_response_code: null,
        failure_count: 0,
        created_at: expect.stringMatching(DATETIME),
      },
      links: { self: `/api/v1/partners/webhooks/${data.id}` },
    });
    expect(meta).toEqual({
      secret: expect.stringMatching(/^[0-9A-Za-z]{64}$/),
      secret_standard: `whsec_${Buffer.from(meta.secret ?? '').toString('base64')}`,
      warning: expect.any(String),
    });
  });

  test('adds one that waits to be switched on', async () => {
    const { data } = read(await create({ ...BODY, active: false }), withSecret);
    expect(data.attributes).toMatchObject({ active: false, description: '' });
  });

  test('takes the same URL twice, with a secret each', async () => {
    const [first, second] = await Promise.all([createWebhook(partner, BODY), createWebhook(partner, BODY)]);
    expect(first.id).not.toBe(second.id);
    expect(first.secret).not.toBe(second.secret);
  });

  test.each([
    ['no URL', { url: undefined }, 'url'],
    ['a URL that is none', { url: 'example.com/hook' }, 'url'],
    ['another scheme', { url: 'ftp://example.com/hook' }, 'url'],
    ['a URL with a password', { url: 'https://user:secret@example.com/hook' }, 'url'],
    ['a URL with a user', { url: 'https://user@example.com/hook' }, 'url'],
    ['a URL of more than 2048 characters', { url: `https://example.com/${'x'.repeat(2_029)}` }, 'url'],
    ['a private address', { url: 'https://10.0.0.7/hook' }, 'url'],
    ['another private address', { url: 'https://192.168.1.1/hook' }, 'url'],
    ['a private address as one number', { url: 'https://167772167/hook' }, 'url'],
    ['the metadata service', { url: 'http://169.254.169.254/latest/meta-data' }, 'url'],
    ['a shared address', { url: 'https://100.64.0.1/hook' }, 'url'],
    ['the unspecified address', { url: 'https://0.0.0.0/hook' }, 'url'],
    ['a mapped private address', { url: 'https://[::ffff:10.0.0.7]/hook' }, 'url'],
    ['a unique local address', { url: 'https://[fd00::1]/hook' }, 'url'],
    ['a link-local address', { url: 'https://[fe80::1]/hook' }, 'url'],
    ['a NAT64 private address', { url: 'https://[64:ff9b::10.0.0.7]/hook' }, 'url'],
    ['a 6to4 private address', { url: 'https://[2002:0a00:0007::1]/hook' }, 'url'],
    ['a name nobody has', { url: 'https://webhooks.invalid/hook' }, 'url'],
    ['no events', { events: undefined }, 'events'],
    ['an empty list of events', { events: [] }, 'events'],
    ['events that are text', { events: 'listing.created' }, 'events'],
    ['an unknown event', { events: ['listing.created', 'listing.sold'] }, 'events.1'],
    ['the event of tests', { events: ['webhook.test'] }, 'events.0'],
    ['a long description', { description: 'x'.repeat(256) }, 'description'],
    ['a description that is a number', { description: 7 }, 'description'],
    ['active as text', { active: 'true' }, 'active'],
  ])('refuses %s', async (_what, change, field) => {
    const details = expectError(await create({ ...BODY, ...change }), 'VALIDATION_ERROR');
    expect(details).toEqual({ [field]: [expect.stringMatching(/^[A-Z].*\.$/)] });
  });

  test('takes a URL of 2048 characters and a description of 255', async () => {
    const url = `${BODY.url}?${'x'.repeat(2_047 - BODY.url.length)}`;
    expect(url).toHaveLength(2_048);
    expect((await create({ ...BODY, url, description: 'x'.repeat(255) })).status).toBe(201);
  });

  test('names all problems at once', async () => {
    const details = expectError(await create({ active: 1, description: null }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['active', 'description', 'events', 'url']);
  });

  test('shows the secret once: the replay for an Idempotency-Key has none', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = read(await partner.request('POST /partners/webhooks', { body: BODY, headers }), withSecret);
    for (const process of [0, 1] as const) {
      const again = await partner.request('POST /partners/webhooks', { body: BODY, headers, process });
      expect({ status: again.status, replayed: again.headers.get('Idempotency-Replayed') }).toEqual({
        status: 201,
        replayed: 'true',
      });
      expect(again.body).toEqual({ ...first, meta: { ...first.meta, secret: null, secret_standard: null } });
    }
    const one = await partner.request('GET /partners/webhooks/{id}', { params: { id: first.data.id } });
    const list = await partner.request('GET /partners/webhooks', { query: { per_page: 100 } });
    for (const reply of [one, list]) expect(reply.text).not.toContain(first.meta.secret);
  });

  test('keeps the secret sealed', async () => {
    const { id, secret } = await createWebhook(partner, BODY);
    const kept = await withDatabase(async (client) => {
      const { rows } = await client.query('SELECT secret FROM webhook_endpoint WHERE id = $1', [id]);
      return rows[0].secret as Buffer;
    });
    expect(kept.includes(secret)).toBe(false);
  });
});

describe('the limit of the plan', () => {
  test.each(Object.entries(ENDPOINTS_BY_PLAN))('%s has room for %d, inactive ones included', async (plan, limit) => {
    const member = await createPartner({ plan });
    const room = 5;
    // Inserted directly, since creating a hundred through the API takes long.
    await fill(member, Math.max(0, limit - room));
    for (let count = Math.max(0, limit - room); count < limit; count += 1) {
      expect((await create({ ...BODY, active: count % 2 === 0 }, member)).status).toBe(201);
    }
    expectError(await create(BODY, member), 'WEBHOOK_LIMIT_REACHED');
    const { data, meta } = read(await member.request('GET /partners/webhooks'), listed);
    expect(meta.total).toBe(limit);
    const id = data[0]?.id ?? 0;
    expect((await member.request('DELETE /partners/webhooks/{id}', { params: { id } })).status).toBe(204);
    expect((await create(BODY, member)).status).toBe(201);
    expectError(await create(BODY, member), 'WEBHOOK_LIMIT_REACHED');
  });

  test('holds when ten requests race for the last places', async () => {
    const racer = await createPartner({ plan: 'business' });
    await fill(racer, 2);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        racer.request('POST /partners/webhooks', { body: BODY, process: index % 2 === 0 ? 0 : 1 }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const reply of replies) if (reply.status !== 201) expectError(reply, 'WEBHOOK_LIMIT_REACHED');
    expect(read(await racer.request('GET /partners/webhooks'), listed).meta.total).toBe(5);
  });

  async function fill(member: Partner, count: number): Promise<void> {
    await withDatabase((client) =>
      client.query(
        `INSERT INTO webhook_endpoint (row_key, partner_id, url, events, active, secret, created_at, updated_at)
         SELECT gen_random_uuid(), $1, $2, '{listing.created}', false, '', now(), now() FROM generate_series(1, $3::int)`,
        [member.id, BODY.url, count],
      ),
    );
  }
});

describe('GET /partners/webhooks', () => {
  test('lists the partner’s own, newest first, page by page', async () => {
    const lister = await createPartner();
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift((await createWebhook(lister, BODY)).id);
    const page = async (query: object) =>
      read(await lister.request('GET /partners/webhooks', { query: { ...query } }), listed);
    const all = await page({});
    expect(all.meta).toMatchObject({ total: 5, page: 1, per_page: 20, total_pages: 1 });
    expect(all.data.map(({ id }) => id)).toEqual(ids);
    const second = await page({ per_page: 2, page: 2 });
    expect(second.meta).toMatchObject({ total: 5, page: 2, per_page: 2, total_pages: 3 });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect((await page({ page: 9 })).data).toEqual([]);
  });

  test.each([
    ['per_page', '0'],
    ['per_page', '101'],
    ['page', '0'],
    ['page', 'two'],
  ])('refuses %s=%s', async (field, value) => {
    const reply = await partner.request('GET /partners/webhooks', { query: { [field]: value } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
  });
});

test('GET /partners/webhooks/events shows each event with an example that fits its schema', async () => {
  const reply = await partner.request('GET /partners/webhooks/events');
  const { data } = read(reply, all(eventType).schema);
  expect(data.map(({ name }) => name)).toEqual([
    'listing.created',
    'listing.updated',
    'listing.published',
    'listing.failed',
    'cosell.created',
    'cosell.updated',
    'cosell.completed',
    'content.generated',
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
  expect(data.filter(({ extension }) => extension).map(({ name }) => name)).toEqual([
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
  for (const { name, description, payload_example, schema } of data) {
    expect(description).not.toBe('');
    expect(payload_example['event']).toBe(name);
    const { event: _event, ...example } = payload_example;
    expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(example)).toMatchObject({
      success: true,
    });
  }
});

const PARAMS = { evt: EVT };
/** Routes that name one webhook. */
const OF_ONE: readonly (readonly [RouteName, object?])[] = [
  ['GET /partners/webhooks/{id}'],
  ['PATCH /partners/webhooks/{id}', {}],
  ['DELETE /partners/webhooks/{id}'],
  ['PUT /partners/webhooks/{id}/toggle'],
  ['POST /partners/webhooks/{id}/rotate-secret', {}],
  ['POST /partners/webhooks/{id}/pause'],
  ['POST /partners/webhooks/{id}/resume'],
  ['GET /partners/webhooks/{id}/deliveries'],
  ['GET /partners/webhooks/{id}/deliveries/{evt}'],
  ['GET /partners/webhooks/{id}/deliveries/{evt}/attempts'],
  ['POST /partners/webhooks/{id}/deliveries/{evt}/resend'],
  ['POST /partners/webhooks/{id}/recover', { since: '2026-01-01T00:00:00Z' }],
];

describe.each(OF_ONE)('%s', (name, body) => {
  test('is refused for another partner’s webhook', async () => {
    const { id } = await createWebhook(other, BODY);
    expectError(await partner.request(name, { params: { ...PARAMS, id }, body }), 'FORBIDDEN');
    expect(await webhookOf(other, id)).toMatchObject({ active: true, paused: false });
  });

  test('finds none that was deleted', async () => {
    const { id } = await createWebhook(partner, BODY);
    expect((await partner.request('DELETE /partners/webhooks/{id}', { params: { id } })).status).toBe(204);
    expectError(await partner.request(name, { params: { ...PARAMS, id }, body }), 'NOT_FOUND');
  });
});

describe.each([
  'GET /partners/webhooks/{id}/deliveries/{evt}',
  'GET /partners/webhooks/{id}/deliveries/{evt}/attempts',
  'POST /partners/webhooks/{id}/deliveries/{evt}/resend',
] as const)('%s', (name) => {
  test.each([EVT, 'evt_1', 'nothing', 'evt_01jnbxq6r0abcdefghjkmnpqrs'])('finds no delivery %s', async (evt) => {
    const { id } = await createWebhook(partner, BODY);
    expectError(await partner.request(name, { params: { id, evt } }), 'NOT_FOUND');
  });
});

describe('PATCH /partners/webhooks/{id}', () => {
  test('changes what is given and leaves the rest', async () => {
    const { id } = await createWebhook(partner, { ...BODY, description: 'Before' });
    const change = (body: object) => partner.request('PATCH /partners/webhooks/{id}', { params: { id }, body });
    expect((await change({ description: 'After' })).body).toMatchObject({
      data: { attributes: { ...BODY, description: 'After', active: true } },
    });
    const more = { url: 'http://127.0.0.1:10/other', events: ['cosell.created'], active: false };
    expect((await change(more)).body).toMatchObject({ data: { attributes: { ...more, description: 'After' } } });
    expect(await webhookOf(partner, id)).toMatchObject(more);
    expect((await change({})).status).toBe(200);
  });

  test.each([
    ['url', { url: 'https://10.0.0.7/hook' }],
    ['url', { url: null }],
    ['events', { events: [] }],
    ['events.0', { events: ['nothing'] }],
    ['description', { description: 'x'.repeat(256) }],
    ['active', { active: null }],
  ])('refuses a bad %s: %j', async (field, body) => {
    const { id } = await createWebhook(partner, BODY);
    const reply = await partner.request('PATCH /partners/webhooks/{id}', { params: { id }, body });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
    expect(await webhookOf(partner, id)).toMatchObject({ ...BODY, active: true, description: '' });
  });
});

test('PUT /partners/webhooks/{id}/toggle switches off and on', async () => {
  const { id } = await createWebhook(partner, BODY);
  for (const active of [false, true, false]) {
    const reply = await partner.request('PUT /partners/webhooks/{id}/toggle', { params: { id } });
    expect(reply.body).toMatchObject({ data: { id, attributes: { active } } });
    expect((await webhookOf(partner, id)).active).toBe(active);
  }
});

test('POST /partners/webhooks/{id}/pause and resume say so', async () => {
  const { id } = await createWebhook(partner, BODY);
  for (const [name, paused] of [
    ['POST /partners/webhooks/{id}/pause', true],
    ['POST /partners/webhooks/{id}/resume', false],
  ] as const) {
    // Both are idempotent.
    for (let round = 0; round < 2; round += 1) {
      expect((await partner.request(name, { params: { id } })).body).toMatchObject({
        data: { attributes: { paused } },
      });
    }
  }
});

describe('POST /partners/webhooks/{id}/rotate-secret', () => {
  const ROTATE = 'POST /partners/webhooks/{id}/rotate-secret';

  test('shows a new secret this once', async () => {
    const { id, secret } = await createWebhook(partner, BODY);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const rotated = await partner.request(ROTATE, { params: { id }, body: { overlap_hours: 1 }, headers });
    expect(rotated.status).toBe(200);
    const { meta } = read(rotated, withSecret);
    expect(meta.secret).toMatch(/^[0-9A-Za-z]{64}$/);
    expect(meta.secret).not.toBe(secret);
    const again = await partner.request(ROTATE, { params: { id }, body: { overlap_hours: 1 }, headers });
    expect(read(again, withSecret).meta).toMatchObject({ secret: null, secret_standard: null });
  });

  test.each([-1, 169, 0.5, '24', null])('refuses an overlap of %p hours', async (overlap_hours) => {
    const { id } = await createWebhook(partner, BODY);
    const reply = await partner.request(ROTATE, { params: { id }, body: { overlap_hours } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['overlap_hours']);
  });
});

describe('POST /partners/webhooks/test', () => {
  const TEST = 'POST /partners/webhooks/test';

  test('delivers at once with the body and the signature of the contract', async () => {
    await using receiver = await startReceiver();
    const { id, secret } = await createWebhook(partner, { url: receiver.url });
    const reply = await partner.request(TEST, { body: { webhook_id: id } });
    expect(read(reply, one(webhookTest).schema).data).toEqual({
      webhook_id: id,
      delivery_id: receiver.received[0]?.headers['x-service-delivery'],
      delivered: true,
      response_code: 200,
      duration_ms: expect.any(Number),
      error: null,
    });
    expect(receiver.received).toHaveLength(1);
    const [got] = receiver.received;
    if (!got) throw new Error('Nothing came.');
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'webhook.test',
      'x-service-delivery': expect.stringMatching(/^evt_\w{26}$/),
    });
    expect(isSigned(got, secret)).toBe(true);
    expect(JSON.parse(got.body.toString())).toEqual({
      event: 'webhook.test',
      webhook_id: id,
      timestamp: expect.stringMatching(DATETIME),
      message: expect.any(String),
    });
  });

  test.each([
    ['an error', { status: 500, body: 'broken' }, 500],
    ['a redirect, which is not followed', { status: 302, headers: { Location: 'http://127.0.0.1:9/' } }, 302],
    ['410, which changes nothing', { status: 410 }, 410],
  ])('tells of %s and counts nothing, on an inactive webhook too', async (_what, answer, code) => {
    await using receiver = await startReceiver();
    receiver.respond = () => answer;
    for (const active of [true, false]) {
      const { id } = await createWebhook(partner, { url: receiver.url, active });
      const reply = await partner.request(TEST, { body: { webhook_id: id } });
      expect(reply).toMatchObject({
        status: 200,
        body: { data: { delivered: false, response_code: code, error: expect.any(String) } },
      });
      expect(await webhookOf(partner, id)).toMatchObject({
        active,
        failure_count: 0,
        last_response_code: null,
        last_triggered_at: null,
      });
    }
    expect(receiver.received).toHaveLength(2);
  });

  test('records it as a delivery, with request and answer as those of an event', async () => {
    await using receiver = await startReceiver();
    receiver.respond = () => ({
      status: 401,
      headers: { 'WWW-Authenticate': 'HMAC', 'Set-Cookie': 'session=secret' },
      body: 'The signature is wrong.',
    });
    const { id, secret } = await createWebhook(partner, { url: receiver.url });
    const { data } = read(await partner.request(TEST, { body: { webhook_id: id } }), one(webhookTest).schema);
    const params = { id, evt: data.delivery_id };
    const delivery = await partner.request('GET /partners/webhooks/{id}/deliveries/{evt}', { params });
    expect(delivery.body).toMatchObject({
      data: {
        id: data.delivery_id,
        attributes: {
          event: 'webhook.test',
          status: 'failed',
          attempts: 1,
          next_attempt_at: null,
          last_response_code: 401,
          request_body: receiver.received[0]?.body.toString('utf8'),
        },
      },
    });
    const { body } = await partner.request('GET /partners/webhooks/{id}/deliveries/{evt}/attempts', { params });
    expect(body).toEqual({
      data: [
        {
          number: 1,
          outcome: 'failed',
          response_code: 401,
          error_class: 'http',
          error: 'The endpoint answered 401.',
          request_headers: {
            'Content-Type': 'application/json',
            'User-Agent': 'Marketwright-Webhooks/1.0',
            'X-Service-Event': 'webhook.test',
            'X-Service-Delivery': data.delivery_id,
            'webhook-id': data.delivery_id,
            'webhook-timestamp': receiver.received[0]?.headers['webhook-timestamp'],
          },
          response_excerpt: 'The signature is wrong.',
          response_headers: expect.objectContaining({ 'www-authenticate': 'HMAC' }),
          duration_ms: data.duration_ms,
          started_at: expect.stringMatching(DATETIME),
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`session=secret|${secret}|v1,|sha256=`));
    const listed = await partner.request('GET /partners/webhooks/{id}/deliveries', {
      params: { id },
      query: { event: 'webhook.test', status: 'failed' },
    });
    expect(listed.body).toMatchObject({ data: [{ id: data.delivery_id }] });
  });

  test('a test that failed is neither sent again nor recovered', async () => {
    const { id } = await createWebhook(partner, BODY);
    const { data } = read(await partner.request(TEST, { body: { webhook_id: id } }), one(webhookTest).schema);
    const resent = await partner.request('POST /partners/webhooks/{id}/deliveries/{evt}/resend', {
      params: { id, evt: data.delivery_id },
    });
    expectError(resent, 'CONFLICT');
    const recovered = await partner.request('POST /partners/webhooks/{id}/recover', {
      params: { id },
      body: { since: '2026-01-01T00:00:00Z', dry_run: true },
    });
    expect(recovered.body).toEqual({ data: { matched: 0, recovered: 0, dry_run: true } });
  });

  test('tells that nobody answers', async () => {
    const { id } = await createWebhook(partner, BODY);
    const reply = await partner.request(TEST, { body: { webhook_id: id } });
    expect(reply.body).toMatchObject({ data: { delivered: false, response_code: null, error: expect.any(String) } });
  });

  test.each([undefined, null, '1', 0, 1.5, 2 ** 53])('refuses the webhook_id %p', async (webhook_id) => {
    const reply = await partner.request(TEST, { body: { webhook_id } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['webhook_id']);
  });

  test('finds no unknown webhook and refuses another partner’s', async () => {
    const foreign = await createWebhook(other, BODY);
    expectError(await partner.request(TEST, { body: { webhook_id: 999_999_999 } }), 'NOT_FOUND');
    expectError(await partner.request(TEST, { body: { webhook_id: foreign.id } }), 'FORBIDDEN');
  });
});

describe('POST /3pi-partners/{partner_id}/events', () => {
  test('takes events of a partner without webhooks', async () => {
    expect(await publish(await createPartner())).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});
