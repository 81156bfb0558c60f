import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { untilBlocked } from '../../test/environment/blocked.ts';
import { docxOf, pdfOf, pptxOf, shapeOf, sheetOf, xlsxOf } from '../../test/environment/documents.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';

import type { Call } from '../kernel/call.ts';
import { LIMITS } from '../kernel/limits.ts';
import { perform } from '../kernel/step.ts';
import { createEvaluation } from '../knowledge-evaluations/operations/create-evaluation.ts';
import { addDocument } from './operations/add-document.ts';
import { createKnowledgeBase } from './operations/create-knowledge-base.ts';
import { deleteDocument } from './operations/delete-document.ts';
import { deleteKnowledgeBase } from './operations/delete-knowledge-base.ts';
import { getDocument, getKnowledgeBase, searchKnowledgeBase } from './operations/reads.ts';
import { replaceDocument } from './operations/replace-document.ts';
import { platformRetrieval, retrievePassages } from './retrieval.ts';
import { MAX_DOCUMENT_BYTES } from './schema.ts';
import { listStaleDocuments, startWaitingReadings } from './steps/housekeeping.ts';
import { indexPlatform } from './steps/index-platform.ts';
import { failDocument, readDocument } from './steps/read-document.ts';
import type { KnowledgeDocument } from './table.ts';
import { understandDocument } from './understand-document.ts';

let service: TestService;
let call: Call;
let base: number;

beforeAll(async () => {
  service = await startTestService();
}, 60_000);

beforeEach(async () => {
  ({ call } = await service.createCaller());
  base = (await service.run(call, createKnowledgeBase, { input: { name: 'Base' } })).id;
});

afterAll(() => service.stop());

const TEXT = { title: 'Note', format: 'text', content: 'Marmalade is made of oranges.' };

const add = (input: object = TEXT) => service.run(call, addDocument, { params: { id: base }, input });
const referenceTo = ({ id, row_key }: KnowledgeDocument) => ({ documentId: id, rowKey: row_key });
const read = (document: KnowledgeDocument) => perform(service.deps, readDocument, referenceTo(document));
const get = ({ id }: { id: number }) => service.run(call, getDocument, { params: { id: base, document: id } });
const search = async (q: string) =>
  (await service.run(call, searchKnowledgeBase, { params: { id: base }, input: { q } })).passages;

test('a document is pending until it has been read, once, and its bytes are deleted then', async () => {
  const added = await add();
  expect(added).toMatchObject({ status: 'pending', passages: 0, bytes: 29, language: null, title: 'Note' });
  expect(await search('marmalade')).toEqual([]);
  expect(await read(added)).toBe(true);
  expect(await read(added)).toBe(false);
  expect(await get(added)).toMatchObject({ status: 'ready', passages: 1, reason: null });
  expect(await search('marmalade')).toHaveLength(1);
  const [row] = await service.dataSource.query('SELECT source FROM knowledge_document WHERE id = $1', [added.id]);
  expect(row).toEqual({ source: null });
});

test('what passages are indexed by is made before the transaction that inserts them', async () => {
  const source = Buffer.from('Marmalade is SKU-77.');
  const upload = { knowledge_base_id: base, format: 'text', source, language: 'en' } as const;
  const turn = { onBehalfOf: 'tests', signal: AbortSignal.timeout(60_000) };
  const { passages } = await service.deps.documents.inTurn(turn, (read) =>
    understandDocument(service.deps, upload, read),
  );
  expect(passages).toEqual([
    {
      section: '',
      text: String(source),
      words: 'Marmalade is SKU 77'.toLowerCase(),
      spellings: '',
      codes: expect.stringContaining('#sku77'),
    },
  ]);
});

test('two workers that read a document at once save its passages once', async () => {
  const added = await add();
  expect((await Promise.all([read(added), read(added)])).sort()).toEqual([false, true]);
  expect(await search('marmalade')).toHaveLength(1);
});

test.each<[string, Buffer]>([
  ['Returns.DOCX', docxOf(['# Returns', 'Thirty days.'])],
  ['Returns.pdf', pdfOf(['Returns in thirty days.'])],
  [
    'Returns.xlsx',
    xlsxOf({
      sheets: {
        Returns: sheetOf([
          ['Goods', 'Returns'],
          ['All', 'thirty days'],
        ]),
      },
    }),
  ],
  ['Returns.pptx', pptxOf([{ shapes: shapeOf('Returns in thirty days.') }])],
  ['Returns.csv', Buffer.from('Goods,Returns\nAll,thirty days')],
  ['Returns.html', Buffer.from('<h1>Returns</h1><p>In thirty days.')],
])('the file name sets format and title: %s', async (name, bytes) => {
  const added = await add({ file_name: name, content: bytes.toString('base64'), encoding: 'base64' });
  expect(added).toMatchObject({ title: 'Returns', format: name.split('.')[1]?.toLowerCase() });
  await read(added);
  expect(await search('thirty days')).toHaveLength(1);
});

test.each<[string, object, object]>([
  ['without a format', { title: 'x', content: 'x' }, { format: [expect.stringContaining('Is required')] }],
  ['without a title', { format: 'text', content: 'x' }, { title: ['Is required.'] }],
  ['of nothing', { ...TEXT, content: '' }, { content: ['Must not be empty.'] }],
  ['of base64 that is none', { ...TEXT, encoding: 'base64', content: 'a-b' }, { content: ['Must be base64.'] }],
  ['of a PDF as text', { ...TEXT, format: 'pdf' }, { encoding: ['Must be base64 for pdf.'] }],
  ['in a language that is none', { ...TEXT, language: '??' }, { language: [expect.stringContaining('BCP 47')] }],
])('a document %s is refused', async (_what, input, details) => {
  expect(await validationOf(add(input))).toEqual(details);
});

test('a document may have 5 MiB and no more', async () => {
  const content = 'a '.repeat(MAX_DOCUMENT_BYTES / 2);
  expect(await codeOf(add({ ...TEXT, content: `${content}b` }))).toBe('PAYLOAD_TOO_LARGE');
  expect(await codeOf(add({ ...TEXT, content }))).toBe('none');
});

test('an unreadable document has a reason', async () => {
  const added = await add({
    file_name: 'x.pdf',
    content: Buffer.from('no pdf').toString('base64'),
    encoding: 'base64',
  });
  expect(await read(added)).toBe(false);
  expect(await get(added)).toMatchObject({ status: 'failed', reason: expect.stringContaining('damaged'), passages: 0 });
});

test('what was left out of a document stands in its notes', async () => {
  const book = xlsxOf({
    sheets: {
      A: sheetOf([
        ['Goods', 'Price'],
        ['Desk', 5],
      ]),
      B: sheetOf([['x']]),
    },
    hidden: ['B'],
  });
  const added = await add({ file_name: 'a.xlsx', content: book.toString('base64'), encoding: 'base64' });
  expect(added.notes).toBeNull();
  await read(added);
  expect(await get(added)).toMatchObject({ status: 'ready', notes: 'Hidden sheets were left out: 1.', reason: null });
  expect(await search('desk')).toMatchObject([{ section: 'A', text: 'Goods: Desk | Price: 5' }]);
});

test('the row that is asked for comes first of a table of 300', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `Desk D-${1_000 + index},${index + 7} EUR,${index % 9}`);
  await read(await add({ title: 'Prices', format: 'csv', content: ['Product,Price,In stock', ...rows].join('\n') }));
  for (const index of [0, 77, 299]) {
    const [first] = await search(`What is the price of desk D-${1_000 + index}?`);
    expect(first?.text).toBe(`Product: Desk D-${1_000 + index} | Price: ${index + 7} EUR | In stock: ${index % 9}`);
  }
});

test('a document that is too short to be sure of its language has that of its neighbours', async () => {
  const german = 'Die Waren können innerhalb von dreißig Tagen nach dem Kauf zurückgegeben werden. '.repeat(4);
  const short = { ...TEXT, content: 'Retouren sind frei.' };
  const alone = await add(short);
  await read(alone);
  expect((await get(alone)).language).toBeNull();
  const long = await add({ ...TEXT, content: german });
  await read(long);
  const beside = await add(short);
  await read(beside);
  expect([(await get(long)).language, (await get(beside)).language]).toEqual(['de', 'de']);
  const table = await add({ title: 'Prices', format: 'csv', content: `Item,Size\n${'Sofa Madrid,XL\n'.repeat(40)}` });
  await read(table);
  expect((await get(table)).language).toBe('de');
  await service.dataSource.query("UPDATE knowledge_document SET language = 'fr' WHERE id = $1", [table.id]);
  const last = await add(short);
  await read(last);
  expect((await get(last)).language).toBe('de');
  const given = await add({ ...short, language: 'en' });
  await read(given);
  expect((await get(given)).language).toBe('en');
});

test('a lost reading is listed, and ends as failed, once', async () => {
  const added = await add();
  await service.dataSource.query('DELETE FROM outbox');
  const untouchedSince = new Date(Date.now() + 60_000).toISOString();
  const stale = await perform(service.deps, listStaleDocuments, { untouchedSince, afterId: added.id - 1, limit: 10 });
  expect(stale).toEqual([{ id: added.id, row_key: added.row_key }]);
  expect(await perform(service.deps, failDocument, { ...referenceTo(added), reason: 'lost' })).toBe(true);
  expect(await perform(service.deps, failDocument, { ...referenceTo(added), reason: 'lost' })).toBe(false);
  expect(await read(added)).toBe(false);
  expect((await get(added)).reason).toContain('Upload it again');
});

test('of many documents of a partner a few are started, the others as these end, oldest first', async () => {
  const commands = async (): Promise<number[]> => {
    const sql = `SELECT coalesce(command->>'documentId', '-' || (command->>'versionId'))::int AS id FROM outbox
                 WHERE kind LIKE 'knowledge_base.re%' AND command->>'partnerId' = $1 ORDER BY id`;
    const { partner_id: partner } = await service.run(call, getKnowledgeBase, { params: { id: base } });
    return (await service.dataSource.query(sql, [String(partner)])).map((row: { id: number }) => row.id);
  };
  const first = await add();
  const ids = [first.id];
  for (let more = 0; more < 10; more += 1) ids.push((await add()).id);
  expect(await commands()).toEqual(ids.slice(0, 8));
  // What waits is lost to nobody, and is not taken for lost.
  const untouchedSince = new Date(Date.now() + 60_000).toISOString();
  const stale = await perform(service.deps, listStaleDocuments, { untouchedSince, afterId: first.id - 1, limit: 50 });
  expect(stale.map(({ id }) => id).filter((id) => ids.slice(8).includes(id))).toEqual([]);
  // So does what replaces one of them.
  const replacing = await service.run(call, replaceDocument, {
    params: { id: base, document: first.id },
    input: { title: 'Rules', format: 'text', content: 'Other words.' },
  });
  expect(replacing.replacement?.status).toBe('pending');
  expect(await commands()).toHaveLength(8);
  await Promise.all([read(first), read(first)]);
  expect(await commands()).toEqual(ids.slice(0, 9));
  // Those before were deleted: housekeeping starts what waits.
  for (const id of ids.slice(1, 3)) {
    await service.run(call, deleteDocument, { params: { id: base, document: id } });
  }
  expect(await perform(service.deps, startWaitingReadings, {})).toBeGreaterThanOrEqual(2);
  expect(await commands()).toEqual(ids);
  await service.run(call, deleteDocument, { params: { id: base, document: ids[3] } });
  await Promise.all([0, 1].map(() => perform(service.deps, startWaitingReadings, {})));
  expect((await commands()).filter((id) => id < 0)).toHaveLength(1);
});

test('a document that is deleted while it is read leaves nothing behind', async () => {
  const added = await add();
  const { documents } = service.deps;
  service.deps.documents = {
    async inTurn(turn, work) {
      await service.run(call, deleteDocument, { params: { id: base, document: added.id } });
      return documents.inTurn(turn, work);
    },
  };
  try {
    expect(await read(added)).toBe(false);
  } finally {
    service.deps.documents = documents;
  }
  expect(await search('marmalade')).toEqual([]);
});

test('a knowledge base is deleted with all its contents', async () => {
  await read(await add());
  await service.run(call, deleteKnowledgeBase, { params: { id: base } });
  expect(await codeOf(service.run(call, getKnowledgeBase, { params: { id: base } }))).toBe('NOT_FOUND');
  for (const table of ['knowledge_document', 'knowledge_passage', 'knowledge_lexeme']) {
    expect(await service.dataSource.query(`SELECT 1 FROM ${table} WHERE knowledge_base_id = $1`, [base])).toEqual([]);
  }
});

test('a base that is deleted while a document or an evaluation is added to it is not found', async () => {
  const runner = service.dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('DELETE FROM knowledge_base WHERE id = $1', [base]);
    const input = { name: 'Support', questions: [{ question: 'Is it?', expected: null }] };
    const additions = [add(), service.run(call, createEvaluation, { params: { id: base }, input })].map(codeOf);
    await untilBlocked(runner);
    await runner.commitTransaction();
    expect(await Promise.all(additions)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  } finally {
    await runner.release();
  }
});

test('the numbers of bases, documents and passages are limited', async () => {
  const { partner_id: partner } = await service.run(call, getKnowledgeBase, { params: { id: base } });
  await service.dataSource.query(
    `INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) SELECT $1, 'x', now(), now() FROM generate_series(2, $2)`,
    [partner, LIMITS.knowledge_bases.most],
  );
  expect(await codeOf(service.run(call, createKnowledgeBase, { input: { name: 'One more' } }))).toBe('CONFLICT');
  const added = await add();
  await service.dataSource.query(
    `INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, status, content_hash, bytes, passages, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'x', 'text', 'ready', '', 0, $2, now(), now())`,
    [base, LIMITS.knowledge_passages.most],
  );
  const { limits } = service.deps;
  service.deps.limits = { ...limits, knowledge_documents: 2 };
  try {
    expect(await codeOf(add())).toBe('CONFLICT');
  } finally {
    service.deps.limits = limits;
  }
  expect(await read(added)).toBe(false);
  expect(await get(added)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining(String(LIMITS.knowledge_passages.most)),
  });
});

test("another partner's base cannot be read, searched, changed or added to", async () => {
  const added = await add();
  const { call: other } = await service.createCaller();
  const params = { id: base };
  expect(await codeOf(service.run(other, getKnowledgeBase, { params }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(other, searchKnowledgeBase, { params, input: { q: 'x' } }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(other, addDocument, { params, input: TEXT }))).toBe('FORBIDDEN');
  const theirs = (await service.run(other, createKnowledgeBase, { input: { name: 'Theirs' } })).id;
  const crossed = { id: theirs, document: added.id };
  expect(await codeOf(service.run(other, getDocument, { params: crossed }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(call, getDocument, { params: { id: base, document: added.id + 1_000 } }))).toBe(
    'NOT_FOUND',
  );
});

test('what is said of another year is no answer', async () => {
  await perform(service.deps, indexPlatform, {
    pages: [{ title: 'Budgets', content: '# Budgets\n\nThe budget for fairs in 2026 is 12,000 euros.' }],
  });
  const ask = (query: string) => retrievePassages(service.deps, platformRetrieval(call, query));
  expect(await ask('What is the budget for fairs in 2026?')).toHaveLength(1);
  expect(await ask('What is the budget for fairs?')).toHaveLength(1);
  expect(await ask('What is the budget for fairs in 2027?')).toEqual([]);
  await perform(service.deps, indexPlatform, { pages: [] });
});

test("the platform's pages are indexed once, and again when they change", async () => {
  const index = (content: string) =>
    perform(service.deps, indexPlatform, {
      pages: [
        { title: 'Guide', content },
        { title: 'Other', content: 'Tea.' },
      ],
    });
  expect(await index('# Guide\n\nA credit is what work costs.')).toEqual({ read: 2, removed: 0 });
  expect(await index('# Guide\n\nA credit is what work costs.')).toEqual({ read: 0, removed: 0 });
  expect(await retrievePassages(service.deps, platformRetrieval(call, 'What is a credit?'))).toMatchObject([
    { document_id: null, document: 'Guide', text: 'A credit is what work costs.' },
  ]);
  expect(await index('# Guide\n\nCredits are money.')).toEqual({ read: 1, removed: 1 });
  expect(await retrievePassages(service.deps, platformRetrieval(call, 'What is a credit?'))).toMatchObject([
    { text: 'Credits are money.' },
  ]);
  expect(await retrievePassages(service.deps, platformRetrieval(call, 'Who was Napoleon?'))).toEqual([]);
  const [{ id }] = await service.dataSource.query('SELECT id FROM knowledge_base WHERE partner_id IS NULL');
  expect(await codeOf(service.run(call, getKnowledgeBase, { params: { id } }))).toBe('NOT_FOUND');
});
