import { beforeAll, describe, expect, test } from '@jest/globals';
import { meResource } from '../../api/account/resource.ts';
import { one, page } from '../../api/resource.ts';
import { savedFilterResource } from '../../api/saved-filters/area.ts';
import { expectError, type RouteName, read, request } from '../environment/http.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const LIST: RouteName = 'GET /app/saved-filters';
const SAVE: RouteName = 'POST /app/saved-filters';
const CHANGE: RouteName = 'PATCH /app/saved-filters/{id}';
const REMOVE: RouteName = 'DELETE /app/saved-filters/{id}';
const FAILED = { name: 'Failed', view: '/executions', query: { status: 'failed' } };

let partner: Partner;
let key: string;
let colleague: string;
beforeAll(async () => {
  partner = await createPartner();
  const people = [await createUser(partner.id, 'viewer'), await createUser(partner.id, 'owner')];
  const tokens = await Promise.all(people.map((person) => signInToConsole(person)));
  [key = '', colleague = ''] = tokens.map(({ access_token }) => access_token);
});

const save = async (changes = {}) =>
  read(await request(SAVE, { key, body: { ...FAILED, ...changes } }), one(savedFilterResource).schema).data;
const list = async (token = key, query = {}) =>
  read(await request(LIST, { key: token, query }), page(savedFilterResource).schema);

test('a filter is saved, listed by its view, renamed and deleted, and is of its person alone', async () => {
  const { id } = await save();
  expect((await list(key, { view: '/executions' })).data).toMatchObject([
    { id, attributes: { ...FAILED, is_default: false } },
  ]);
  expect((await list(key, { view: '/invoices' })).data).toEqual([]);
  const renamed = await request(CHANGE, { key, params: { id }, body: { name: 'Went wrong' } });
  expect(renamed.body).toMatchObject({ data: { attributes: { ...FAILED, name: 'Went wrong' } } });
  expect((await list(colleague)).data).toEqual([]);
  expectError(await request(CHANGE, { key: colleague, params: { id }, body: { name: 'Mine' } }), 'FORBIDDEN');
  expectError(await request(REMOVE, { key: colleague, params: { id } }), 'FORBIDDEN');
  expect((await request(REMOVE, { key, params: { id } })).status).toBe(204);
  expectError(await request(REMOVE, { key, params: { id } }), 'NOT_FOUND');
});

test('a list has one default, which comes with the person’s record', async () => {
  const first = await save({ is_default: true });
  const second = await save({ name: 'Urgent', query: { priority: 'critical' } });
  const others = await save({ view: '/case-studies', is_default: true });
  const changes = [first, second].map(({ id }) => request(CHANGE, { key, params: { id }, body: { is_default: true } }));
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
  const { data } = await list();
  expect(data.filter(({ attributes }) => attributes.is_default)).toHaveLength(2);
  const me = read(await request('GET /app/me', { key, query: { include: 'names' } }), one(meResource).schema);
  expect(me.data.attributes.saved_filters).toEqual(
    data.map(({ id, attributes: { name, view, query, is_default } }) => ({ id, name, view, query, is_default })),
  );
  for (const { id } of [first, second, others]) await request(REMOVE, { key, params: { id } });
});

test('of two at once only one is the fiftieth, and there is no fifty-first', async () => {
  for (let made = 0; made < 49; made += 1) await save({ name: `Filter ${made}` });
  const last = await Promise.all([1, 2].map(() => request(SAVE, { key, body: FAILED })));
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = await request(SAVE, { key, body: FAILED });
  expectError(refused, 'CONFLICT');
  expect(refused.body).toMatchObject({ error: { message: expect.stringContaining('50 saved filters') } });
  // A colleague has room of their own.
  expect((await request(SAVE, { key: colleague, body: FAILED })).status).toBe(201);
});

describe(SAVE, () => {
  test.each([
    ['name', { name: '' }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'x'.repeat(81) }],
    ['view', { view: 'executions' }],
    ['view', { view: '/Executions?status=failed' }],
    ['query', { query: {} }],
    ['query', { query: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, 'x'])) }],
    ['query.status', { query: { status: 1 } }],
    ['query.status', { query: { status: 'x'.repeat(201) } }],
    ['query.Status', { query: { Status: 'failed' } }],
    ['is_default', { is_default: 'yes' }],
  ])('refuses a wrong %s: %j', async (field, changes) => {
    const reply = await request(SAVE, { key: colleague, body: { ...FAILED, ...changes } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
  });

  test('is for people at the console', async () => {
    expectError(await request(SAVE, { key: partner.key.text, body: FAILED }), 'FORBIDDEN');
    expectError(await request(LIST, { key: partner.key.text }), 'FORBIDDEN');
  });
});
