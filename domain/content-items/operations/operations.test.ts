import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../../test/environment/execution-flow.ts';
import { codeOf, validationOf } from '../../../test/environment/service.ts';
import { createComment } from '../../content-comments/operations/create-comment.ts';
import { getMadeItem } from '../../executions/operations/get-made-item.ts';
import type { Call } from '../../kernel/call.ts';
import { perform } from '../../kernel/step.ts';
import { createUser } from '../../users/operations/create-user.ts';
import { insertDrafts, settleDrafts } from '../draft-store.ts';
import { rollUpBoardCounts } from '../steps/housekeeping.ts';
import { KANBAN_STATUSES, type KanbanStatus } from '../table.ts';
import { approveItem, withdrawApproval } from './approve-item.ts';
import { changeContentItems } from './change-items.ts';
import { addFavoriteItem, removeFavoriteItem } from './favorites.ts';
import { moveItem, moveItems } from './move-items.ts';
import { findContentItems, listContentItems, listContentVersions, showBoard } from './reads.ts';
import { deleteContentItem, restoreContentItem } from './trash.ts';
import { updateContentItem } from './update-item.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
let owner: Owner;
let other: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  [owner, other] = await Promise.all([flow.createOwner(), flow.createOwner()]);
});
afterAll(() => flow.stop());

/** Creates items of a new execution; returns their ids, oldest first. */
async function createItems(count: number, of = owner, settled = true): Promise<number[]> {
  const { id: executionId } = await flow.accept(of.call);
  const place = {
    partnerId: of.partner.id,
    executionId,
    step: 'post',
    kanbanStatus: 'generated',
    sandbox: false,
  } as const;
  const drafts = Array.from({ length: count }, (_, index) => ({
    title: `Item ${index}`,
    content_type: 'blog_post' as const,
    body: `Text **${index}**`,
  }));
  return flow.service.deps.transaction(flow.service.admin, async (tx) => {
    await insertDrafts(tx.em, tx.now, place, drafts);
    if (settled)
      return (await settleDrafts(tx.em, tx.now, executionId, { assignee_id: null, reviewer_id: null })).map(
        (item) => item.id,
      );
    const rows: { id: number }[] = await tx.em.query('SELECT id FROM content_item WHERE execution_id = $1', [
      executionId,
    ]);
    return rows.map(({ id }) => id);
  });
}

const move = (contentId: number, status: KanbanStatus, by = owner) =>
  flow.service.run(by.call, moveItem, { params: { contentId }, input: { status } });
const update = (id: number, input: object, by = owner) =>
  flow.service.run(by.call, updateContentItem, { params: { id }, input });
const columnOf = async (id: number) =>
  (await flow.service.dataSource.query('SELECT kanban_status FROM content_item WHERE id = $1', [id]))[0].kanban_status;

describe('moving', () => {
  test('is audited under its own name, with where the item was, and sessions are notified of it', async () => {
    await flow.follow(owner.partner);
    const [id = 0] = await createItems(1);
    expect(await move(id, 'ready')).toMatchObject({ kanban_status: 'ready', previous_status: 'generated' });
    expect(await flow.auditOf(owner.partner, 'content_item')).toEqual([
      { action: 'kanban.move', resource_id: String(id), details: { from: 'generated', to: 'ready' } },
    ]);
    const uri = `service://content-items/${id}`;
    expect((await flow.changesOf(owner.partner)).at(-1)).toEqual({ kind: 'resource', uri });
  });

  test('several is audited under its own name, each once, and leaves other partners’ and missing ones', async () => {
    await flow.follow(owner.partner);
    const ids = await createItems(2);
    const [foreign = 0] = await createItems(1, other);
    const [draft = 0] = await createItems(1, owner, false);
    const content_ids = [...ids, ...ids, foreign, draft, 999_999_999];
    const result = await flow.service.run(owner.call, moveItems, { input: { status: 'review', content_ids } });
    expect(result.moved.map(({ id }) => id)).toEqual(ids);
    expect(result).toMatchObject({ requested: 5, notFound: [foreign, draft, 999_999_999] });
    expect(await Promise.all([foreign, draft].map(columnOf))).toEqual(['generated', 'generated']);
    expect(await flow.auditOf(owner.partner, 'content_item')).toEqual(
      ids.map((id) => ({
        action: 'kanban.bulk_move',
        resource_id: String(id),
        details: { from: 'generated', to: 'review' },
      })),
    );
    expect((await flow.changesOf(owner.partner)).filter(({ kind }) => kind === 'resource')).toHaveLength(2);
  });

  test('the same items from both ends at once locks nobody out', async () => {
    const ids = await createItems(20);
    const bulk = (content_ids: number[], status: KanbanStatus) =>
      flow.service.run(owner.call, moveItems, { input: { status, content_ids } });
    const moves = await Promise.all([bulk(ids, 'ready'), bulk(ids.toReversed(), 'review'), bulk(ids, 'published')]);
    expect(moves.map(({ moved }) => moved.length)).toEqual([20, 20, 20]);
    expect(new Set(await Promise.all(ids.map(columnOf))).size).toBe(1);
  });

  test('takes 100 items, and not one more', async () => {
    const input = (count: number) => ({
      status: 'ready',
      content_ids: Array.from({ length: count }, (_, index) => 900_000_000 + index),
    });
    expect(await codeOf(flow.service.run(owner.call, moveItems, { input: input(100) }))).toBe('none');
    const refused = await validationOf(flow.service.run(owner.call, moveItems, { input: input(101) }));
    expect(refused).toEqual({ content_ids: ['Must name at most 100 items.'] });
  });
});

describe('changing', () => {
  test('keeps the text before as a version, from the first change on', async () => {
    const [id = 0] = await createItems(1);
    const versions = async (input = {}) => flow.service.run(owner.call, listContentVersions, { params: { id }, input });
    expect(await versions()).toMatchObject({ total: 1, rows: [{ version: 1, edited_by: 'execution' }] });
    expect((await versions({ page: 2 })).rows).toEqual([]);
    expect(await update(id, { body: 'New *text*' })).toMatchObject({ version: 2, title: 'Item 0', word_count: 2 });
    await update(id, { title: 'New title' });
    expect((await versions()).rows.map(({ version, title, body }) => [version, title, body])).toEqual([
      [3, 'New title', 'New *text*'],
      [2, 'Item 0', 'New *text*'],
      [1, 'Item 0', 'Text **0**'],
    ]);
    expect(await flow.auditOf(owner.partner, 'content_item')).toMatchObject([
      { action: 'content_items.edit', details: { version: 2 } },
      { action: 'content_items.edit', details: { version: 3 } },
    ]);
  });

  test('of several at once on one version takes one', async () => {
    const [id = 0] = await createItems(1);
    const codes = await Promise.all(['A', 'B', 'C'].map((title) => codeOf(update(id, { title, version: 1 }))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
  });

  test('of several at once without a version loses none of them', async () => {
    const [id = 0] = await createItems(1);
    await Promise.all(['A', 'B', 'C'].map((title) => update(id, { title })));
    const { rows } = await flow.service.run(owner.call, listContentVersions, { params: { id } });
    expect(rows.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(rows.map(({ title }) => title).sort()).toEqual(['A', 'B', 'C', 'Item 0']);
  });

  const versionsOf = async (id: number) =>
    (await flow.service.run(owner.call, listContentVersions, { params: { id }, input: { per_page: 100 } })).rows.map(
      ({ version }) => version,
    );

  test('keeps the first version, the newest and the approved one, 100 in all', async () => {
    const [id = 0] = await createItems(1);
    await update(id, { title: 'Second' });
    await flow.service.run(owner.call, approveItem, { params: { id } });
    await flow.service.dataSource.query(
      `WITH grown AS (UPDATE content_item SET version = 150 WHERE id = $1)
       INSERT INTO content_item_version (content_item_id, version, title, body, edited_by, created_at)
       SELECT $1, n, 'Filler', 'x', 'test', $2 FROM generate_series(3, 150) AS n`,
      [id, flow.service.deps.clock.now()],
    );
    await Promise.all(['A', 'B'].map((title) => update(id, { title })));
    expect(await versionsOf(id)).toEqual([...Array.from({ length: 98 }, (_, n) => 152 - n), 2, 1]);
    const page = await flow.service.run(owner.call, listContentVersions, { params: { id }, input: { per_page: 100 } });
    expect(page.rows.at(-1)).toMatchObject({ title: 'Item 0', edited_by: 'execution' });
  });

  test('keeps one version of an hour of the days before', async () => {
    const [id = 0] = await createItems(1);
    await update(id, { title: 'Second' });
    const yesterday = Math.floor(flow.service.deps.clock.now().getTime() / 3_600_000) * 3_600_000 - 30 * 3_600_000;
    await flow.service.dataSource.query(
      `WITH grown AS (UPDATE content_item SET version = 8 WHERE id = $1)
       INSERT INTO content_item_version (content_item_id, version, title, body, edited_by, created_at)
       SELECT $1, n, 'Filler', 'x', 'test', $2::timestamptz + n * interval '18 minutes' FROM generate_series(3, 8) AS n`,
      [id, new Date(yesterday)],
    );
    await update(id, { title: 'Third' });
    // 3 is alone in its hour, 4 to 6 share one, and 7 and 8 do.
    expect(await versionsOf(id)).toEqual([9, 8, 6, 3, 2, 1]);
  });

  describe('while somebody types', () => {
    const typed = (id: number, title: string, by = owner) => update(id, { title, autosave: true }, by);
    const edits = async () =>
      (await flow.auditOf(owner.partner, 'content_item')).filter(({ action }) => action === 'content_items.edit');

    test('replaces a version of the same person for ten minutes, and the number goes up', async () => {
      const [id = 0] = await createItems(1);
      await typed(id, 'A');
      await update(id, { title: 'AB', version: 2, autosave: true });
      expect(await typed(id, 'ABC')).toMatchObject({ version: 4, title: 'ABC' });
      expect(await versionsOf(id)).toEqual([4, 1]);
      expect(await codeOf(update(id, { title: 'Other', version: 3, autosave: true }))).toBe('CONFLICT');
      expect(await edits()).toMatchObject([{ details: { version: 2, fields: ['title'], autosave: true } }]);
      // The ten minutes are those since the first.
      const { dataSource } = flow.service;
      await dataSource.query(
        `UPDATE content_item_version SET autosaved_since = autosaved_since - interval '9 minutes 30 seconds'
         WHERE content_item_id = $1`,
        [id],
      );
      await typed(id, 'ABCD');
      expect(await versionsOf(id)).toEqual([5, 1]);
      await dataSource.query(
        `UPDATE content_item_version SET autosaved_since = autosaved_since - interval '30 seconds' WHERE content_item_id = $1`,
        [id],
      );
      await typed(id, 'ABCDE');
      await typed(id, 'ABCDEF');
      expect(await versionsOf(id)).toEqual([7, 5, 1]);
      expect(await edits()).toHaveLength(2);
      const sizes = await dataSource.query(
        `SELECT (SELECT sum(n)::int FROM content_text_size WHERE partner_id = $1) AS n,
                (SELECT count(*)::int FROM content_item_version WHERE content_item_id = $2) AS versions`,
        [owner.partner.id, id],
      );
      expect(sizes).toEqual([{ n: 3, versions: 3 }]);
    });

    test('keeps what another has saved, or somebody has commented on, approved or saved by hand', async () => {
      const [id = 0] = await createItems(1);
      const { call } = await flow.service.createKey(owner.partner);
      await typed(id, 'A');
      await typed(id, 'B', { ...owner, call });
      expect(await versionsOf(id)).toEqual([3, 2, 1]);
      await flow.service.run(owner.call, createComment, { params: { id }, input: { body: 'Is it?' } });
      await typed(id, 'C', { ...owner, call });
      expect(await versionsOf(id)).toEqual([4, 3, 2, 1]);
      await update(id, { title: 'C', body: 'Text **0**' });
      await typed(id, 'D', { ...owner, call });
      expect(await versionsOf(id)).toEqual([5, 4, 3, 2, 1]);
      await flow.service.run(owner.call, approveItem, { params: { id } });
      await flow.service.run(owner.call, withdrawApproval, { params: { id } });
      await typed(id, 'E', { ...owner, call });
      await update(id, { title: 'F' }, { ...owner, call });
      await typed(id, 'G', { ...owner, call });
      expect(await versionsOf(id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    });

    test('takes no approval back, and changes nothing that is ready or published', async () => {
      const [id = 0] = await createItems(1);
      await flow.service.run(owner.call, approveItem, { params: { id } });
      expect(await codeOf(typed(id, 'A'))).toBe('CONFLICT');
      await flow.service.run(owner.call, withdrawApproval, { params: { id } });
      await move(id, 'ready');
      expect(await codeOf(typed(id, 'A'))).toBe('CONFLICT');
      expect(await typed(id, 'Item 0')).toMatchObject({ version: 1 });
      await move(id, 'review');
      expect(await typed(id, 'A')).toMatchObject({ version: 2, title: 'A' });
    });

    test('at several places at once leaves the last, and no more', async () => {
      const [id = 0] = await createItems(1);
      await Promise.all(['A', 'B', 'C'].map((title) => typed(id, title)));
      expect(await versionsOf(id)).toEqual([4, 1]);
    });
  });

  test('wants something to change', async () => {
    const [id = 0] = await createItems(1);
    expect(await validationOf(update(id, { version: 1 }))).toEqual({
      body: ['Must change `title`, `body`, `assignee_id`, `reviewer_id`, `due_at` or `tags`.'],
    });
  });
});

test('the board shows the newest of each column with true counts, and nothing of others or drafts', async () => {
  const ids = await createItems(3);
  await createItems(2, other);
  await createItems(2, owner, false);
  await move(ids[0] ?? 0, 'published');
  const board = await flow.service.run(owner.call, showBoard, { input: { per_page: 1 } });
  expect([...board.keys()]).toEqual(['generated', 'review', 'ready', 'published']);
  expect(board.get('generated')).toMatchObject({ rows: [{ id: ids[2] }], total: 2 });
  expect(board.get('published')).toMatchObject({ rows: [{ id: ids[0] }], total: 1 });
  expect(board.get('review')).toMatchObject({ rows: [], total: 0 });
  expect(board.get('generated')?.rows[0]).not.toHaveProperty('body');
});

describe('the counts of the board', () => {
  const boardOf = async (input = {}, by = owner) => {
    const board = await flow.service.run(by.call, showBoard, { input });
    return Object.fromEntries([...board].map(([status, { total }]) => [status, total]));
  };
  const rowsOf = async (condition = 'true') => {
    const rows: { kanban_status: string; n: number }[] = await flow.service.dataSource.query(
      `SELECT kanban_status, count(*)::int AS n FROM content_item
       WHERE partner_id = $1 AND settled_at IS NOT NULL AND ${condition} GROUP BY 1`,
      [owner.partner.id],
    );
    const counted = Object.fromEntries(rows.map(({ kanban_status, n }) => [kanban_status, n]));
    return Object.fromEntries(KANBAN_STATUSES.map((status) => [status, counted[status] ?? 0]));
  };
  const rollUp = () => perform(flow.service.deps, rollUpBoardCounts, {});

  test('match the rows while items move and settle during a rollup', async () => {
    const ids = await createItems(12);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        ...ids.map((id, index) => move(id, KANBAN_STATUSES[(index + round) % 4] ?? 'ready')),
        flow.service.run(owner.call, moveItems, { input: { status: 'review', content_ids: ids.slice(0, 6) } }),
        flow.service.run(owner.call, moveItems, { input: { status: 'ready', content_ids: ids.slice(3, 9).reverse() } }),
        createItems(2),
        createItems(1, owner, false),
        rollUp(),
        rollUp(),
      ]);
      expect(await boardOf()).toEqual(await rowsOf());
    }
    expect(Object.values(await rowsOf()).reduce((sum, n) => sum + n, 0)).toBe(22);
    await rollUp();
    expect(await boardOf()).toEqual(await rowsOf());
  });

  test('follow every filter, those of days at their bounds too', async () => {
    const ids = await createItems(4);
    const { dataSource } = flow.service;
    const moments = [
      '2030-05-01T23:59:59.999Z',
      '2030-05-02T00:00:00Z',
      '2030-05-02T23:59:59.999Z',
      '2030-05-03T00:00:00Z',
    ];
    // The creation day of an item never changes.
    await dataSource.query('UPDATE content_item SET settled_at = NULL WHERE id = ANY($1)', [ids]);
    for (const [index, id] of ids.entries()) {
      await dataSource.query('UPDATE content_item SET created_at = $2 WHERE id = $1', [id, moments[index]]);
    }
    await dataSource.query('UPDATE content_item SET settled_at = now() WHERE id = ANY($1)', [ids]);
    await createItems(1);
    const day = { from: '2030-05-02', to: '2030-05-02' };
    expect(await boardOf(day)).toEqual(await rowsOf(`created_at >= '2030-05-02Z' AND created_at < '2030-05-03Z'`));
    expect(await boardOf(day)).toMatchObject({ generated: 2 });
    expect(await boardOf({ content_type: 'blog_post' })).toMatchObject({ generated: 5 });
    expect(await boardOf({ content_type: 'social_post' })).toMatchObject({ generated: 0 });
    const [{ execution_id }] = await dataSource.query('SELECT execution_id FROM content_item WHERE id = $1', [ids[0]]);
    expect(await boardOf({ execution_id })).toMatchObject({ generated: 4 });
    expect(await boardOf({ execution_id, ...day })).toMatchObject({ generated: 2 });
    expect(await boardOf({}, other)).toMatchObject({ generated: 0 });
  });
});

test('the list has the items of all columns, newest first', async () => {
  const ids = await createItems(3);
  await createItems(1, other);
  await move(ids[1] ?? 0, 'review');
  const rows = await flow.service.run(owner.call, listContentItems, { input: { per_page: 2 } });
  expect(rows.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
});

test('each is for the own items only, and a draft is nobody’s yet', async () => {
  const [id = 0] = await createItems(1);
  const [draft = 0] = await createItems(1, owner, false);
  const calls = (named: number, by: Owner) => [
    codeOf(flow.service.run(by.call, getMadeItem, { params: { id: named } })),
    codeOf(flow.service.run(by.call, listContentVersions, { params: { id: named } })),
    codeOf(update(named, { title: 'Mine' }, by)),
    codeOf(move(named, 'ready', by)),
  ];
  expect(new Set(await Promise.all(calls(id, other)))).toEqual(new Set(['FORBIDDEN']));
  expect(new Set(await Promise.all(calls(draft, owner)))).toEqual(new Set(['NOT_FOUND']));
  expect(await columnOf(id)).toBe('generated');
});

describe('favourites', () => {
  let people = 0;
  async function personOf({ partner }: Owner): Promise<Call> {
    people += 1;
    const user = await flow.service.run(flow.service.admin, createUser, {
      params: { partner_id: partner.id },
      input: { email: `reader-${people}@example.com`, name: 'Reader', role: 'viewer' },
    });
    const actor = {
      kind: 'user',
      partnerId: partner.id,
      userId: user.id,
      role: 'viewer',
      scopedCapabilities: null,
    } as const;
    return { ...owner.call, actor: { ...actor, console: { grantId: null } } };
  }
  const mark = (call: Call, id: number) => flow.service.run(call, addFavoriteItem, { params: { id } });
  const unmark = (call: Call, id: number) => flow.service.run(call, removeFavoriteItem, { params: { id } });
  const found = async (call: Call, input: object = {}) => {
    const { rows, total } = await flow.service.run(call, findContentItems, { input });
    return {
      ids: rows.map(({ id }) => id),
      marked: rows.filter(({ favorite }) => favorite).map(({ id }) => id),
      total,
    };
  };
  const shown = async (call: Call, id: number) =>
    (await flow.service.run(call, getMadeItem, { params: { id } })).favorite;

  test('are each person’s own, and repeats change nothing', async () => {
    const [first = 0, second = 0, third = 0] = await createItems(3);
    const [person, colleague] = [await personOf(owner), await personOf(owner)];
    expect(await Promise.all([mark(person, first), mark(person, first)])).toMatchObject([
      { id: first, favorite: true },
      { id: first, favorite: true },
    ]);
    await mark(person, third);
    await mark(colleague, second);
    expect(await found(person)).toEqual({ ids: [third, second, first], marked: [third, first], total: 3 });
    expect(await found(person, { favorite: true })).toEqual({ ids: [third, first], marked: [third, first], total: 2 });
    expect(await found(person, { favorite: false })).toEqual({ ids: [second], marked: [], total: 1 });
    expect(await found(person, { favorite: true, q: 'item 2', status: 'generated' })).toMatchObject({
      ids: [third],
      total: 1,
    });
    expect(await found(person, { favorite: true, per_page: 1, page: 2 })).toMatchObject({ ids: [first], total: 2 });
    expect(await found(owner.call)).toMatchObject({ marked: [], total: 3 });
    expect(await found(owner.call, { favorite: true })).toEqual({ ids: [], marked: [], total: 0 });
    expect(await found(owner.call, { favorite: false })).toMatchObject({ total: 3 });
    expect([await shown(person, first), await shown(colleague, first), await shown(owner.call, first)]).toEqual([
      true,
      false,
      false,
    ]);
    await unmark(person, first);
    await unmark(person, first);
    expect(await found(person, { favorite: true })).toMatchObject({ ids: [third] });
    expect((await flow.auditOf(owner.partner, 'content_item')).map(({ action }) => action)).toEqual([
      'content_items.add_favorite',
      'content_items.add_favorite',
      'content_items.add_favorite',
      'content_items.remove_favorite',
    ]);
  });

  test('are for people alone, on their own partner’s board', async () => {
    const [[own = 0], [foreign = 0]] = [await createItems(1), await createItems(1, other)];
    const person = await personOf(owner);
    expect(await codeOf(mark(owner.call, own))).toBe('FORBIDDEN');
    expect(await codeOf(unmark(owner.call, own))).toBe('FORBIDDEN');
    expect(await codeOf(mark(person, foreign))).toBe('FORBIDDEN');
    expect(await codeOf(mark(person, 999_999_999))).toBe('NOT_FOUND');
  });

  test('stay while the item is in the trash, and go with it', async () => {
    const [id = 0] = await createItems(1);
    const person = await personOf(owner);
    await mark(person, id);
    await flow.service.run(owner.call, deleteContentItem, { params: { id } });
    expect(await codeOf(mark(person, id))).toBe('NOT_FOUND');
    expect(await found(person, { trash: true, favorite: true })).toMatchObject({ marked: [id], total: 1 });
    await flow.service.run(owner.call, restoreContentItem, { params: { id } });
    expect(await shown(person, id)).toBe(true);
    await flow.service.dataSource.query('DELETE FROM content_item WHERE id = $1', [id]);
    expect(
      await flow.service.dataSource.query('SELECT FROM content_favorite WHERE content_item_id = $1', [id]),
    ).toEqual([]);
  });

  test('of two at once only one takes the last place', async () => {
    const [first = 0, second = 0] = await createItems(2);
    const person = await personOf(owner);
    const limits = { ...flow.service.deps.limits };
    flow.service.deps.limits = { ...limits, content_favorites: 1 };
    try {
      const results = await Promise.allSettled([mark(person, first), mark(person, second)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      // What is marked already needs no place.
      const { marked } = await found(person);
      expect(await mark(person, marked[0] ?? 0)).toMatchObject({ favorite: true });
    } finally {
      flow.service.deps.limits = limits;
    }
  });
});

test('a sandbox key changes nothing of production', async () => {
  const { run, createKey, dataSource } = flow.service;
  const { call } = await createKey(owner.partner, { sandbox: true });
  const [kept = 0, trashed = 0, ofSandbox = 0] = await createItems(3);
  await dataSource.query('UPDATE content_item SET sandbox = true WHERE id = $1', [ofSandbox]);
  await run(owner.call, deleteContentItem, { params: { id: trashed } });
  const refused = [
    update(kept, { title: 'Other' }, { ...owner, call }),
    run(call, deleteContentItem, { params: { id: kept } }),
    run(call, restoreContentItem, { params: { id: trashed } }),
    run(call, approveItem, { params: { id: kept } }),
    run(call, withdrawApproval, { params: { id: kept } }),
    run(call, changeContentItems, { input: { action: 'delete', content_ids: [ofSandbox, kept] } }),
    run(call, changeContentItems, { input: { action: 'restore', content_ids: [trashed] } }),
  ];
  expect(await Promise.all(refused.map((one) => codeOf(one)))).toEqual(refused.map(() => 'FORBIDDEN'));
  const rows = await dataSource.query(
    'SELECT id, title, deleted_at IS NULL AS there FROM content_item WHERE partner_id = $1 ORDER BY id',
    [owner.partner.id],
  );
  expect(rows).toEqual([
    { id: kept, title: 'Item 0', there: true },
    { id: trashed, title: 'Item 1', there: false },
    { id: ofSandbox, title: 'Item 2', there: true },
  ]);
  expect((await update(ofSandbox, { title: 'Other' }, { ...owner, call })).title).toBe('Other');
  // Production changes what the sandbox has made.
  expect((await update(ofSandbox, { title: 'Another' })).title).toBe('Another');
});
