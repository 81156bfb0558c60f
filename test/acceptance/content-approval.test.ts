import { beforeAll, describe, expect, test } from '@jest/globals';
import { contentItemDetailResource, contentSettingsResource } from '../../api/content-items/resource.ts';
import { one } from '../../api/resource.ts';
import type { Role } from '../../domain/kernel/permissions.ts';
import { expectError, type Reply, type RequestOptions, type RouteName, read, request } from '../environment/http.ts';
import { createUser, type Person, signInToConsole } from '../environment/oauth.ts';
import { createKey, createPartner, type Partner } from '../environment/partners.ts';
import { messageOf, startReceiver } from '../environment/receiver.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { createWebhook } from '../environment/webhooks.ts';

const CREATE: RouteName = 'POST /content-workflow/content-items';
const SHOW: RouteName = 'GET /content-workflow/content-items/{id}';
const EDIT: RouteName = 'PATCH /content-workflow/content-items/{id}';
const APPROVE: RouteName = 'POST /content-workflow/content-items/{id}/approve';
const WITHDRAW: RouteName = 'DELETE /content-workflow/content-items/{id}/approve';
const MOVE: RouteName = 'POST /content-workflow/kanban/{contentId}/status';
const MOVE_ALL: RouteName = 'POST /content-workflow/kanban/bulk-status';
const SETTINGS: RouteName = 'GET /app/content-settings';
const CHANGE_SETTINGS: RouteName = 'PATCH /app/content-settings';

/** Whoever asks: a partner's key, or a person at the console. */
interface Caller {
  request(name: RouteName, options?: Partial<RequestOptions>): Promise<Reply>;
}

let partner: Partner;
let owner: Person & Caller;
let editor: Person & Caller;
beforeAll(async () => {
  partner = await createPartner();
  [owner, editor] = [await personOf('owner'), await personOf('editor')];
  const reply = await owner.request(CHANGE_SETTINGS, { body: { requires_approval: true } });
  expect(settingsIn(reply)).toEqual({ requires_approval: true });
});

async function personOf(role: Role): Promise<Person & Caller> {
  const person = await createUser(partner.id, role);
  const key = (await signInToConsole(person)).access_token;
  return { ...person, request: (name, options = {}) => request(name, { key, ...options }) };
}

const settingsIn = (reply: Reply) => read(reply, one(contentSettingsResource).schema).data.attributes;
const itemIn = (reply: Reply) => read(reply, one(contentItemDetailResource).schema).data;
const create = (body: object = {}, by: Caller = partner) =>
  by.request(CREATE, { body: { title: 'Plan', body: 'A text.', ...body } });
const newItem = async (body: object = {}, by: Caller = partner) => itemIn(await create(body, by)).id;
const approve = (id: number, by: Caller = partner, body: object = {}) => by.request(APPROVE, { params: { id }, body });
const edit = (id: number, body: object, by: Caller = partner) => by.request(EDIT, { params: { id }, body });
const move = (contentId: number, status: string, by: Caller = partner) =>
  by.request(MOVE, { params: { contentId }, body: { status } });
const moveAll = (content_ids: number[], status: string) => partner.request(MOVE_ALL, { body: { content_ids, status } });
const attributesOf = async (id: number) => itemIn(await partner.request(SHOW, { params: { id } })).attributes;

describe('an item that is not approved', () => {
  test('moves to review, and neither to ready nor to published', async () => {
    const id = await newItem();
    expect((await move(id, 'review')).status).toBe(200);
    for (const status of ['ready', 'published']) expectError(await move(id, status), 'CONFLICT');
    expect(await attributesOf(id)).toMatchObject({ kanban_status: 'review', approved: false, approval: null });
  });

  test('keeps all others where they are, where many are moved', async () => {
    const [approved, missing] = [await newItem(), await newItem()];
    await approve(approved);
    expectError(await moveAll([approved, missing], 'ready'), 'CONFLICT');
    expect((await attributesOf(approved)).kanban_status).toBe('generated');
    expect((await moveAll([approved, missing], 'review')).body).toMatchObject({ meta: { moved: 2 } });
    await approve(missing);
    expect((await moveAll([approved, missing], 'ready')).body).toMatchObject({ meta: { moved: 2 } });
  });

  test('is not made there, and copies of what is there go to review', async () => {
    expectError(await create({ status: 'ready' }), 'CONFLICT');
    const id = await newItem();
    await approve(id);
    await move(id, 'published');
    const copy = await partner.request('POST /content-workflow/content-items/{id}/duplicate', { params: { id } });
    expect(itemIn(copy).attributes).toMatchObject({ kanban_status: 'review', approved: false });
    const bulk = { action: 'duplicate', content_ids: [id] };
    expect((await partner.request('POST /content-workflow/content-items/bulk', { body: bulk })).body).toMatchObject({
      data: [{ attributes: { kanban_status: 'review', approved: false } }],
    });
  });
});

describe('an approval', () => {
  test('is of a version, and an edit of title or text takes it back', async () => {
    const id = await newItem();
    expectError(await approve(id, partner, { version: 2 }), 'CONFLICT');
    const approved = itemIn(await approve(id, partner, { version: 1 })).attributes;
    expect(approved).toMatchObject({
      approved: true,
      approval: { version: 1, approved_by: expect.stringMatching(/^partner_key:/) },
    });
    await edit(id, { due_at: '2031-01-01T00:00:00Z', title: 'Plan' });
    expect(await attributesOf(id)).toMatchObject({ approved: true, approval: approved.approval });
    await move(id, 'ready');
    await edit(id, { title: 'Another plan' });
    expect(await attributesOf(id)).toMatchObject({ kanban_status: 'ready', approved: false, approval: null });
    expectError(await move(id, 'published'), 'CONFLICT');
    expect((await move(id, 'ready')).status).toBe(200);
    await approve(id);
    expect((await move(id, 'published')).status).toBe(200);
    const found = (query: object) =>
      partner.request('GET /content-workflow/content-items', { query: { status: 'published', ...query } });
    expect((await found({ approved: true })).text).toContain(`"id":${id},`);
    expect((await found({ approved: false })).text).not.toContain(`"id":${id},`);
  });

  test('can be taken back, once or more often', async () => {
    const id = await newItem();
    await approve(id);
    const withdraw = () => partner.request(WITHDRAW, { params: { id } });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 204]);
    expect((await attributesOf(id)).approved).toBe(false);
    expectError(await move(id, 'ready'), 'CONFLICT');
  });

  test('of two at once is the one of the first', async () => {
    const id = await newItem();
    const replies = await Promise.all([owner, editor, partner].map((by) => approve(id, by)));
    const approvals = replies.map((reply) => itemIn(reply).attributes.approval);
    expect(new Set(approvals.map((approval) => JSON.stringify(approval))).size).toBe(1);
  });

  test('beside an edit is of the text that was read, or not there', async () => {
    for (let n = 0; n < 5; n += 1) {
      const id = await newItem();
      const [approval, change] = await Promise.all([
        approve(id, owner, { version: 1 }),
        edit(id, { body: `Text ${n}.` }),
      ]);
      expect(change.status).toBe(200);
      expect([200, 409]).toContain(approval.status);
      expect(await attributesOf(id)).toMatchObject({ approved: false, version: 2 });
    }
  });

  test('holds for a move that an edit comes before', async () => {
    for (let n = 0; n < 5; n += 1) {
      const id = await newItem();
      await approve(id);
      const [moved] = await Promise.all([move(id, 'ready'), edit(id, { body: `Text ${n}.` })]);
      const { kanban_status } = await attributesOf(id);
      expect(kanban_status).toBe(moved.status === 200 ? 'ready' : 'generated');
    }
  });

  test('is for the reviewer, and for admins who have not written the text', async () => {
    const reviewer = await personOf('editor');
    const id = await newItem({ reviewer_id: reviewer.id }, owner);
    expectError(await approve(id, editor), 'FORBIDDEN');
    expectError(await approve(id, owner), 'FORBIDDEN');
    expectError(await approve(id, await personOf('viewer')), 'FORBIDDEN');
    expect((await approve(id, reviewer)).status).toBe(200);
    await edit(id, { body: 'Changed by the reviewer.' }, reviewer);
    expect((await approve(id, owner)).status).toBe(200);
    await edit(id, { body: 'Changed again.' }, reviewer);
    expect((await approve(id, reviewer)).status).toBe(200);
  });

  test('is an event for webhooks, once', async () => {
    await using receiver = await startReceiver();
    await createWebhook(partner, { url: receiver.url, events: ['content.approved'] });
    const id = await newItem();
    await Promise.all([approve(id, editor), approve(id, editor)]);
    const got = await waitUntil('the event', () => receiver.received[0]);
    expect(messageOf(got)).toMatchObject({
      type: 'content.approved',
      data: { content_item_id: id, version: 1, approved_by: `user:${editor.id}` },
    });
    expect(receiver.received).toHaveLength(1);
  });
});

test('people are notified of what others ask of them and approve, once, and not by a sandbox key', async () => {
  const [writer, reviewer] = [await personOf('editor'), await personOf('editor')];
  const notificationsOf = async ({ request: ask }: Caller) =>
    ((await ask('GET /app/notifications')).body as { data: { attributes: { kind: string; record_id: string } }[] }).data
      .map(({ attributes }) => `${attributes.kind} ${attributes.record_id}`)
      .toReversed();
  const id = await newItem({ assignee_id: writer.id, reviewer_id: reviewer.id }, writer);
  await edit(id, { title: 'Another plan', assignee_id: writer.id, reviewer_id: reviewer.id }, owner);
  expect(await notificationsOf(writer)).toEqual([]);
  await edit(id, { assignee_id: editor.id }, owner);
  await edit(id, { assignee_id: writer.id }, owner);
  await edit(id, { body: 'Written by an editor.' }, editor);
  await Promise.all([approve(id, reviewer), approve(id, reviewer)]);
  expect(await notificationsOf(writer)).toEqual([`content_assigned ${id}`, `content_approved ${id}`]);
  expect(await notificationsOf(reviewer)).toEqual([`review_requested ${id}`]);
  expect(await notificationsOf(editor)).toEqual([`content_assigned ${id}`, `content_approved ${id}`]);
  const alone = await personOf('owner');
  await approve(await newItem({}, alone), alone);
  expect(await notificationsOf(alone)).toEqual([]);
  const { text: key } = await createKey(partner.id, { sandbox: true });
  await request(EDIT, { key, params: { id }, body: { reviewer_id: writer.id } });
  expect(await notificationsOf(writer)).toHaveLength(2);
});

describe('the setting', () => {
  test('is off by default, and each partner’s own', async () => {
    const other = await createPartner();
    expect(settingsIn(await other.request(SETTINGS))).toEqual({ requires_approval: false });
    const reply = await other.request(CREATE, { body: { title: 'Plan', body: 'A text.', status: 'ready' } });
    expect(reply.status).toBe(201);
    expect(
      (await other.request(MOVE, { params: { contentId: itemIn(reply).id }, body: { status: 'published' } })).status,
    ).toBe(200);
  });

  test('is read by everybody, and changed by owners and admins as it was read', async () => {
    const shown = await (await personOf('viewer')).request(SETTINGS);
    expect(settingsIn(shown)).toEqual({ requires_approval: true });
    for (const by of [editor, partner]) {
      expectError(await by.request(CHANGE_SETTINGS, { body: { requires_approval: false } }), 'FORBIDDEN');
    }
    const headers = { 'If-Match': '"another"' };
    expectError(
      await owner.request(CHANGE_SETTINGS, { body: { requires_approval: false }, headers }),
      'PRECONDITION_FAILED',
    );
    const admin = await personOf('admin');
    expect(settingsIn(await admin.request(CHANGE_SETTINGS, { body: { requires_approval: true } }))).toEqual({
      requires_approval: true,
    });
  });
});
