import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { waitingFor } from '../../../test/environment/blocked.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../../test/environment/service.ts';
import { getMadeItem } from '../../executions/operations/get-made-item.ts';
import type { Call } from '../../kernel/call.ts';
import { lockPartner } from '../../kernel/limit-store.ts';
import type { Partner } from '../../partners/types.ts';
import { tagKey } from '../tag-names.ts';
import { approveItem } from './approve-item.ts';
import { changeContentItems } from './change-items.ts';
import { createContentItem } from './create-item.ts';
import { duplicateContentItem } from './duplicate-item.ts';
import { moveItems } from './move-items.ts';
import { findContentItems, listContentVersions, showBoard } from './reads.ts';
import { createTag, deleteTag, getTag, listTags, renameTag } from './tags.ts';
import { deleteContentItem, restoreContentItem } from './trash.ts';
import { updateContentItem } from './update-item.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
let call: Call;
let other: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  ({ partner, call } = await service.createCaller());
  ({ call: other } = await service.createCaller());
});
afterAll(() => service.stop());

const add = async (tags: string[] = [], by = call) =>
  (await service.run(by, createContentItem, { input: { title: 'Notes', body: 'Text', tags } })).id;
const tagsOf = async (id: number) => (await service.run(call, getMadeItem, { params: { id } })).tags;
const update = (id: number, input: object, by = call) => service.run(by, updateContentItem, { params: { id }, input });
const bulk = (input: object, by = call) => service.run(by, changeContentItems, { input });
const find = async (input: object, by = call) => {
  const { rows, total } = await service.run(by, findContentItems, { input });
  return { ids: rows.map(({ id }) => id), total };
};
const all = async (input: object = {}, by = call) => {
  const { rows } = await service.run(by, listTags, { input });
  return rows.map(({ name, content_item_count }) => [name, content_item_count]);
};
const idOf = async (name: string) => {
  const { rows } = await service.run(call, listTags, { input: { per_page: 100 } });
  return rows.find((tag) => tag.name === name)?.id ?? 0;
};
const rename = (id: number, name: string, by = call) => service.run(by, renameTag, { params: { id }, input: { name } });
const remove = (id: number, by = call) => service.run(by, deleteTag, { params: { id } });
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Tag ${n}`);
async function within(most: number, work: () => Promise<void>) {
  const { limits } = service.deps;
  service.deps.limits = { ...limits, content_tags: most };
  await work().finally(() => {
    service.deps.limits = limits;
  });
}

test.each([
  ['Éclair', 'ECLAIR'],
  ['Straße', 'strasse'],
  ['Spring  launch', 'spring launch'],
  ['Spring\u200B', 'spring'],
  ['Łódź', 'lodz'],
])('%s and %s are one name', (one, same) => {
  expect(tagKey(one)).toBe(tagKey(same));
});

test.each([
  ['C', 'C#'],
  ['C#', 'C+'],
  ['Q1', 'Q2'],
])('%s and %s are two', (one, another) => {
  expect(tagKey(one)).not.toBe(tagKey(another));
});

describe('tags of an item', () => {
  test('are what was named last; unknown ones are made, and known ones found in any case, with or without accents', async () => {
    const id = await add(['Éclair', 'eclair', 'Blue']);
    expect(await tagsOf(id)).toEqual(['Blue', 'Éclair']);
    expect((await update(id, { tags: ['ECLAIR', 'Azul'] })).tags).toEqual(['Azul', 'Éclair']);
    expect(await all()).toEqual([
      ['Azul', 1],
      ['Blue', 0],
      ['Éclair', 1],
    ]);
    expect((await update(id, { title: 'Other' })).tags).toEqual(['Azul', 'Éclair']);
    expect((await update(id, { tags: [] })).tags).toEqual([]);
  });

  test('are no part of the text: there is no version of them, and an approval stays', async () => {
    const id = await add();
    await service.run(call, approveItem, { params: { id } });
    const { version, approved_version, updated_at } = await update(id, { tags: ['Blue'] });
    expect({ version, approved_version }).toEqual({ version: 1, approved_version: 1 });
    expect((await service.run(call, listContentVersions, { params: { id } })).total).toBe(1);
    expect((await update(id, { tags: ['BLUE'] })).updated_at).toEqual(updated_at);
    const lines = await service.dataSource.query(
      `SELECT details FROM audit_log WHERE partner_id = $1 AND action = 'content_items.edit'`,
      [partner.id],
    );
    expect(lines).toEqual([{ details: { version: 1, fields: ['tags'] } }]);
  });

  test('are at most 20, with names of one line and at most 50 characters without commas', async () => {
    const id = await add(numbered(20));
    expect(await tagsOf(id)).toHaveLength(20);
    expect(await validationOf(update(id, { tags: numbered(21) }))).toEqual({
      tags: ['Must have at most 20 entries.'],
    });
    expect((await update(id, { tags: ['a'.repeat(50)] })).tags).toHaveLength(1);
    const refused = await validationOf(update(id, { tags: ['a'.repeat(51), 'a,b', ' ', 'a\nb', '\u200B', '\u0301'] }));
    expect(Object.keys(refused)).toEqual(['tags.0', 'tags.1', 'tags.2', 'tags.3', 'tags.4', 'tags.5']);
  });

  test('go with copies, stay in the trash, and are on the board', async () => {
    const id = await add(['Blue', 'Red']);
    expect((await service.run(call, duplicateContentItem, { params: { id } })).tags).toEqual(['Blue', 'Red']);
    const copied = await bulk({ action: 'duplicate', content_ids: [id] });
    expect(copied.changed.map(({ tags }) => tags)).toEqual([['Blue', 'Red']]);
    await service.run(call, deleteContentItem, { params: { id } });
    expect(await find({ trash: true, tag: ['Blue'] })).toEqual({ ids: [id], total: 1 });
    expect((await service.run(call, restoreContentItem, { params: { id } })).tags).toEqual(['Blue', 'Red']);
    const board = await service.run(call, showBoard);
    expect(board.get('generated')?.rows.map(({ tags }) => tags)).toEqual(Array(3).fill(['Blue', 'Red']));
    await service.dataSource.query('DELETE FROM content_item WHERE id = $1', [id]);
    expect(await all()).toEqual([
      ['Blue', 2],
      ['Red', 2],
    ]);
  });
});

describe('many items at once', () => {
  test('get tags besides those that they have, and lose them; only what has changed is among the changed', async () => {
    const [first, second, trashed] = [await add(['Blue']), await add(), await add()];
    const foreign = await add(['Blue'], other);
    await service.run(call, deleteContentItem, { params: { id: trashed } });
    const ids = [first, second, trashed, foreign];
    const tagged = await bulk({ action: 'tag', content_ids: ids, tags: ['blue', 'Red'] });
    expect(tagged).toMatchObject({ requested: 4, notFound: [trashed, foreign] });
    expect(tagged.changed.map(({ id, tags }) => [id, tags])).toEqual([
      [first, ['Blue', 'Red']],
      [second, ['Blue', 'Red']],
    ]);
    expect(await bulk({ action: 'tag', content_ids: ids, tags: ['Red'] })).toMatchObject({
      changed: [],
      notFound: [trashed, foreign],
    });
    await update(second, { tags: ['Red'] });
    const untagged = await bulk({ action: 'untag', content_ids: ids, tags: ['BLUE', 'Unknown'] });
    expect(untagged.changed.map(({ id, tags }) => [id, tags])).toEqual([[first, ['Red']]]);
    expect(await all()).toEqual([
      ['Blue', 0],
      ['Red', 2],
    ]);
    expect(await all({}, other)).toEqual([['Blue', 1]]);
  });

  test('get none where one would have more than 20', async () => {
    const [full, empty] = [await add(numbered(20)), await add()];
    expect(await codeOf(bulk({ action: 'tag', content_ids: [full, empty], tags: ['More'] }))).toBe('CONFLICT');
    expect(await tagsOf(empty)).toEqual([]);
    expect(await idOf('More')).toBe(0);
    expect((await bulk({ action: 'tag', content_ids: [full, empty], tags: ['tag 0'] })).changed).toHaveLength(1);
  });

  test('name tags with these actions, and with no other', async () => {
    const input = { content_ids: [await add()] };
    expect(await validationOf(bulk({ ...input, action: 'tag' }))).toEqual({ tags: ['Must name at least one tag.'] });
    expect(await validationOf(bulk({ ...input, action: 'delete', tags: ['Blue'] }))).toEqual({
      tags: ['Must be left out with this `action`.'],
    });
  });
});

test('the list finds what has all of up to five tags, with every other filter', async () => {
  const [both, blue] = [await add(['Blue', 'Réd']), await add(['Blue'])];
  await add(['Red'], other);
  expect(await find({ tag: ['blue'] })).toEqual({ ids: [blue, both], total: 2 });
  expect(await find({ tag: ['blue', 'RED', 'red'] })).toEqual({ ids: [both], total: 1 });
  expect(await find({ tag: ['blue', 'Green'] })).toEqual({ ids: [], total: 0 });
  expect(await find({ tag: ['red'], q: 'not', status: 'generated' })).toEqual({ ids: [both], total: 1 });
  expect(await find({ tag: ['blue'], status: 'review' })).toEqual({ ids: [], total: 0 });
  expect(await validationOf(find({ tag: numbered(6) }))).toEqual({ tag: ['Must have at most 5 entries.'] });
});

describe('the tags of a partner', () => {
  test('have names of their own: none is added or renamed to another’s', async () => {
    const { id } = await service.run(call, createTag, { input: { name: 'Blue' } });
    expect(await codeOf(service.run(call, createTag, { input: { name: 'BLÜE' } }))).toBe('CONFLICT');
    expect(await codeOf(service.run(other, createTag, { input: { name: 'Blue' } }))).toBe('none');
    await service.run(call, createTag, { input: { name: 'Red' } });
    expect(await codeOf(rename(id, 'red'))).toBe('CONFLICT');
    expect(await rename(id, 'BLUE')).toMatchObject({ name: 'BLUE', content_item_count: 0 });
    const { updated_at } = await service.run(call, getTag, { params: { id } });
    expect((await rename(id, 'BLUE')).updated_at).toEqual(updated_at);
    expect(await all({ q: 'bl' })).toEqual([['BLUE', 0]]);
  });

  test('are renamed and deleted on all items that have them, by nobody else', async () => {
    const item = await add(['Blue', 'Red']);
    const id = await idOf('Blue');
    expect(await Promise.all([codeOf(rename(id, 'Mine', other)), codeOf(remove(id, other))])).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    await rename(id, 'Azul');
    expect(await tagsOf(item)).toEqual(['Azul', 'Red']);
    await remove(id);
    expect(await tagsOf(item)).toEqual(['Red']);
    expect(await codeOf(remove(id))).toBe('NOT_FOUND');
  });

  test('are at most so many: of two at once one takes the last place, and of several for an item all or none are made', async () => {
    const item = await add(['Blue']);
    await within(2, async () => {
      const codes = ['Red', 'Green'].map((name) => codeOf(service.run(call, createTag, { input: { name } })));
      expect((await Promise.all(codes)).sort()).toEqual(['CONFLICT', 'none']);
    });
    await within(3, async () => {
      expect(await codeOf(update(item, { title: 'Other', tags: ['A', 'B'] }))).toBe('CONFLICT');
      expect(await service.run(call, getMadeItem, { params: { id: item } })).toMatchObject({
        title: 'Notes',
        tags: ['Blue'],
      });
      expect((await update(item, { tags: ['A', 'blue'] })).tags).toEqual(['A', 'Blue']);
      // Full, and yet what there is can be used.
      expect(await codeOf(update(await add(), { tags: ['a', 'BLUE'] }))).toBe('none');
    });
    expect(await all()).toHaveLength(3);
  });

  test('of the same new name at once are one', async () => {
    const items = await Promise.all([add(), add(), add(), add()]);
    const work = items.map((id) => update(id, { tags: ['New', 'Second'] }));
    work.push(bulk({ action: 'tag', content_ids: items, tags: ['New'] }) as never);
    await Promise.all(work);
    expect(await all()).toEqual([
      ['New', 4],
      ['Second', 4],
    ]);
  });

  test('renamed and deleted while items get them leave nothing half', async () => {
    const item = await add(['Blue', 'Red']);
    const [blue, red] = [await idOf('Blue'), await idOf('Red')];
    await Promise.all([
      ...numbered(5).map((name) => update(item, { tags: [name, 'Blue', 'Red'] })),
      rename(blue, 'Azul'),
      remove(red),
    ]);
    const tags = await tagsOf(item);
    expect(tags).toHaveLength(new Set(tags.map(tagKey)).size);
    expect(tags).toEqual(expect.arrayContaining([expect.stringMatching(/^Tag \d$/)]));
  });
});

test('a sandbox key tags what is the sandbox’s, and renames and deletes no tag of production', async () => {
  const { call: sandbox } = await service.createKey(partner, { sandbox: true });
  const kept = await add(['Blue']);
  const tried = await add(['Blue', 'Tried'], sandbox);
  const [blue, ofSandbox] = [await idOf('Blue'), await idOf('Tried')];
  const refused = [
    update(kept, { tags: [] }, sandbox),
    bulk({ action: 'tag', content_ids: [tried, kept], tags: ['Red'] }, sandbox),
    bulk({ action: 'untag', content_ids: [kept], tags: ['Blue'] }, sandbox),
    rename(blue, 'Other', sandbox),
    remove(blue, sandbox),
  ];
  expect(await Promise.all(refused.map((one) => codeOf(one)))).toEqual(refused.map(() => 'FORBIDDEN'));
  expect([await tagsOf(kept), await tagsOf(tried)]).toEqual([['Blue'], ['Blue', 'Tried']]);
  await rename(ofSandbox, 'Tested', sandbox);
  await remove(ofSandbox, sandbox);
  expect(await tagsOf(tried)).toEqual(['Blue']);
});

describe('at once with others', () => {
  const held = (statement: string, id: number) => (em: EntityManager) => em.query(statement, [id]);

  test('several are restored that wait for one of them without the limits of the partner', async () => {
    const [one = 0, two = 0] = [await add(), await add()];
    await bulk({ action: 'delete', content_ids: [one, two] });
    const { changed } = await waitingFor(service.dataSource, {
      held: held('SELECT FROM content_item WHERE id = $1 FOR NO KEY UPDATE', one),
      work: () => bulk({ action: 'restore', content_ids: [two, one] }),
      next: (em) => lockPartner(em, partner.id),
    });
    expect(changed.map(({ id }) => id)).toEqual([one, two]);
  });

  test('several are moved without one that comes back from the trash meanwhile, unchecked', async () => {
    const [one = 0, two = 0] = [await add(), await add()];
    await bulk({ action: 'delete', content_ids: [two] });
    const { moved, notFound } = await waitingFor(service.dataSource, {
      held: held('SELECT FROM content_item WHERE id = $1 FOR NO KEY UPDATE', one),
      work: () => service.run(call, moveItems, { input: { content_ids: [two, one], status: 'ready' } }),
      next: () => service.run(call, restoreContentItem, { params: { id: two } }),
    });
    expect([moved.map(({ id }) => id), notFound]).toEqual([[one], [two]]);
  });

  test('several lose a tag that wait for its deletion without having lost it from others', async () => {
    const [one = 0, two = 0] = [await add(['Launch']), await add(['Launch'])];
    await waitingFor(service.dataSource, {
      held: async (em) => {
        await lockPartner(em, partner.id);
        await em.query('DELETE FROM content_item_tag WHERE content_item_id = $1', [two]);
      },
      work: () => bulk({ action: 'untag', content_ids: [one, two], tags: ['Launch'] }),
      next: held('DELETE FROM content_item_tag WHERE content_item_id = $1', one),
    });
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([[], []]);
  });
});
