import { beforeAll, describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { contentItemDetailResource, contentItemResource } from '../../api/content-items/resource.ts';
import { contentTagResource } from '../../api/content-items/tags.ts';
import { one, page } from '../../api/resource.ts';
import { rowsOf } from '../environment/database.ts';
import { FIRST_DAY, today } from '../environment/days.ts';
import { complete, executionOf } from '../environment/executions.ts';
import { expectError, open, type Reply, type RouteName, read, request } from '../environment/http.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { createKey, createPartner, type Partner, partnerWith } from '../environment/partners.ts';
import { readPdf, rolesIn } from '../environment/pdf.ts';

const CREATE: RouteName = 'POST /content-workflow/content-items';
const LIST: RouteName = 'GET /content-workflow/content-items';
const SHOW: RouteName = 'GET /content-workflow/content-items/{id}';
const EDIT: RouteName = 'PATCH /content-workflow/content-items/{id}';
const REMOVE: RouteName = 'DELETE /content-workflow/content-items/{id}';
const RESTORE: RouteName = 'POST /content-workflow/content-items/{id}/restore';
const DUPLICATE: RouteName = 'POST /content-workflow/content-items/{id}/duplicate';
const BULK: RouteName = 'POST /content-workflow/content-items/bulk';
const EXPORT: RouteName = 'GET /content-workflow/content-items/{id}/export';
const MARK: RouteName = 'PUT /content-workflow/content-items/{id}/favorite';
const UNMARK: RouteName = 'DELETE /content-workflow/content-items/{id}/favorite';
const TAGS: RouteName = 'GET /content-workflow/content-tags';
const ADD_TAG: RouteName = 'POST /content-workflow/content-tags';
const SHOW_TAG: RouteName = 'GET /content-workflow/content-tags/{id}';
const RENAME_TAG: RouteName = 'PATCH /content-workflow/content-tags/{id}';
const DELETE_TAG: RouteName = 'DELETE /content-workflow/content-tags/{id}';
const VERSIONS: RouteName = 'GET /content-workflow/content-items/{id}/versions';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const create = (by: Partner, body: object = {}, headers: Record<string, string> = {}) =>
  by.request(CREATE, { body: { title: 'Notes', body: '# Notes\n\nTwo *words*', ...body }, headers });

async function created(by: Partner, body: object = {}): Promise<number> {
  const reply = await create(by, body);
  expect(reply.status).toBe(201);
  return read(reply, one(contentItemDetailResource).schema).data.id;
}

const show = (by: Partner, id: number) => by.request(SHOW, { params: { id } });
const remove = (by: Partner, id: number) => by.request(REMOVE, { params: { id } });
const restore = (by: Partner, id: number) => by.request(RESTORE, { params: { id } });
const bulk = (by: Partner, action: string, content_ids: number[]) =>
  by.request(BULK, { body: { action, content_ids } });

type Query = Record<string, string | number | boolean>;

async function found(by: Partner, query: Query = {}): Promise<{ ids: number[]; total: number }> {
  const reply = await by.request(LIST, { query });
  const { data, meta } = read(reply, page(contentItemResource).schema);
  return { ids: data.map(({ id }) => id), total: meta.total };
}

async function countsOf(by: Partner): Promise<Record<string, number>> {
  const { data } = (await by.request('GET /content-workflow/kanban')).body as {
    data: { columns: Record<string, { count: number }> };
  };
  return Object.fromEntries(Object.entries(data.columns).map(([status, { count }]) => [status, count]));
}

const idOf = (reply: Reply) => read(reply, one(contentItemDetailResource).schema).data.id;

describe('POST /content-workflow/content-items', () => {
  test('puts a text on the board, with its first version and without credits', async () => {
    const own = await createPartner();
    const before = await rowsOf(own.id);
    const reply = await create(own, { content_type: 'blog_post', status: 'review' });
    const { data } = read(reply, one(contentItemDetailResource).schema);
    expect(data.attributes).toMatchObject({
      title: 'Notes',
      content_type: 'blog_post',
      kanban_status: 'review',
      body: '# Notes\n\nTwo *words*',
      preview: 'Notes Two words',
      word_count: 3,
      version: 1,
      execution_id: null,
      sandbox: false,
    });
    expect(await countsOf(own)).toEqual({ generated: 0, review: 1, ready: 0, published: 0 });
    const versions = await own.request(VERSIONS, { params: { id: data.id } });
    expect(versions.body).toMatchObject({ data: [{ id: 1 }], meta: { total: 1 } });
    expect((await rowsOf(own.id))['credit_entry']).toBe(before['credit_entry']);
  });

  test('the same key twice makes one', async () => {
    const own = await createPartner();
    const headers = { 'Idempotency-Key': 'by-hand' };
    const [first, again] = [await create(own, {}, headers), await create(own, {}, headers)];
    expect(idOf(again)).toBe(idOf(first));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await found(own)).total).toBe(1);
  });

  test('texts of sandbox keys are marked', async () => {
    const own = await createPartner();
    const sandbox = partnerWith(own.id, await createKey(own.id, { sandbox: true }));
    const id = await created(sandbox);
    expect((await found(own, { sandbox: true })).ids).toEqual([id]);
    expect(await found(own, { sandbox: false })).toEqual({ ids: [], total: 0 });
  });

  test.each([
    [{ title: undefined }, ['title']],
    [{ title: '', body: ' ' }, ['title', 'body']],
    [{ title: 'x'.repeat(301) }, ['title']],
    [{ body: 'x'.repeat(200_001) }, ['body']],
    [{ status: 'done', content_type: 'poem' }, ['content_type', 'status']],
  ])('refuses %j', async (body, fields) => {
    expect(Object.keys(expectError(await create(partner, body), 'VALIDATION_ERROR')).sort()).toEqual(fields.toSorted());
  });
});

describe('GET /content-workflow/content-items', () => {
  test('finds by words, column, type, day and execution, without texts', async () => {
    const own = await createPartner();
    const execution = await complete(own, 'blog_post', { settings: { topic: 'Zebras' } });
    const [made] = execution.attributes.generated_assets;
    const spring = await created(own, { title: 'Frühling in Łódź', content_type: 'email_draft' });
    const ready = await created(own, { title: 'Launch in spring', status: 'ready' });
    const all = [ready, spring, made?.id];
    expect(await found(own)).toEqual({ ids: all, total: 3 });
    expect(await found(own, { q: 'lodz fruh' })).toEqual({ ids: [spring], total: 1 });
    expect(await found(own, { q: 'spring', status: 'generated' })).toEqual({ ids: [], total: 0 });
    expect(await found(own, { status: 'ready' })).toEqual({ ids: [ready], total: 1 });
    expect(await found(own, { type: 'email_draft' })).toEqual({ ids: [spring], total: 1 });
    expect(await found(own, { execution_id: execution.id })).toEqual({ ids: [made?.id], total: 1 });
    expect(await found(own, { from: FIRST_DAY, to: today(), per_page: 2 })).toEqual({ ids: all.slice(0, 2), total: 3 });
    expect(await found(own, { to: '2000-01-01' })).toEqual({ ids: [], total: 0 });
    const { data } = (await own.request(LIST)).body as { data: { attributes: object }[] };
    for (const { attributes } of data) expect(attributes).not.toHaveProperty('body');
  });

  test('an execution that is named is the caller’s own', async () => {
    const { id } = await complete(other, 'blog_post', { settings: { topic: 'Zebras' } });
    const named = (execution_id: number) => partner.request(LIST, { query: { execution_id } });
    expectError(await named(id), 'FORBIDDEN');
    expectError(await named(999_999_999), 'NOT_FOUND');
  });
});

describe('who works on an item', () => {
  const edit = (by: Partner, id: number, body: object) => by.request(EDIT, { params: { id }, body });
  const due_at = '2031-03-01T12:00:00.000Z';

  test('is given when it is made or later, without a new version, and lists are filtered by it', async () => {
    const own = await createPartner();
    const [writer, reviewer] = [await createUser(own.id, 'viewer'), await createUser(own.id, 'editor')];
    const plan = { assignee_id: writer.id, reviewer_id: reviewer.id, due_at: '2031-03-01T13:00:00+01:00' };
    const made = await created(own, plan);
    const later = await created(own);
    expect((await edit(own, later, { due_at })).body).toMatchObject({
      data: { attributes: { assignee_id: null, reviewer_id: null, due_at, version: 1 } },
    });
    await edit(own, later, { reviewer_id: reviewer.id });
    expect((await found(own, { assignee_id: writer.id })).ids).toEqual([made]);
    expect(await found(own, { reviewer_id: reviewer.id })).toEqual({ ids: [later, made], total: 2 });
    expect((await found(own, { due_before: due_at })).ids).toEqual([]);
    expect((await found(own, { due_before: '2031-03-01T12:00:00.001Z' })).ids).toEqual([later, made]);
    const { data } = (await own.request('GET /content-workflow/kanban')).body as {
      data: { columns: { generated: { items: { attributes: object }[] } } };
    };
    expect(data.columns.generated.items[1]?.attributes).toMatchObject({ ...plan, due_at });
    expect((await edit(own, made, { assignee_id: null, due_at: null })).body).toMatchObject({
      data: { attributes: { assignee_id: null, reviewer_id: reviewer.id, due_at: null } },
    });
    const copy = await own.request(DUPLICATE, { params: { id: later } });
    expect(copy.body).toMatchObject({ data: { attributes: { assignee_id: null, reviewer_id: null, due_at: null } } });
  });

  test('is somebody of the team, and a reviewer somebody who may change content', async () => {
    const [viewer, stranger] = [await createUser(partner.id, 'viewer'), await createUser(other.id)];
    const id = await created(partner);
    const refused = await edit(partner, id, { reviewer_id: viewer.id });
    expect(Object.keys(expectError(refused, 'VALIDATION_ERROR'))).toEqual(['reviewer_id']);
    expectError(await edit(partner, id, { assignee_id: stranger.id }), 'FORBIDDEN');
    expectError(await create(partner, { reviewer_id: 999_999_999 }), 'NOT_FOUND');
    expectError(await partner.request(LIST, { query: { assignee_id: stranger.id } }), 'FORBIDDEN');
  });

  test('is nobody once that person has left the team', async () => {
    const own = await createPartner();
    const leaving = await createUser(own.id, 'admin');
    const key = (await signInToConsole(await createUser(own.id))).access_token;
    const id = await created(own, { assignee_id: leaving.id, reviewer_id: leaving.id });
    const [removal] = await Promise.all([
      request('DELETE /app/users/{id}', { key, params: { id: leaving.id } }),
      edit(own, id, { assignee_id: leaving.id }),
    ]);
    expect(removal.status).toBe(204);
    expect((await show(own, id)).body).toMatchObject({
      data: { attributes: { assignee_id: null, reviewer_id: null } },
    });
    expectError(await edit(own, id, { reviewer_id: leaving.id }), 'NOT_FOUND');
  });
});

describe('the trash', () => {
  test('takes an item from the board, and gives it back to its column', async () => {
    const own = await createPartner();
    const id = await created(own, { status: 'ready' });
    expect((await remove(own, id)).status).toBe(204);
    expectError(await show(own, id), 'NOT_FOUND');
    expectError(await remove(own, id), 'NOT_FOUND');
    expectError(await own.request(EDIT, { params: { id }, body: { title: 'Later' } }), 'NOT_FOUND');
    expect(await found(own)).toEqual({ ids: [], total: 0 });
    expect(await found(own, { trash: true, q: 'notes' })).toEqual({ ids: [id], total: 1 });
    expect(await countsOf(own)).toMatchObject({ ready: 0 });
    const listed = (await own.request(LIST, { query: { trash: true } })).body as { data: object[] };
    expect(listed.data[0]).toMatchObject({ attributes: { kanban_status: 'ready', deleted_at: expect.any(String) } });
    expect(listed.data[0]).not.toHaveProperty('links');

    for (const reply of [await restore(own, id), await restore(own, id)]) {
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ data: { id, attributes: { kanban_status: 'ready' } } });
    }
    expect(await found(own)).toEqual({ ids: [id], total: 1 });
    expect(await countsOf(own)).toMatchObject({ ready: 1 });
  });

  test('of deletions at once one deletes', async () => {
    const own = await createPartner();
    const id = await created(own);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => remove(own, id)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 404, 404, 404, 404, 404]);
    expect(await countsOf(own)).toMatchObject({ generated: 0 });
  });

  test('executions go on pointing at what is in it', async () => {
    const own = await createPartner();
    const { id, attributes } = await complete(own, 'blog_post', { settings: { topic: 'Zebras' } });
    const item = attributes.generated_assets[0]?.id ?? 0;
    await remove(own, item);
    const [asset] = (await executionOf(own, id)).attributes.generated_assets;
    expect(asset).toMatchObject({ id: item, attributes: { deleted_at: expect.any(String) } });
  });

  test('is the partner’s own', async () => {
    const id = await created(other);
    expectError(await remove(partner, id), 'FORBIDDEN');
    await remove(other, id);
    expectError(await restore(partner, id), 'FORBIDDEN');
    expect((await bulk(partner, 'restore', [id])).body).toMatchObject({
      data: [],
      meta: { changed: 0, not_found: [id] },
    });
    expect((await found(other, { trash: true })).ids).toEqual([id]);
  });
});

describe('POST /content-workflow/content-items/{id}/duplicate', () => {
  test('copies an item with its text into its column', async () => {
    const own = await createPartner();
    const id = await created(own, { title: 'x'.repeat(300), status: 'review' });
    const reply = await own.request(DUPLICATE, { params: { id } });
    expect(reply.status).toBe(201);
    const { data } = read(reply, one(contentItemDetailResource).schema);
    expect(data.id).not.toBe(id);
    expect(data.attributes).toMatchObject({
      title: `${'x'.repeat(293)} (copy)`,
      body: '# Notes\n\nTwo *words*',
      kanban_status: 'review',
      version: 1,
      execution_id: null,
    });
    const versions = await own.request(VERSIONS, { params: { id: data.id } });
    expect(versions.body).toMatchObject({ data: [{ id: 1 }], meta: { total: 1 } });
  });
});

describe('GET /content-workflow/content-items/{id}/export', () => {
  const TEXT = `# Plan

A **bold** *word*, a [link](https://example.com/a?b=1&c=2), a [trap](javascript:alert(1)) and <script>alert(1)</script>.

1. One
   - Inner
2. Two

| Name | Price |
| ---- | ----- |
| Pen  | 3 €   |
`;
  const file = (by: Partner, id: number, format?: string) =>
    by.request(EXPORT, { params: { id }, query: format === undefined ? {} : { format } });

  test('gives the text as it is written', async () => {
    const id = await created(partner, { body: TEXT });
    const reply = await file(partner, id);
    expect(reply.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="content-item-${id}.md"`);
    expect(reply.text).toBe(TEXT.trim());
  });

  test('gives a page without what a browser would run', async () => {
    const id = await created(partner, { title: 'A <b>plan</b>', body: TEXT });
    const { headers, text } = await file(partner, id, 'html');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<title>A &lt;b&gt;plan&lt;/b&gt;</title>');
    expect(text).toContain('<a href="https://example.com/a?b=1&amp;c=2">link</a>');
    expect(text).toContain('<td>3 €</td>');
    expect(text).not.toMatch(/<script|href="javascript/);
  });

  test('gives a Word document that others read', async () => {
    const id = await created(partner, { body: TEXT });
    const path = `/api/v1/content-workflow/content-items/${id}/export?format=docx`;
    const response = await open('GET', path, { key: partner.key.text });
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="content-item-${id}.docx"`);
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await response.arrayBuffer()) });
    expect(value).toContain('<h1>Plan</h1>');
    expect(value).toContain('<strong>bold</strong> <em>word</em>');
    expect(value).toContain('<a href="https://example.com/a?b=1&amp;c=2">link</a>');
    expect(value).toContain('<ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol>');
    expect(value).toContain('<td><p>3 €</p></td>');
    expect(value).not.toContain('javascript');
  });

  test('gives a Word document without characters that XML has no place for', async () => {
    const body =
      '# A\u{1}B\n\n| C\uFFFED |\n|---|\n| `E\uFFFFF` |\n\n[G\u{B}H](https://example.com/\uFFFF) 😀\u{1FFFF}';
    const id = await created(partner, { title: 'A\uFFFFplan', body });
    const path = `/api/v1/content-workflow/content-items/${id}/export?format=docx`;
    const response = await open('GET', path, { key: partner.key.text });
    const parts = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const texts = Object.entries(parts).filter(([name]) => /\.(xml|rels)$/.test(name));
    expect(texts.map(([name]) => name)).toEqual(expect.arrayContaining(['word/document.xml', 'docProps/core.xml']));
    const allowed = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
    for (const [, bytes] of texts) expect(strFromU8(bytes)).toMatch(allowed);
    expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toContain('😀\u{1FFFF}');
  });

  test('gives a PDF file with the structure of the text', async () => {
    const id = await created(partner, { title: 'A plan', body: TEXT });
    const path = `/api/v1/content-workflow/content-items/${id}/export?format=pdf`;
    const response = await open('GET', path, { key: partner.key.text });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { pages, structure, title } = await readPdf(Buffer.from(await response.arrayBuffer()));
    expect(title).toBe('A plan');
    expect(structure.flatMap(rolesIn)).toEqual(expect.arrayContaining(['H1', 'P']));
    const [text = ''] = pages;
    expect(text).toMatch(
      /Plan\n[\s\S]*link \(https:\/\/example\.com\/a\?b=1&c=2\)[\s\S]*1\. One\n• Inner\n2\. Two[\s\S]*3 €\n1 \/ 1$/,
    );
    expect(text).not.toContain('javascript');
  });

  test.each(['html', 'docx', 'pdf'])(
    'a text that is made to take long does not become %s, and the others do',
    async (format) => {
      const trap = await created(partner, { body: `${'> '.repeat(50_000)}x` });
      const [refused, made] = await Promise.all([
        file(partner, trap, format),
        file(other, await created(other), format),
      ]);
      expect(Object.keys(expectError(refused, 'VALIDATION_ERROR'))).toEqual(['format']);
      expect(made.status).toBe(200);
      expect((await file(partner, trap, 'markdown')).status).toBe(200);
    },
  );

  test('knows no other format', async () => {
    const id = await created(partner);
    expect(Object.keys(expectError(await file(partner, id, 'exe'), 'VALIDATION_ERROR'))).toEqual(['format']);
  });
});

describe('POST /content-workflow/content-items/bulk', () => {
  test('deletes, restores and copies, and names what the action does not apply to', async () => {
    const own = await createPartner();
    const [first = 0, second = 0, third = 0] = [await created(own), await created(own), await created(own)];
    const foreign = await created(other);
    const deleted = await bulk(own, 'delete', [second, first, first, foreign, 999_999_999]);
    expect(deleted.body).toMatchObject({
      data: [{ id: first }, { id: second }],
      meta: { requested: 4, changed: 2, not_found: [foreign, 999_999_999] },
    });
    expect((await found(own)).ids).toEqual([third]);
    expect((await bulk(own, 'restore', [first, third])).body).toMatchObject({
      data: [{ id: first }],
      meta: { requested: 2, changed: 1, not_found: [third] },
    });
    const copied = await bulk(own, 'duplicate', [third, second, first]);
    expect(copied.body).toMatchObject({ meta: { requested: 3, changed: 2, not_found: [second] } });
    expect((await found(own)).total).toBe(4);
    expect((await found(other, { q: 'notes' })).ids).toContain(foreign);
  });

  test('takes a hundred, and no more', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => 900_000_000 + index);
    expect((await bulk(partner, 'delete', ids.slice(1))).body).toMatchObject({ meta: { requested: 100, changed: 0 } });
    expect(Object.keys(expectError(await bulk(partner, 'delete', ids), 'VALIDATION_ERROR'))).toEqual(['content_ids']);
  });
});

test('a person at the console marks an item, and its tag and its text stay', async () => {
  const own = await createPartner();
  const { access_token: key } = await signInToConsole(await createUser(own.id, 'viewer'));
  const id = await created(own);
  const before = await request(SHOW, { key, params: { id } });
  const tag = before.headers.get('etag') ?? '';
  for (const _ of [1, 2]) {
    const marked = await request(MARK, { key, params: { id }, headers: { 'If-Match': tag } });
    expect(marked).toMatchObject({ status: 200, body: { data: { id, attributes: { favorite: true, version: 1 } } } });
    expect(marked.headers.get('etag')).toBe(tag);
  }
  const listed = await request(LIST, { key, query: { favorite: true, q: 'not' } });
  expect(listed.body).toMatchObject({ data: [{ id, attributes: { favorite: true } }], meta: { total: 1 } });
  expect((await show(own, id)).body).toMatchObject({ data: { attributes: { favorite: false } } });
  expectError(await own.request(MARK, { params: { id } }), 'FORBIDDEN');
  for (const _ of [1, 2]) expect((await request(UNMARK, { key, params: { id } })).status).toBe(204);
  expect((await request(LIST, { key, query: { favorite: true } })).body).toMatchObject({ data: [] });
});

test('tags are made with an item or alone, found, renamed and deleted; an edit with an old entity tag changes none', async () => {
  const own = await createPartner();
  const made = await create(own, { tags: ['Spring', 'Éclair'] });
  const { id } = read(made, one(contentItemDetailResource).schema).data;
  const tagsOf = async () => read(await show(own, id), one(contentItemDetailResource).schema).data.attributes.tags;
  expect(await tagsOf()).toEqual(['Éclair', 'Spring']);
  const edit = (tags: string[], tag: string) =>
    own.request(EDIT, { params: { id }, body: { tags }, headers: { 'If-Match': tag } });
  const before = made.headers.get('etag') ?? '';
  const edited = await edit(['spring', 'Launch'], before);
  expect(edited.body).toMatchObject({ data: { attributes: { tags: ['Launch', 'Spring'], version: 1 } } });
  expect(edited.headers.get('etag')).not.toBe(before);
  expectError(await edit([], before), 'PRECONDITION_FAILED');
  expect(await found(own, { tag: 'SPRING,launch', q: 'not' })).toEqual({ ids: [id], total: 1 });
  expect(await found(own, { tag: 'Spring,Eclair' })).toEqual({ ids: [], total: 0 });
  expectError(await own.request(LIST, { query: { tag: 'a,b,c,d,e,f' } }), 'VALIDATION_ERROR');
  const board = await own.request('GET /content-workflow/kanban');
  const card = { id, attributes: { tags: ['Launch', 'Spring'] } };
  expect(board.body).toMatchObject({ data: { columns: { generated: { items: [card] } } } });

  const added = await own.request(ADD_TAG, { body: { name: 'Autumn' } });
  expect(added).toMatchObject({
    status: 201,
    body: { data: { attributes: { name: 'Autumn', content_item_count: 0 } } },
  });
  expectError(await own.request(ADD_TAG, { body: { name: ' aütumn ' } }), 'CONFLICT');
  const listed = await own.request(TAGS, { query: { q: 'spr' } });
  expect(listed.body).toMatchObject({
    data: [{ attributes: { name: 'Spring', content_item_count: 1 } }],
    meta: { total: 1 },
  });
  const { id: tag } = read(listed, page(contentTagResource).schema).data[0] ?? { id: 0 };
  expectError(await own.request(RENAME_TAG, { params: { id: tag }, body: { name: 'LAUNCH' } }), 'CONFLICT');
  expect((await own.request(RENAME_TAG, { params: { id: tag }, body: { name: 'Summer' } })).status).toBe(200);
  expect((await own.request(SHOW_TAG, { params: { id: tag } })).body).toMatchObject({
    data: { attributes: { name: 'Summer' } },
  });
  expect(await tagsOf()).toEqual(['Launch', 'Summer']);
  expect((await own.request(DELETE_TAG, { params: { id: tag } })).status).toBe(204);
  expect(await tagsOf()).toEqual(['Launch']);
});
