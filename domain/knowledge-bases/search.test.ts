import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import { addDocument } from './operations/add-document.ts';
import { createKnowledgeBase } from './operations/create-knowledge-base.ts';
import { deleteDocument } from './operations/delete-document.ts';
import { searchPassages } from './retrieval.ts';
import { readDocument } from './steps/read-document.ts';

let service: TestService;
let call: Call;

beforeAll(async () => {
  service = await startTestService();
  ({ call } = await service.createKey(await service.createPartner()));
}, 60_000);

afterAll(() => service.stop());

async function createBase(): Promise<number> {
  return (await service.run(call, createKnowledgeBase, { input: { name: 'Base' } })).id;
}

async function add(id: number, title: string, content: string, more: object = {}): Promise<number> {
  const input = { title, format: 'markdown', content, ...more };
  const added = await service.run(call, addDocument, { params: { id }, input });
  expect(await perform(service.deps, readDocument, { documentId: added.id, rowKey: added.row_key })).toBe(true);
  return added.id;
}

const search = (baseIds: number[], query: string, limit = 10) =>
  searchPassages(service.deps.db, { baseIds, query, limit });

test('a passage has its document and section, and the best match comes first', async () => {
  const base = await createBase();
  const id = await add(
    base,
    'Shop',
    '# Returns\nGoods can be returned within thirty days.\n\n# Prices\nPrices include tax.',
  );
  await add(base, 'Other', 'Days are long in summer. Goods are goods.');
  const [first, ...others] = await search([base], 'Within how many days can I return goods?');
  expect(first).toEqual({
    passage_id: expect.any(Number),
    knowledge_base_id: base,
    document_id: id,
    title: 'Shop',
    section: 'Returns',
    text: 'Goods can be returned within thirty days.',
    language: null,
    rank: expect.any(Number),
  });
  expect(others.every(({ rank }) => rank < (first?.rank ?? 0))).toBe(true);
  expect(first?.rank).toBeLessThanOrEqual(1);
});

test('other forms of a word match, by the rules of the document’s language', async () => {
  const base = await createBase();
  await add(base, 'Haus', 'Die Häuser wurden verkauft.', { language: 'de-AT' });
  await add(base, 'House', 'The houses were being sold.', { language: 'en' });
  expect((await search([base], 'Haus')).map(({ title }) => title)).toEqual(['Haus']);
  expect((await search([base], 'selling a house')).map(({ title }) => title)).toEqual(['House']);
});

test('words of a script without spaces are found', async () => {
  const base = await createBase();
  await add(base, 'Rückgabe', '商品は三十日以内に返品できます。', { language: 'ja' });
  expect(await search([base], '返品')).toHaveLength(1);
});

test('words beside typographic signs are found', async () => {
  const base = await createBase();
  await add(base, 'Animals', 'He said “platypus” — the horse—donkey pair, 10–panda, and the otter’s den… left.');
  for (const word of ['platypus', '“platypus”', 'horse', 'donkey', 'panda', 'otter', 'den'])
    expect({ word, found: (await search([base], word)).length }).toEqual({ word, found: 1 });
});

test('a rare word weighs more than common ones', async () => {
  const base = await createBase();
  for (let number = 0; number < 20; number += 1)
    await add(base, `Common ${number}`, 'The product has a price and a warranty.');
  await add(base, 'Rare', 'The flux capacitor needs oil.');
  const [rare] = await search([base], 'product capacitor');
  expect(rare?.title).toBe('Rare');
});

test('words that occur nowhere lower the rank', async () => {
  const base = await createBase();
  await add(base, 'Shop', 'The gift wrap costs two euros.');
  const [known] = await search([base], 'What does gift wrap cost?');
  const [unknown] = await search([base], 'What does the Zorblax quantum membership cost?');
  expect(known?.rank).toBe(1);
  expect(unknown?.rank).toBeLessThan(0.4);
});

test('only the given bases are searched', async () => {
  const [mine, other] = [await createBase(), await createBase()];
  await add(other, 'Other', 'A secret recipe of marmalade.');
  expect(await search([mine], 'marmalade')).toEqual([]);
  expect(await search([mine, other], 'marmalade')).toHaveLength(1);
});

test('deleted documents are neither found nor counted', async () => {
  const base = await createBase();
  const kept = await add(base, 'Kept', 'Zebras eat grass.');
  const id = await add(base, 'Gone', 'Zebras eat hay. '.repeat(2_000));
  await service.run(call, deleteDocument, { params: { id: base, document: id } });
  expect((await search([base], 'zebras')).map(({ document_id }) => document_id)).toEqual([kept]);
  const lexemes = await service.dataSource.query(
    'SELECT lexeme, passages FROM knowledge_lexeme WHERE knowledge_base_id = $1 ORDER BY lexeme',
    [base],
  );
  expect(lexemes).toEqual([
    { lexeme: 'eat', passages: 1 },
    { lexeme: 'grass', passages: 1 },
    { lexeme: `kb:${base}`, passages: 1 },
    { lexeme: 'zebra', passages: 1 },
  ]);
});

test.each(["'", "a' | b", '\\', '((((', ':* & !', "O'Neil's", 'https://a.b/c?d=e', '%', '🙂'])(
  'any text is a valid query: %s',
  async (query) => {
    const base = await createBase();
    await add(base, 'Odd', "O'Neil's back\\slash: see https://a.b/c?d=e, 100% of it (a' | b) 🙂");
    expect(await search([base], query)).toEqual(expect.any(Array));
  },
);
