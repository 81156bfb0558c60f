import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { consentResource } from '../../api/account/resource.ts';
import { contentItemResource } from '../../api/content-items/resource.ts';
import { page } from '../../api/resource.ts';
import { type FollowedEvents, followEvents } from '../environment/events.ts';
import { complete } from '../environment/executions.ts';
import { expectError, type Reply, read, request } from '../environment/http.ts';
import { createOauthClient, createUser, type Person, signIn, signInToConsole } from '../environment/oauth.ts';
import { createKey, createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const PATH = '/api/v1/content-workflow/kanban/events';
const SETTINGS = { topic: 'A board that is followed', post_count: 3 };

let partner: Partner;
let other: Partner;
let items: number[];
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  items = await posts(partner);
});

const opened: FollowedEvents[] = [];
afterEach(() => {
  for (const board of opened.splice(0)) board.leave();
});

/** Opens the event stream of a board. */
async function follow(from: Partner, options: { process?: 0 | 1; lastId?: string; key?: string } = {}) {
  const { process = 0, lastId, key = from.key.text } = options;
  const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const board = await followEvents(PATH, { key, process, headers });
  opened.push(board);
  expect(board.status).toBe(200);
  await board.until((events) => events.length > 0);
  return board;
}

async function posts(of: Partner): Promise<number[]> {
  const { attributes } = await complete(of, 'social_post_set', { settings: SETTINGS });
  return attributes.generated_assets.map(({ id }) => id);
}

async function move(id: number, status: string, by = partner): Promise<void> {
  const params = { contentId: id };
  const reply = await by.request('POST /content-workflow/kanban/{contentId}/status', { params, body: { status } });
  expect(reply.status).toBe(200);
}

/** The events of a board after the initial one: the change, the item and the column it is in now. */
function itemChanges({ events }: FollowedEvents): [unknown, number, string][] {
  return events.slice(1).map(({ event, data }) => {
    const { id, attributes } = contentItemResource.schema.parse(JSON.parse(data)) as {
      id: number;
      attributes: { kanban_status: string };
    };
    return [event, id, attributes.kanban_status];
  });
}

const has = (count: number) => (events: readonly unknown[]) => events.length > count;

test('two boards, on two processes, get every move, change and creation in order', async () => {
  const boards = [await follow(partner), await follow(partner, { process: 1 })];
  const [first = 0, second = 0] = items;
  await move(first, 'review');
  await partner.request('PATCH /content-workflow/content-items/{id}', {
    params: { id: first },
    body: { title: 'Another title' },
  });
  await partner.request('POST /content-workflow/kanban/bulk-status', {
    body: { content_ids: [first, second], status: 'ready' },
  });
  for (const board of boards) await board.until(has(4));
  const made = (await posts(partner)).map((id) => ['made', id, 'generated']);
  for (const board of boards) {
    await board.until(has(4 + made.length));
    const seen = itemChanges(board);
    // An event shows the item as it is at sending time.
    expect(seen.map(([event, id]) => [event, id])).toEqual([
      ['moved', first],
      ['changed', first],
      ['moved', first],
      ['moved', second],
      ...made.map(([event, id]) => [event, id]),
    ]);
    expect(seen.slice(2)).toEqual([['moved', first, 'ready'], ['moved', second, 'ready'], ...made]);
  }
});

test('nothing of another partner comes', async () => {
  const [own, foreign] = [await follow(partner), await follow(other)];
  const [first = 0] = items;
  await move(first, 'published');
  await own.until(has(1));
  const [theirs = 0] = await posts(other);
  await foreign.until(has(1));
  expect(itemChanges(foreign)[0]).toEqual(['made', theirs, 'generated']);
  expect(itemChanges(own)).toEqual([['moved', first, 'published']]);
});

test('a board that reconnects gets what it missed', async () => {
  const [first = 0, second = 0] = items;
  const before = await follow(partner);
  await move(first, 'review');
  await before.until(has(1));
  before.leave();
  await move(second, 'review');
  await move(first, 'ready');
  const after = await follow(partner, { process: 1, lastId: before.events.at(-1)?.id ?? '' });
  await after.until(has(2));
  expect(itemChanges(after)).toEqual([
    ['moved', second, 'review'],
    ['moved', first, 'ready'],
  ]);
});

test.each(['999999999', 'evt_7', '-1'])(
  'a board that comes back with %j of nowhere goes on from now',
  async (lastId) => {
    const board = await follow(partner, { lastId });
    const isAhead = lastId === '999999999';
    if (isAhead) await board.until((events) => events.some(({ event }) => event === 'resync'));
    const [first = 0] = items;
    await move(first, 'generated');
    await board.until((events) => events.some(({ event }) => event === 'moved'));
    expect(board.events.map(({ event }) => event)).toEqual(['ready', ...(isAhead ? ['resync'] : []), 'moved']);
  },
);

test('a stream ends with its key, and sends nothing more under it', async () => {
  const key = await createKey(partner.id);
  const board = await follow(partner, { key: key.text });
  await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', {
    params: { partner_id: partner.id, key_id: key.id },
  });
  // The key is checked again once a second has passed since the last check.
  const watcher = await follow(partner);
  for (const status of ['review', 'ready', 'published'] as const) {
    await move(items[0] ?? 0, status);
    await watcher.until((events) => events.at(-1)?.data.includes(`"kanban_status":"${status}"`) ?? false);
  }
  await board.ended;
});

test('a stream ends with the consent under which it was opened', async () => {
  const [first, second] = [await createOauthClient(partner.id), await createOauthClient(partner.id)];
  const person = await createUser(partner.id, 'viewer');
  const [{ access_token: key }, { access_token: doomed }] = [await signIn(first, person), await signIn(second, person)];
  const board = await follow(partner, { key: doomed });
  const consents = read(await request('GET /app/consents', { key }), page(consentResource).schema).data;
  const { id = 0 } = consents.find(({ attributes }) => attributes.client_id === second.clientId) ?? {};
  expect((await request('DELETE /app/consents/{id}', { key, params: { id } })).status).toBe(204);
  await board.ended;
});

/** What ends the access of a person at the console: asked for by another session of the person, or by an owner. */
const ENDS: [string, (person: Person, own: string, owner: string) => Promise<Reply>][] = [
  [
    'gets another role',
    (person, _own, owner) =>
      request('PATCH /app/users/{id}', { key: owner, params: { id: person.id }, body: { role: 'viewer' } }),
  ],
  ['is removed', (person, _own, owner) => request('DELETE /app/users/{id}', { key: owner, params: { id: person.id } })],
  ['signs out everywhere else', (_person, own) => request('DELETE /app/me/sessions', { key: own })],
  [
    'changes the password elsewhere',
    ({ password }, own) =>
      request('POST /app/me/password', {
        key: own,
        body: { current_password: password, new_password: crypto.randomUUID() },
      }),
  ],
];

test.each(ENDS)('the stream of a person ends who %s', async (_how, end) => {
  const [person, owner] = [await createUser(partner.id, 'editor'), await createUser(partner.id)];
  const { access_token: doomed } = await signInToConsole(person);
  const { access_token: own } = await signInToConsole(person);
  const { access_token: ownersKey } = await signInToConsole(owner);
  const board = await follow(partner, { key: doomed });
  expect((await end(person, own, ownersKey)).status).toBeLessThan(300);
  await board.ended;
});

test('wrong credentials get no stream', async () => {
  expectError(await request('GET /content-workflow/kanban/events', { key: null }), 'UNAUTHORIZED');
  expectError(await requestAsAdmin('GET /content-workflow/kanban/events'), 'FORBIDDEN');
});
