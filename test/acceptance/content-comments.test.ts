import { beforeAll, describe, expect, test } from '@jest/globals';
import { contentCommentResource } from '../../api/content-comments/area.ts';
import { contentItemDetailResource } from '../../api/content-items/resource.ts';
import { one, page } from '../../api/resource.ts';
import { expectError, type Reply, type RequestOptions, type RouteName, read, request } from '../environment/http.ts';
import { createUser, type Person, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { messageOf, startReceiver } from '../environment/receiver.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { createWebhook } from '../environment/webhooks.ts';

const LIST: RouteName = 'GET /content-workflow/content-items/{id}/comments';
const CREATE: RouteName = 'POST /content-workflow/content-items/{id}/comments';
const SHOW: RouteName = 'GET /content-workflow/content-items/{id}/comments/{comment}';
const CHANGE: RouteName = 'PATCH /content-workflow/content-items/{id}/comments/{comment}';
const REMOVE: RouteName = 'DELETE /content-workflow/content-items/{id}/comments/{comment}';
const NOTIFICATIONS: RouteName = 'GET /app/notifications';
const TEXT = '# Plan\n\nThe first part.\n\nThe second part.';

/** Whoever asks: a partner's key, or a person at the console. */
interface Caller {
  request(name: RouteName, options?: Partial<RequestOptions>): Promise<Reply>;
}

let partner: Partner;
let other: Partner;
let editor: Person & Caller;
let viewer: Person & Caller;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  [editor, viewer] = [await personOf('editor'), await personOf('viewer')];
});

async function personOf(role: 'editor' | 'viewer'): Promise<Person & Caller> {
  const person = await createUser(partner.id, role);
  const key = (await signInToConsole(person)).access_token;
  return { ...person, request: (name, options = {}) => request(name, { key, ...options }) };
}

async function newItem(by: Partner = partner, body = TEXT): Promise<number> {
  const reply = await by.request('POST /content-workflow/content-items', { body: { title: 'Plan', body } });
  return read(reply, one(contentItemDetailResource).schema).data.id;
}

const commentOn = (by: Caller, id: number, body: object = {}, headers: Record<string, string> = {}) =>
  by.request(CREATE, { params: { id }, body: { body: 'Well done.', ...body }, headers });
const change = (by: Caller, id: number, comment: number, body: object, headers: Record<string, string> = {}) =>
  by.request(CHANGE, { params: { id, comment }, body, headers });
const remove = (by: Caller, id: number, comment: number) => by.request(REMOVE, { params: { id, comment } });
const show = (by: Caller, id: number, comment: number) => by.request(SHOW, { params: { id, comment } });
const edit = (id: number, body: object) =>
  partner.request('PATCH /content-workflow/content-items/{id}', { params: { id }, body });

const commentIn = (reply: Reply) => read(reply, one(contentCommentResource).schema).data;
const idOf = (reply: Reply) => commentIn(reply).id;

async function listed(id: number, query: Record<string, string | number | boolean> = {}, by: Caller = partner) {
  return read(await by.request(LIST, { params: { id }, query }), page(contentCommentResource).schema);
}

async function openOf(id: number): Promise<number> {
  const { body } = await partner.request('GET /content-workflow/content-items/{id}', { params: { id } });
  return (body as { data: { attributes: { open_comment_count: number } } }).data.attributes.open_comment_count;
}

describe('a thread', () => {
  test('has replies of people and keys, in their order, and is resolved and reopened', async () => {
    const id = await newItem();
    const first = idOf(await commentOn(editor, id, { body: 'Is this *right*?' }));
    const reply = await commentOn(partner, id, { parent_id: first });
    expect(commentIn(reply).attributes).toMatchObject({
      parent_id: first,
      author: { kind: 'partner_key' },
      anchor: null,
    });
    const further = commentIn(await commentOn(editor, id, { parent_id: idOf(reply) }));
    expect(further.attributes.parent_id).toBe(first);
    const second = idOf(await commentOn(partner, id));
    const { data, meta } = await listed(id, {}, viewer);
    expect(data.map((comment) => comment.id)).toEqual([first, idOf(reply), further.id, second]);
    expect(meta.total).toBe(4);
    expect(data[0]?.attributes).toMatchObject({
      author: { kind: 'user', id: editor.id, name: 'Test' },
      body: 'Is this *right*?',
    });
    expect((await listed(id, { parent_id: first })).data.map((comment) => comment.id)).toEqual([
      idOf(reply),
      further.id,
    ]);
    expect(await openOf(id)).toBe(2);

    const resolved = commentIn(await change(partner, id, first, { resolved: true })).attributes;
    expect(resolved).toMatchObject({
      resolved_at: expect.any(String),
      resolved_by: expect.stringMatching(/^partner_key:/),
    });
    expect(await openOf(id)).toBe(1);
    expect((await listed(id, { resolved: true })).meta.total).toBe(3);
    expect((await listed(id, { resolved: false })).data.map((comment) => comment.id)).toEqual([second]);
    expect(commentIn(await change(editor, id, first, { resolved: true })).attributes).toEqual(resolved);
    expect(commentIn(await change(editor, id, first, { resolved: false })).attributes.resolved_at).toBeNull();
    expect(await openOf(id)).toBe(2);
    const refused = await change(editor, id, idOf(reply), { resolved: true });
    expect(Object.keys(expectError(refused, 'VALIDATION_ERROR'))).toEqual(['resolved']);
  });

  test('is read by cursor, each comment once', async () => {
    const id = await newItem();
    for (let n = 0; n < 5; n += 1) await commentOn(partner, id);
    const found: number[] = [];
    let cursor: string | null | undefined = 'begin';
    while (cursor) {
      const { data, meta } = await listed(id, { cursor, per_page: 2 });
      found.push(...data.map((comment) => comment.id));
      cursor = meta.next_cursor;
    }
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(new Set(found).size).toBe(5);
  });

  test('the same key twice makes one comment', async () => {
    const id = await newItem();
    const headers = { 'Idempotency-Key': `comment-${id}` };
    const [first, again] = [await commentOn(partner, id, {}, headers), await commentOn(partner, id, {}, headers)];
    expect(idOf(again)).toBe(idOf(first));
    expect((await listed(id)).meta.total).toBe(1);
  });

  test.each([
    [{ body: ' ' }, ['body']],
    [{ body: 'x'.repeat(5_001) }, ['body']],
    [{ mentions: Array.from({ length: 21 }, (_, n) => n + 1) }, ['mentions']],
    [{ anchor: { quote: 'The third part' } }, ['anchor.quote']],
    [{ anchor: { quote: 'The first part', start: 9 } }, ['anchor.quote']],
    [{ anchor: { quote: '', start: -1 } }, ['anchor.quote', 'anchor.start']],
  ])('refuses %j', async (body, fields) => {
    const reply = await commentOn(partner, await newItem(), body);
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR')).sort()).toEqual(fields);
  });

  test('stays on its item, which is the partner’s own and on the board', async () => {
    const [id, elsewhere] = [await newItem(), await newItem()];
    const comment = idOf(await commentOn(partner, id));
    const moved = await commentOn(partner, elsewhere, { parent_id: comment });
    expect(Object.keys(expectError(moved, 'VALIDATION_ERROR'))).toEqual(['parent_id']);
    expectError(await show(partner, elsewhere, comment), 'NOT_FOUND');
    expectError(await show(other, id, comment), 'FORBIDDEN');
    expectError(await commentOn(other, await newItem(other), { parent_id: comment }), 'FORBIDDEN');
    expectError(await commentOn(other, await newItem(other), { mentions: [editor.id] }), 'FORBIDDEN');
    await partner.request('DELETE /content-workflow/content-items/{id}', { params: { id } });
    expectError(await show(partner, id, comment), 'NOT_FOUND');
    expectError(await commentOn(partner, id), 'NOT_FOUND');
    await partner.request('POST /content-workflow/content-items/{id}/restore', { params: { id } });
    expect((await show(partner, id, comment)).status).toBe(200);
  });
});

describe('a comment', () => {
  test('is changed and deleted by its author only, and a viewer writes none', async () => {
    const id = await newItem();
    const comment = idOf(await commentOn(editor, id));
    expectError(await change(partner, id, comment, { body: 'Mine' }), 'FORBIDDEN');
    expectError(await remove(partner, id, comment), 'FORBIDDEN');
    expectError(await commentOn(viewer, id), 'FORBIDDEN');
    expectError(await change(viewer, id, comment, { resolved: true }), 'FORBIDDEN');
    const changed = commentIn(await change(editor, id, comment, { body: 'Better' })).attributes;
    expect(changed).toMatchObject({ body: 'Better', edited_at: expect.any(String) });
    expect(commentIn(await show(viewer, id, comment)).attributes).toEqual(changed);
    expect((await remove(editor, id, comment)).status).toBe(204);
    expectError(await remove(editor, id, comment), 'NOT_FOUND');
    expect(await openOf(id)).toBe(0);
  });

  test('with replies loses its words, and goes with the last of those', async () => {
    const id = await newItem();
    const first = idOf(await commentOn(editor, id, { body: 'Secret', mentions: [viewer.id] }));
    const reply = idOf(await commentOn(partner, id, { parent_id: first }));
    await remove(editor, id, first);
    expect(commentIn(await show(partner, id, first)).attributes).toMatchObject({
      body: '',
      mentions: [],
      deleted_at: expect.any(String),
    });
    expectError(await change(editor, id, first, { body: 'Again' }), 'CONFLICT');
    await remove(partner, id, reply);
    expect((await listed(id)).meta.total).toBe(0);
    expect(await openOf(id)).toBe(0);
  });

  test('is changed only as it was read', async () => {
    const id = await newItem();
    const comment = idOf(await commentOn(partner, id));
    const tag = (await show(partner, id, comment)).headers.get('etag') ?? '';
    const changes = await Promise.all(
      ['One', 'Two'].map((body) => change(partner, id, comment, { body }, { 'If-Match': tag })),
    );
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('that is answered while it is deleted keeps the answer, or leaves nothing to answer', async () => {
    const id = await newItem();
    const first = idOf(await commentOn(editor, id));
    const [reply, removal] = await Promise.all([
      commentOn(partner, id, { parent_id: first }),
      remove(editor, id, first),
    ]);
    expect(removal.status).toBe(204);
    expect([201, 404]).toContain(reply.status);
    expect((await listed(id)).meta.total).toBe(reply.status === 201 ? 2 : 0);
  });
});

describe('a passage', () => {
  const anchorOf = async (id: number, comment: number) => commentIn(await show(partner, id, comment)).attributes.anchor;
  const quote = 'The second part';

  test('is found where it is, and goes with the text until it is edited', async () => {
    const id = await newItem();
    const start = TEXT.indexOf(quote);
    const comment = idOf(await commentOn(partner, id, { anchor: { quote } }));
    expect(await anchorOf(id, comment)).toEqual({ quote, start, outdated: false });
    await edit(id, { body: TEXT.replace('# Plan', '# The whole plan').replace('first part.', 'first.') });
    expect(await anchorOf(id, comment)).toEqual({ quote, start: start + 5, outdated: false });
    await edit(id, { body: TEXT.replace('second', 'other') });
    expect(await anchorOf(id, comment)).toEqual({ quote, start: null, outdated: true });
    await edit(id, { body: TEXT });
    expect(await anchorOf(id, comment)).toEqual({ quote, start: null, outdated: true });
  });

  test('is one of the version that was read', async () => {
    const id = await newItem();
    const anchor = { quote, start: TEXT.indexOf(quote), version: 1 };
    expect((await commentOn(partner, id, { anchor })).status).toBe(201);
    await edit(id, { title: 'Another' });
    expectError(await commentOn(partner, id, { anchor }), 'CONFLICT');
    const comment = idOf(await commentOn(partner, id));
    const refused = await commentOn(partner, id, { anchor: { quote }, parent_id: comment });
    expect(Object.keys(expectError(refused, 'VALIDATION_ERROR'))).toEqual(['anchor']);
  });
});

const notifiedOf = async ({ request: ask }: Caller) =>
  ((await ask(NOTIFICATIONS)).body as { data: { attributes: object }[] }).data.map(({ attributes }) => attributes);

describe('a mention', () => {
  test('notifies each person once, and never the author', async () => {
    const id = await newItem();
    const before = [(await notifiedOf(editor)).length, (await notifiedOf(viewer)).length];
    const comment = idOf(await commentOn(editor, id, { mentions: [viewer.id, viewer.id, editor.id] }));
    await change(editor, id, comment, { body: 'Better', mentions: [editor.id, viewer.id] });
    const after = await notifiedOf(viewer);
    expect([(await notifiedOf(editor)).length, after.length]).toEqual([before[0], (before[1] ?? 0) + 1]);
    expect(after[0]).toMatchObject({
      kind: 'mention',
      record_type: 'content_item',
      record_id: String(id),
      title: 'Plan',
    });
  });
});

test('who works on the item and who wrote in the thread are notified of a comment, of a mention only once, and of their own never', async () => {
  const [assignee, writer] = [await personOf('viewer'), await personOf('editor')];
  const id = await newItem();
  await edit(id, { assignee_id: assignee.id });
  const first = idOf(await commentOn(writer, id));
  await commentOn(writer, id, { parent_id: first });
  await commentOn(editor, id, { parent_id: first, mentions: [assignee.id] });
  const kinds = async (of: Caller) => (await notifiedOf(of)).map((each) => (each as { kind: string }).kind);
  expect(await kinds(assignee)).toEqual(['mention', 'comment', 'comment', 'content_assigned']);
  expect(await kinds(writer)).toEqual(['comment']);
  expect((await notifiedOf(writer))[0]).toMatchObject({ record_type: 'content_item', record_id: String(id) });
  await commentOn(editor, id);
  expect(await kinds(writer)).toEqual(['comment']);
});

test('webhooks get each comment', async () => {
  await using receiver = await startReceiver();
  await createWebhook(partner, { url: receiver.url, events: ['content.commented'] });
  const id = await newItem();
  const comment = idOf(await commentOn(editor, id, { mentions: [viewer.id] }));
  const got = await waitUntil('the event', async () => receiver.received[0]);
  expect(messageOf(got)).toMatchObject({
    type: 'content.commented',
    data: {
      content_item_id: id,
      comment_id: comment,
      parent_id: null,
      author: { kind: 'user', id: editor.id },
      mentions: [viewer.id],
    },
  });
});
