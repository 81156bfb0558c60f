import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitingFor } from '../../test/environment/blocked.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { LIMITS } from '../kernel/limits.ts';
import { perform } from '../kernel/step.ts';
import { addDocument } from './operations/add-document.ts';
import { createKnowledgeBase } from './operations/create-knowledge-base.ts';
import { deleteDocument } from './operations/delete-document.ts';
import { getDocument, listPassages, listVersions, searchKnowledgeBase } from './operations/reads.ts';
import { replaceDocument } from './operations/replace-document.ts';
import { MAX_DOCUMENT_BYTES } from './schema.ts';
import { listStaleVersions } from './steps/housekeeping.ts';
import { readDocument } from './steps/read-document.ts';
import { failVersion, readVersion } from './steps/read-version.ts';
import type { KnowledgeDocument, VersionReference } from './table.ts';
import { MAX_VERSIONS } from './version-store.ts';

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

const ORANGES = 'Marmalade is made of oranges.';
const LEMONS = 'Marmalade is made of lemons.';
const LIMES = 'Marmalade is made of limes.';

const paramsOf = ({ id }: Pick<KnowledgeDocument, 'id'>) => ({ id: base, document: id });
const get = (document: KnowledgeDocument) => service.run(call, getDocument, { params: paramsOf(document) });
const replace = (document: KnowledgeDocument, input: object) =>
  service.run(call, replaceDocument, { params: paramsOf(document), input });
const versionsOf = async (document: KnowledgeDocument) =>
  (await service.run(call, listVersions, { params: paramsOf(document), input: { per_page: 50 } })).rows.map(
    ({ version, status, passages }) => [version, status, passages],
  );

async function search(q: string): Promise<string[]> {
  const { passages: found } = await service.run(call, searchKnowledgeBase, { params: { id: base }, input: { q } });
  return found.map(({ text }) => text);
}

async function add(content: string, format = 'text'): Promise<KnowledgeDocument> {
  return service.run(call, addDocument, { params: { id: base }, input: { title: 'Note', format, content } });
}

const readFirst = ({ id, row_key }: KnowledgeDocument) =>
  perform(service.deps, readDocument, { documentId: id, rowKey: row_key });

async function added(content: string): Promise<KnowledgeDocument> {
  const document = await add(content);
  expect(await readFirst(document)).toBe(true);
  return document;
}

/** The version of a document with a number. */
async function versionOf({ id }: KnowledgeDocument, version: number): Promise<VersionReference> {
  const [row] = await service.dataSource.query(
    'SELECT id, row_key FROM knowledge_document_version WHERE document_id = $1 AND version = $2',
    [id, version],
  );
  return { versionId: Number(row.id), rowKey: row.row_key };
}

const read = async (document: KnowledgeDocument, version: number) =>
  perform(service.deps, readVersion, await versionOf(document, version));

const lexemes = async () =>
  (
    await service.dataSource.query(
      `SELECT lexeme, passages FROM knowledge_lexeme WHERE knowledge_base_id = $1 ORDER BY lexeme`,
      [base],
    )
  ).map(({ lexeme, passages }: { lexeme: string; passages: number }) => `${lexeme} ${passages}`);

test('the old passages serve until the new ones have been read, and no word of theirs is counted any more then', async () => {
  const document = await added(ORANGES);
  const counted = await lexemes();
  const replaced = await replace(document, { content: LEMONS, title: 'Recipe' });
  expect(replaced).toMatchObject({
    status: 'ready',
    title: 'Note',
    version: 1,
    replacement: { version: 2, status: 'pending', reason: null, bytes: LEMONS.length },
  });
  expect(await search('marmalade')).toEqual([ORANGES]);
  expect(await read(document, 2)).toBe(true);
  expect(await read(document, 2)).toBe(false);
  expect(await get(document)).toMatchObject({
    id: document.id,
    title: 'Recipe',
    status: 'ready',
    version: 2,
    replacement: null,
    bytes: LEMONS.length,
    content_hash: replaced.replacement?.content_hash,
    passages: 1,
  });
  expect(await search('marmalade')).toEqual([LEMONS]);
  expect(await search('oranges')).toEqual([]);
  expect(await lexemes()).toEqual(counted.map((line: string) => line.replace('orang', 'lemon')).sort());
  expect(await versionsOf(document)).toEqual([
    [2, 'ready', 1],
    [1, 'replaced', 1],
  ]);
  const left = await service.dataSource.query('SELECT 1 FROM knowledge_document_version WHERE source IS NOT NULL');
  expect(left).toEqual([]);
});

test('a document that was never replaced has one version', async () => {
  expect(await versionsOf(await added(ORANGES))).toEqual([[1, 'ready', 1]]);
});

test('what cannot be read leaves the old passages, and says why; what comes next is read', async () => {
  const document = await added(ORANGES);
  await replace(document, { content: Buffer.from('no pdf').toString('base64'), encoding: 'base64', format: 'pdf' });
  expect(await read(document, 2)).toBe(false);
  expect(await get(document)).toMatchObject({
    status: 'ready',
    format: 'text',
    version: 1,
    replacement: { version: 2, status: 'failed', reason: expect.stringContaining('damaged') },
  });
  expect(await search('marmalade')).toEqual([ORANGES]);
  await replace(document, { content: LEMONS });
  expect(await read(document, 3)).toBe(true);
  expect(await get(document)).toMatchObject({ version: 3, replacement: null });
  expect(await versionsOf(document)).toEqual([
    [3, 'ready', 1],
    [2, 'failed', 0],
    [1, 'replaced', 1],
  ]);
});

test('the same bytes change nothing, or only the title', async () => {
  const document = await added(ORANGES);
  const before = await get(document);
  expect(await replace(document, { content: ORANGES })).toEqual(before);
  expect(await replace(document, { content: ORANGES, title: 'Note', file_name: 'x.txt' })).toEqual(before);
  expect(await replace(document, { content: ORANGES, title: 'Recipe' })).toMatchObject({
    title: 'Recipe',
    version: 1,
    replacement: null,
  });
  const waiting = await replace(document, { content: LEMONS });
  expect(await replace(document, { content: LEMONS })).toEqual(waiting);
  expect((await replace(document, { content: LEMONS, title: 'Lemons' })).replacement?.version).toBe(3);
  // In another language or format, the same bytes are something else.
  expect((await replace(document, { content: LEMONS, language: 'de' })).replacement?.version).toBe(4);
  expect((await replace(document, { content: LEMONS, format: 'markdown' })).replacement?.version).toBe(5);
});

test('a document that could not be read is read again, also from the same bytes', async () => {
  const document = await add(' ');
  expect(await readFirst(document)).toBe(false);
  expect((await replace(document, { content: ' ' })).replacement).toMatchObject({ version: 2, status: 'pending' });
  await replace(document, { content: LEMONS });
  expect(await read(document, 3)).toBe(true);
  expect(await get(document)).toMatchObject({ status: 'ready', reason: null, version: 3 });
  expect(await versionsOf(document)).toEqual([
    [3, 'ready', 1],
    [2, 'replaced', 0],
    [1, 'failed', 0],
  ]);
});

test('of two replacements at once the later one is used, whichever is read first', async () => {
  const document = await added(ORANGES);
  const [first, second] = await Promise.all([
    replace(document, { content: LEMONS }),
    replace(document, { content: LIMES }),
  ]);
  expect([first.replacement?.version, second.replacement?.version].sort()).toEqual([2, 3]);
  const last = (await get(document)).replacement?.content_hash;
  expect(await Promise.all([read(document, 3), read(document, 2)])).toEqual([true, false]);
  expect(await get(document)).toMatchObject({ version: 3, content_hash: last, passages: 1 });
  expect(await search('marmalade')).toHaveLength(1);
});

test('a replacement during the first reading wins, in either order', async () => {
  const early = await add(ORANGES);
  await replace(early, { content: LEMONS });
  expect(await read(early, 2)).toBe(true);
  expect(await readFirst(early)).toBe(false);
  expect(await search('marmalade')).toEqual([LEMONS]);
  expect(await versionsOf(early)).toEqual([
    [2, 'ready', 1],
    [1, 'replaced', 0],
  ]);
  const late = await add(ORANGES);
  await replace(late, { content: LIMES });
  expect(await readFirst(late)).toBe(true);
  expect(await search('oranges')).toEqual([ORANGES]);
  expect(await read(late, 2)).toBe(true);
  expect((await search('marmalade')).sort()).toEqual([LEMONS, LIMES].sort());
});

test('two workers that read a version at once use it once', async () => {
  const document = await added(ORANGES);
  await replace(document, { content: LEMONS });
  expect((await Promise.all([read(document, 2), read(document, 2)])).sort()).toEqual([false, true]);
  expect(await search('marmalade')).toEqual([LEMONS]);
});

test('a document that is deleted while its replacement is read leaves nothing behind', async () => {
  const document = await added(ORANGES);
  await replace(document, { content: LEMONS });
  const version = await versionOf(document, 2);
  const { documents } = service.deps;
  service.deps.documents = {
    inTurn: (turn, work) =>
      documents.inTurn(turn, async (readOne) =>
        work(async (format, source) => {
          await service.run(call, deleteDocument, { params: paramsOf(document) });
          return readOne(format, source);
        }),
      ),
  };
  try {
    expect(await perform(service.deps, readVersion, version)).toBe(false);
  } finally {
    service.deps.documents = documents;
  }
  expect(await search('marmalade')).toEqual([]);
  expect(await lexemes()).toEqual([]);
  expect(await codeOf(replace(document, { content: LIMES }))).toBe('NOT_FOUND');
});

test('a lost reading is listed, and ends as failed, once; the document keeps what it has', async () => {
  const document = await added(ORANGES);
  await replace(document, { content: LEMONS });
  const version = await versionOf(document, 2);
  const untouchedSince = new Date(Date.now() + 60_000).toISOString();
  const stale = () =>
    perform(service.deps, listStaleVersions, { untouchedSince, afterId: version.versionId - 1, limit: 10 });
  expect(await stale()).toEqual([]);
  await service.dataSource.query('DELETE FROM outbox');
  expect(await stale()).toEqual([{ id: version.versionId, row_key: version.rowKey }]);
  expect(await perform(service.deps, failVersion, { ...version, reason: 'lost' })).toBe(true);
  expect(await perform(service.deps, failVersion, { ...version, reason: 'lost' })).toBe(false);
  expect(await perform(service.deps, readVersion, version)).toBe(false);
  expect((await get(document)).replacement?.reason).toContain('Upload it again');
  expect(await search('marmalade')).toEqual([ORANGES]);
});

test('passages of the old content make room for those of the new, and no more than there is room for', async () => {
  const limited = (knowledge_passages: number) => ({
    ...service.deps,
    limits: { ...service.deps.limits, knowledge_passages },
  });
  const document = await added(ORANGES);
  await added(LIMES);
  await replace(document, { content: '# One\n\nLemons.\n\n# Two\n\nMelons.', format: 'markdown' });
  const version = await versionOf(document, 2);
  expect(await perform(limited(2), readVersion, version)).toBe(false);
  expect((await get(document)).replacement?.reason).toContain('may have 2 passages');
  await replace(document, { content: LEMONS });
  expect(await perform(limited(2), readVersion, await versionOf(document, 3))).toBe(true);
  expect((await service.run(call, listPassages, { params: paramsOf(document), input: {} })).total).toBe(1);
});

test('bytes of all documents are limited, those that are replaced left out', async () => {
  const document = await added(ORANGES);
  const replaceWithin = async (knowledge_bytes: number) => {
    const { limits } = service.deps;
    service.deps.limits = { ...limits, knowledge_bytes };
    try {
      return await codeOf(replace(document, { content: `${LEMONS} ${knowledge_bytes}` }));
    } finally {
      service.deps.limits = limits;
    }
  };
  expect(await replaceWithin(1)).toBe('none');
  const other = await added(LIMES);
  expect(await replaceWithin(LIMES.length)).toBe('CONFLICT');
  expect(await replaceWithin(LIMES.length + 1)).toBe('none');
  // What waits to be read is kept, too.
  await replace(other, { content: LIMES.repeat(3) });
  expect(await replaceWithin(LIMES.length * 3)).toBe('CONFLICT');
  expect(await replaceWithin(LIMES.length * 3 + 1)).toBe('none');
  expect(LIMITS.knowledge_documents.most).toBeGreaterThanOrEqual(500 * LIMITS.knowledge_bases.most);
});

test('a document keeps its newest versions, and the one in use among them', async () => {
  const document = await added(ORANGES);
  for (let version = 2; version <= MAX_VERSIONS + 4; version += 1) {
    await replace(document, { content: `${LEMONS} ${version}` });
  }
  const kept = await versionsOf(document);
  expect(kept.map(([version]) => version)).toEqual([
    ...Array.from({ length: MAX_VERSIONS - 1 }, (_, index) => MAX_VERSIONS + 4 - index),
    1,
  ]);
  expect(kept).toHaveLength(MAX_VERSIONS);
  expect(kept.filter(([, status]) => status === 'pending')).toEqual([[MAX_VERSIONS + 4, 'pending', 0]]);
});

test('a document with the bytes of an older one of its base names it', async () => {
  const first = await added(ORANGES);
  const second = await added(ORANGES);
  expect(await get(first)).toMatchObject({ duplicate_of: null });
  expect(await get(second)).toMatchObject({ duplicate_of: first.id, content_hash: (await get(first)).content_hash });
  await replace(second, { content: LEMONS });
  await read(second, 2);
  expect(await get(second)).toMatchObject({ duplicate_of: null });
});

test.each<[string, object, object]>([
  ['nothing', { content: '' }, { content: ['Must not be empty.'] }],
  ['base64 that is none', { encoding: 'base64', content: 'a-b' }, { content: ['Must be base64.'] }],
  ['a PDF as text', { format: 'pdf', content: 'x' }, { encoding: ['Must be base64 for pdf.'] }],
  ['a file that is a PDF by its name', { file_name: 'a.pdf', content: 'x' }, { encoding: ['Must be base64 for pdf.'] }],
])('a document is not replaced by %s', async (_what, input, details) => {
  expect(await validationOf(replace(await add(ORANGES), input))).toEqual(details);
});

test.each(['notes.constructor', 'notes.__proto__', 'notes.tostring', 'notes'])(
  'the name %s says no format',
  async (file_name) => {
    const input = { content: ORANGES, file_name };
    expect(await validationOf(service.run(call, addDocument, { params: { id: base }, input }))).toEqual({
      format: [expect.stringContaining('Is required')],
    });
    expect(await codeOf(replace(await add(ORANGES), input))).toBe('none');
  },
);

test('what replaces a document may have 5 MiB and no more', async () => {
  const document = await add(ORANGES);
  const content = 'a '.repeat(MAX_DOCUMENT_BYTES / 2);
  expect(await codeOf(replace(document, { content: `${content}b` }))).toBe('PAYLOAD_TOO_LARGE');
  expect(await codeOf(replace(document, { content }))).toBe('none');
});

test("another partner's document cannot be replaced, nor its versions be read", async () => {
  const document = await added(ORANGES);
  const { call: other } = await service.createCaller();
  const params = paramsOf(document);
  expect(await codeOf(service.run(other, replaceDocument, { params, input: { content: LIMES } }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(other, listVersions, { params, input: {} }))).toBe('FORBIDDEN');
});

test('a document is replaced that others are added beside, whose readings may start its own', async () => {
  const document = await add(ORANGES);
  const replaced = await waitingFor(service.dataSource, {
    held: (em) => lockPartner(em, document.partner_id ?? 0),
    work: () => replace(document, { content: LEMONS }),
    next: (em) => em.query('UPDATE knowledge_document SET waits = false WHERE id = $1', [document.id]),
  });
  expect(replaced.replacement?.version).toBe(2);
});
