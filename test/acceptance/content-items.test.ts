import { beforeAll, describe, expect, test } from '@jest/globals';
import { kanbanBoard } from '../../api/content-items/resource.ts';
import { one } from '../../api/resource.ts';
import { rowsOf } from '../environment/database.ts';
import { FIRST_DAY, today } from '../environment/days.ts';
import { complete, contentItemOf } from '../environment/executions.ts';
import { expectError, type Reply, type RequestOptions, read } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const TOPIC = 'Observability for small teams';
const STATUSES = ['generated', 'review', 'ready', 'published'] as const;

let partner: Partner;
let other: Partner;
let execution: number;
/** Ten social posts, oldest first. */
let items: number[];
let foreign: number;

beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  [
    { id: execution, items },
    {
      items: [foreign = 0],
    },
  ] = await Promise.all([tenPosts(partner), tenPosts(other)]);
});

async function tenPosts(from: Partner): Promise<{ id: number; items: number[] }> {
  const settings = { topic: TOPIC, post_count: 10 };
  const { id, attributes } = await complete(from, 'social_post_set', { settings });
  return { id, items: attributes.generated_assets.map((asset) => asset.id) };
}

interface Columns {
  ids: Record<string, number[]>;
  counts: Record<string, number>;
}

async function board(from: Partner, query: NonNullable<RequestOptions['query']> = {}): Promise<Columns> {
  const reply = await from.request('GET /content-workflow/kanban', { query });
  const { columns } = read(reply, one(kanbanBoard).schema).data;
  return {
    ids: Object.fromEntries(STATUSES.map((status) => [status, columns[status].items.map((item) => item.id)])),
    counts: Object.fromEntries(STATUSES.map((status) => [status, columns[status].count])),
  };
}

function move(from: Partner, contentId: number | string, status: unknown): Promise<Reply> {
  return from.request('POST /content-workflow/kanban/{contentId}/status', { params: { contentId }, body: { status } });
}

function bulk(from: Partner, content_ids: unknown, status: unknown): Promise<Reply> {
  return from.request('POST /content-workflow/kanban/bulk-status', { body: { content_ids, status } });
}

describe('GET /content-workflow/kanban', () => {
  test('shows the four columns with labels, items and counts', async () => {
    const reply = await other.request('GET /content-workflow/kanban');
    expect(reply.body).toMatchObject({
      data: {
        columns: {
          generated: { label: 'Generated', count: 10 },
          review: { label: 'In Review', items: [], count: 0 },
          ready: { label: 'Ready', items: [], count: 0 },
          published: { label: 'Published', items: [], count: 0 },
        },
        valid_statuses: [...STATUSES],
      },
    });
  });

  test('keeps to execution, content type and days; newest first', async () => {
    const filtered = await createPartner();
    const posts = await tenPosts(filtered);
    const blog = await complete(filtered, 'blog_post', { settings: { topic: TOPIC } });
    const blogItem = blog.attributes.generated_assets[0]?.id;
    const newestFirst = posts.items.toSorted((a, b) => b - a);
    expect((await board(filtered)).ids['generated']).toEqual([blogItem, ...newestFirst]);
    expect((await board(filtered, { execution_id: posts.id })).ids['generated']).toEqual(newestFirst);
    expect((await board(filtered, { content_type: 'blog_post' })).ids['generated']).toEqual([blogItem]);
    expect((await board(filtered, { content_type: 'email_draft' })).counts['generated']).toBe(0);
    expect((await board(filtered, { from: FIRST_DAY, to: today() })).counts['generated']).toBe(11);
    expect((await board(filtered, { to: '2000-01-01' })).counts['generated']).toBe(0);
    expect((await board(filtered, { from: '2999-01-01' })).counts['generated']).toBe(0);
  });

  test('an execution that is named answers like one in a path: 404 where there is none, 403 where it is another partner’s', async () => {
    const named = (execution_id: number) => other.request('GET /content-workflow/kanban', { query: { execution_id } });
    expectError(await named(execution), 'FORBIDDEN');
    expectError(await named(999_999_999), 'NOT_FOUND');
  });

  test('pages the columns, with the true count', async () => {
    const second = await board(other, { per_page: 4, page: 3 });
    expect(second.ids['generated']).toHaveLength(2);
    expect(second.counts['generated']).toBe(10);
    expect((await board(other, { per_page: 4, page: 4 })).ids['generated']).toEqual([]);
  });

  test('shows the newest 100 of a fuller column', async () => {
    const busy = await createPartner();
    const sets = await Promise.all(Array.from({ length: 11 }, () => tenPosts(busy)));
    const all = sets.flatMap((set) => set.items).sort((a, b) => b - a);
    const { ids, counts } = await board(busy);
    expect(counts['generated']).toBe(110);
    expect(ids['generated']).toEqual(all.slice(0, 100));
    expect((await board(busy, { page: 2 })).ids['generated']).toEqual(all.slice(100));

    const hundred = await bulk(busy, all.slice(0, 100), 'ready');
    expect(hundred.body).toMatchObject({ meta: { requested: 100, moved: 100, not_found: [] } });
    expect(Object.keys(expectError(await bulk(busy, all.slice(0, 101), 'ready'), 'VALIDATION_ERROR'))).toEqual([
      'content_ids',
    ]);
    expect((await board(busy)).counts).toEqual({ generated: 10, review: 0, ready: 100, published: 0 });
  });

  test.each([
    ['content_type', 'poem'],
    ['execution_id', 'x'],
    ['from', '2026-02-29'],
    ['per_page', '101'],
    ['page', '0'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await partner.request('GET /content-workflow/kanban', { query: { [name]: value } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([name]);
  });
});

describe('POST /content-workflow/kanban/{contentId}/status', () => {
  test('moves an item from any column to any other', async () => {
    const [item = 0] = items;
    let previous = 'generated';
    for (const status of ['published', 'review', 'ready', 'generated', 'generated']) {
      const reply = await move(partner, item, status);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        data: { type: 'content_item', id: item, attributes: { kanban_status: status } },
        meta: { previous_status: previous },
      });
      previous = status;
    }
  });

  test('refuses unknown statuses, another partner’s items and items that do not exist', async () => {
    const [item = 0] = items;
    expect(Object.keys(expectError(await move(partner, item, 'done'), 'VALIDATION_ERROR'))).toEqual(['status']);
    expect(Object.keys(expectError(await move(partner, item, undefined), 'VALIDATION_ERROR'))).toEqual(['status']);
    expectError(await move(partner, foreign, 'ready'), 'FORBIDDEN');
    expectError(await move(partner, 999_999_999, 'ready'), 'NOT_FOUND');
    expect((await contentItemOf(other, foreign)).kanban_status).toBe('generated');
  });
});

describe('POST /content-workflow/kanban/bulk-status', () => {
  test('moves the partner’s own and reports the others as not found', async () => {
    const own = items.slice(1, 4);
    const reply = await bulk(partner, [...own, foreign, 999_999_999, own[0]], 'ready');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      data: own.map((id) => ({ id, attributes: { kanban_status: 'ready' } })),
      meta: { requested: 5, moved: 3, not_found: [foreign, 999_999_999] },
    });
    expect((await contentItemOf(other, foreign)).kanban_status).toBe('generated');
  });

  test.each([
    ['no ids', [], 'ready', ['content_ids']],
    ['ids that are no integers', [1.5, 'x', -1], 'ready', ['content_ids.0', 'content_ids.1', 'content_ids.2']],
    ['an id beyond 53 bits', [2 ** 53], 'ready', ['content_ids.0']],
    ['nothing', undefined, undefined, ['content_ids', 'status']],
    ['an unknown status', [1], 'done', ['status']],
  ])('refuses %s', async (_what, ids, status, fields) => {
    const before = await rowsOf(partner.id);
    expect(Object.keys(expectError(await bulk(partner, ids, status), 'VALIDATION_ERROR')).sort()).toEqual(fields);
    expect(await rowsOf(partner.id)).toEqual(before);
  });
});

describe('content items', () => {
  const item = 'GET /content-workflow/content-items/{id}';
  const versions = 'GET /content-workflow/content-items/{id}/versions';
  const version = 'GET /content-workflow/content-items/{id}/versions/{version}';
  const change = 'PATCH /content-workflow/content-items/{id}';

  test('have their full text as Markdown and as plain text', async () => {
    const id = items[5] ?? 0;
    const reply = await partner.request(item, { params: { id } });
    expect(reply.body).toMatchObject({
      data: {
        type: 'content_item',
        id,
        attributes: {
          title: expect.stringMatching(/\S/),
          content_type: 'social_post',
          kanban_status: 'generated',
          preview: expect.stringMatching(/\S/),
          word_count: expect.any(Number),
          execution_id: execution,
          step: expect.stringMatching(/\S/),
          version: 1,
          body: expect.stringMatching(/\S/),
          body_text: expect.stringMatching(/\S/),
        },
      },
    });
  });

  test('are changed in versions, and a change on an old version is refused', async () => {
    const id = items[6] ?? 0;
    const before = await contentItemOf(partner, id);
    const untouched = await partner.request(versions, { params: { id } });
    expect(untouched.body).toMatchObject({ data: [{ id: 1, attributes: { body: before.body } }], meta: { total: 1 } });

    const body = { body: '# Heading\n\nFour **new** words here.', version: 1 };
    const edited = await partner.request(change, { params: { id }, body });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({
      data: { attributes: { title: before.title, version: 2, body: body.body, word_count: 5 } },
    });
    expect(await contentItemOf(partner, id)).toMatchObject({ body_text: expect.not.stringContaining('**') });

    expectError(await partner.request(change, { params: { id }, body }), 'CONFLICT');
    const titled = await partner.request(change, { params: { id }, body: { title: 'A new title' } });
    expect(titled.body).toMatchObject({ data: { attributes: { title: 'A new title', version: 3, body: body.body } } });

    const same = { title: 'A new title', body: body.body };
    expect((await partner.request(change, { params: { id }, body: same })).body).toEqual(titled.body);

    const all = await partner.request(versions, { params: { id } });
    expect(all.body).toMatchObject({
      data: [
        { type: 'content_item_version', id: 3, attributes: { title: 'A new title', body: body.body } },
        { id: 2, attributes: { title: before.title, body: body.body, edited_by: `partner_key:${partner.key.id}` } },
        { id: 1, attributes: { title: before.title, body: before.body, edited_by: 'execution' } },
      ],
      meta: { total: 3, page: 1, per_page: 20, total_pages: 1 },
    });
    const page = await partner.request(versions, { params: { id }, query: { per_page: 2, page: 2 } });
    expect(page.body).toMatchObject({ data: [{ id: 1 }], meta: { total: 3, total_pages: 2 } });
    const past = await partner.request(versions, { params: { id }, query: { page: 7 } });
    expect(past.body).toMatchObject({ data: [], meta: { total: 3 } });

    // The last one is more than the column can hold.
    for (const number of [0, 4, Number.MAX_SAFE_INTEGER]) {
      expectError(await partner.request(version, { params: { id, version: number } }), 'NOT_FOUND');
    }
  });

  test('show long versions cut in lists, and whole one by one or where they are included', async () => {
    const id = items[5] ?? 0;
    const before = await contentItemOf(partner, id);
    const first = await partner.request(version, { params: { id, version: 1 } });
    expect(first.body).toMatchObject({ data: { id: 1, attributes: { body: before.body, edited_by: 'execution' } } });
    const body = 'word '.repeat(1_000);
    expect((await partner.request(change, { params: { id }, body: { body } })).status).toBe(200);
    const cut = await partner.request(versions, { params: { id } });
    expect(cut.body).toMatchObject({
      data: [
        { id: 2, attributes: { body: body.slice(0, 2_000) } },
        { id: 1, attributes: { body: before.body } },
      ],
      meta: { total: 2, truncated: ['body'] },
    });
    const whole = await partner.request(versions, { params: { id }, query: { include: 'body' } });
    expect(whole.body).toMatchObject({ data: [{ attributes: { body: body.trim() } }, { id: 1 }] });
    expect(whole.body).not.toHaveProperty('meta.truncated');
    const one = await partner.request(version, { params: { id, version: 2 } });
    expect(one.body).toMatchObject({ data: { id: 2, attributes: { body: body.trim() } } });
    expectError(await partner.request(version, { params: { id, version: 3 } }), 'NOT_FOUND');
    expectError(await partner.request(versions, { params: { id }, query: { include: 'all' } }), 'VALIDATION_ERROR');
  });

  test('of two changes on one version at once one is refused', async () => {
    const id = items[7] ?? 0;
    const replies = await Promise.all(
      ['One', 'Two'].map((title) => partner.request(change, { params: { id }, body: { title, version: 1 } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await contentItemOf(partner, id)).version).toBe(2);
  });

  test.each([
    ['nothing', {}, ['body']],
    ['a blank title', { title: ' ' }, ['title']],
    ['too long a title', { title: 'x'.repeat(301) }, ['title']],
    ['too long a body', { body: 'x'.repeat(200_001) }, ['body']],
    ['a version that is none', { title: 'A', version: 0 }, ['version']],
  ])('refuse a change to %s', async (_what, body, fields) => {
    const before = await rowsOf(partner.id);
    const reply = await partner.request(change, { params: { id: items[8] ?? 0 }, body });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(fields);
    expect(await rowsOf(partner.id)).toEqual(before);
  });

  test.each([item, change, versions] as const)('%s refuses another partner’s and unknown ones', async (name) => {
    const body = name === change ? { body: { title: 'Mine now' } } : {};
    expectError(await partner.request(name, { params: { id: foreign }, ...body }), 'FORBIDDEN');
    expectError(await partner.request(name, { params: { id: 999_999_999 }, ...body }), 'NOT_FOUND');
  });
});
