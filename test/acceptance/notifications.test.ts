import { beforeAll, describe, expect, test } from '@jest/globals';
import { notificationResource, notificationSettingsResource } from '../../api/notifications/area.ts';
import { one, page } from '../../api/resource.ts';
import { complete } from '../environment/executions.ts';
import { expectError, type RouteName, read, request } from '../environment/http.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const LIST: RouteName = 'GET /app/notifications';
const READ: RouteName = 'POST /app/notifications/{id}/read';
const READ_ALL: RouteName = 'POST /app/notifications/read';
const SETTINGS: RouteName = 'GET /app/me/notification-settings';
const CHANGE: RouteName = 'PATCH /app/me/notification-settings';
const SLUG = 'platform_knowledge_query';

let partner: Partner;
let key: string;
let other: string;
beforeAll(async () => {
  partner = await createPartner();
  const tokens = await Promise.all(
    [await createUser(partner.id, 'editor'), await createUser(partner.id, 'owner')].map((person) =>
      signInToConsole(person),
    ),
  );
  [key = '', other = ''] = tokens.map(({ access_token }) => access_token);
});

const list = async (token = key, query = {}) =>
  read(await request(LIST, { key: token, query }), page(notificationResource).schema);
const settings = async () => read(await request(SETTINGS, { key }), one(notificationSettingsResource).schema).data;

describe(LIST, () => {
  test('who started an execution is told of its end, nobody else', async () => {
    const body = { settings: { query: 'What is a credit?' } };
    const person: Partner = {
      ...partner,
      request: (name, options = {}) => request(name, { ...options, key }),
    };
    const execution = await complete(person, SLUG, body);
    const { data, meta } = await list();
    expect(meta.total).toBe(1);
    expect(data[0]?.attributes).toMatchObject({
      kind: 'execution_finished',
      record_type: 'execution',
      record_id: String(execution.id),
      title: SLUG,
      read_at: null,
    });
    expect((await list(other)).data).toEqual([]);
    await complete(partner, SLUG, body);
    expect((await list()).meta.total).toBe(1);
  });

  test('is for people at the console', async () => {
    expectError(await request(LIST, { key: partner.key.text }), 'FORBIDDEN');
  });
});

test('what was read is not unread', async () => {
  const [first] = (await list()).data;
  const id = first?.id ?? 0;
  expectError(await request(READ, { key: other, params: { id } }), 'FORBIDDEN');
  const reply = await request(READ, { key, params: { id } });
  expect(read(reply, one(notificationResource).schema).data.attributes.read_at).not.toBeNull();
  expect((await list(key, { unread: true })).data).toEqual([]);
  expect((await list()).data).toHaveLength(1);
  expect((await request(READ_ALL, { key, body: { up_to: id } })).body).toEqual({ data: { read: 0 } });
});

describe(CHANGE, () => {
  test('changes what is sent, and leaves the rest', async () => {
    expect((await settings()).attributes).toMatchObject({
      execution_failed: { in_page: true, by_mail: true },
      execution_finished: { in_page: true, by_mail: false },
    });
    const reply = await request(CHANGE, { key, body: { execution_failed: { by_mail: false } } });
    expect(read(reply, one(notificationSettingsResource).schema).data).toEqual(await settings());
    expect((await settings()).attributes.execution_failed).toEqual({ in_page: true, by_mail: false });
  });

  test('refuses values of another type', async () => {
    expectError(await request(CHANGE, { key, body: { mention: { in_page: 'yes' } } }), 'VALIDATION_ERROR');
  });
});
