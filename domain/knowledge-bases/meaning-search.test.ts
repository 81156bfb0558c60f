import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createAi } from '../../infra/ai/openai.ts';
import type { EmbeddingInputs } from '../../infra/ai/port.ts';
import { type SandboxAi, startSandboxAi } from '../../sandbox/ai/server.ts';
import { type NarrowEmbeddings, startNarrowEmbeddings } from '../../test/environment/narrow-embeddings.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import { fuse } from './fusion.ts';
import { addDocument } from './operations/add-document.ts';
import { createKnowledgeBase } from './operations/create-knowledge-base.ts';
import { searchKnowledgeBase } from './operations/reads.ts';
import { updateKnowledgeBase } from './operations/update-knowledge-base.ts';
import { QUERY_LIMITS } from './query-embedding.ts';
import { partnerRetrieval, retrievePassages } from './retrieval.ts';
import { searchPassages } from './search.ts';
import { embedPassages, endDocumentEmbedding } from './steps/embed-document.ts';
import { beginDueEmbeddings } from './steps/housekeeping.ts';
import { readDocument } from './steps/read-document.ts';
import { bitsOf, bytesOf, cosineTo } from './vectors.ts';

jest.setTimeout(60_000);

let service: TestService;
let sandbox: SandboxAi;
let narrow: NarrowEmbeddings;
let owner: Owner;

beforeAll(async () => {
  service = await startTestService();
  sandbox = await startSandboxAi({ port: 0 });
  narrow = await startNarrowEmbeddings(sandbox);
});
beforeEach(async () => {
  useModel('first');
  owner = await newOwner();
});
afterEach(() => play([]));
afterAll(async () => {
  await narrow?.close();
  await sandbox?.close();
  await service.stop();
});

interface Owner {
  call: Call;
  base: number;
  partnerId: number;
}

async function newOwner(key: object = {}): Promise<Owner> {
  const { id: partnerId } = await service.createPartner();
  const grant = { partnerId, kind: 'grant', amount: 100, reference: 'test', reason: 'test' } as const;
  await service.deps.transaction(service.admin, (tx) => grantCredits(tx, grant));
  const { call } = await service.createKey({ id: partnerId } as never, key);
  const { id: base } = await service.run(call, createKnowledgeBase, { input: { name: 'Base' } });
  return { call, base, partnerId };
}

/** Lets queries and documents be embedded by this model, of a process of its own: nothing is cached. */
function useModel(
  name: string,
  { inputs = {}, at, batchSize = 100 }: { inputs?: EmbeddingInputs; at?: NarrowEmbeddings; batchSize?: number } = {},
): void {
  const provider = { baseUrl: `${sandbox.url}/v1`, apiKey: 'key', model: 'm' };
  const embeddingsAt = at && { baseUrl: at.url, apiKey: undefined };
  service.deps.ai = createAi({
    provider: {
      ...provider,
      embeddingsAt,
      embeddings: { name, dimensions: 256, inputs, answerSimilarity: 0.4, batchSize },
    },
    sandbox: {
      ...provider,
      embeddings: { name: 'sandbox', dimensions: 256, inputs: {}, answerSimilarity: 0.4, batchSize: 100 },
    },
    timeoutMs: 10_000,
  });
}

const play = (faults: object[]) =>
  fetch(`${sandbox.url}/__sandbox/faults`, { method: 'PUT', body: JSON.stringify({ faults }) });

async function asked(): Promise<number> {
  const summary = (await (await fetch(`${sandbox.url}/__sandbox/requests`)).json()) as { count: number };
  return summary.count;
}

const TEXTS = [
  'Employees have thirty days of annual leave.',
  'Broken goods are repaired free of charge within two years.',
  'The office closes at six.',
];

async function add(by: Owner, texts: readonly string[] = TEXTS): Promise<void> {
  const content = texts.map((text, index) => `# Part ${index}\n\n${text}`).join('\n\n');
  const input = { title: 'Rules', format: 'markdown', language: 'en', content };
  const added = await service.run(by.call, addDocument, { params: { id: by.base }, input });
  await perform(service.deps, readDocument, { documentId: added.id, rowKey: added.row_key });
}

/** Runs all embeddings that were begun. */
async function embedAll(): Promise<void> {
  const rows: { id: number; row_key: string }[] = await service.dataSource.query(
    `SELECT id, row_key FROM knowledge_embedding WHERE status = 'running'`,
  );
  for (const { id: embeddingId, row_key: rowKey } of rows) {
    await perform(service.deps, embedPassages, { embeddingId, rowKey });
    expect(await perform(service.deps, endDocumentEmbedding, { embeddingId, rowKey })).toBe('completed');
  }
}

const search = (q: string, by = owner) =>
  service.run(by.call, searchKnowledgeBase, { params: { id: by.base }, input: { q } });

const retrieve = async (query: string, by = owner, uncertain = false) =>
  retrievePassages(
    service.deps,
    await partnerRetrieval(service.deps, by.call, { kbIds: undefined, query, answering: true, uncertain }),
  );
/** What the AI reads for a question. */
const read = (query: string) => retrieve(query, owner, true);

test('vectors are stored as what they are', () => {
  const vector = new Float32Array([0.6, -0.8, 0]);
  expect(bitsOf(vector)).toBe('100');
  expect(cosineTo(vector, bytesOf(vector))).toBeCloseTo(1);
  expect(cosineTo(new Float32Array([1, 0, 0]), bytesOf(vector))).toBeCloseTo(0.6);
  expect(() => cosineTo(new Float32Array([1]), bytesOf(vector))).toThrow(RangeError);
});

test('what two rankings place high comes first', () => {
  const ranking = (...ids: number[]) => ids.map((id) => ({ id }));
  expect(fuse([ranking(1, 2, 3), ranking(3, 2, 4)])).toEqual([3, 2, 1, 4]);
  expect(fuse([ranking(1, 2), ranking(2, 1)])).toEqual([1, 2]);
  expect(fuse([ranking(1, 2)])).toEqual([1, 2]);
});

describe('a question in other words', () => {
  test.each([
    ['How much vacation do I get?', 'annual leave'],
    ['Wie viel Urlaub bekommen Mitarbeiter?', 'annual leave'],
    ['¿Quién arregla un producto defectuoso?', 'Broken goods'],
  ])('finds its passage: %s', async (question, text) => {
    await add(owner);
    await embedAll();
    const { passages, meaning } = await search(question);
    expect(meaning).toBe('used');
    expect(passages[0]).toMatchObject({ text: expect.stringContaining(text), similarity: expect.any(Number) });
  });

  test('is answered where the meaning is near enough, and refused where it is not', async () => {
    await add(owner, ['Vacation of employees: thirty days a year.']);
    expect(await retrieve('Urlaub Mitarbeiter')).toEqual([]);
    await embedAll();
    expect(await retrieve('Urlaub Mitarbeiter')).toMatchObject([{ text: expect.stringContaining('thirty days') }]);
    expect(await retrieve('Wer war Napoleon?')).toEqual([]);
  });

  test('is refused where its code or number is in no passage, however near the meaning is', async () => {
    await add(owner, ['SKU-1234: vacation of employees.']);
    await embedAll();
    const near = 'Urlaub Mitarbeiter';
    expect((await search(near)).passages[0]?.similarity).toBeGreaterThanOrEqual(0.4);
    expect(await retrieve(near)).toHaveLength(1);
    expect(await retrieve(`${near}: SKU-1234`)).toHaveLength(1);
    expect(await retrieve(`${near}: SKU-9999`)).toEqual([]);
    expect((await search('SKU-9999')).passages).toEqual([]);
    expect(await retrieve(`${near}: 77`)).toEqual([]);
  });
});

describe('below the gate', () => {
  const FAR = 'How much vacation do I get?';

  test('the nearest passages are read, too, at most ten, those that pass first', async () => {
    const colours = ['red', 'green', 'blue', 'white', 'black', 'brown', 'grey', 'pink', 'purple', 'silver'];
    await add(owner, [...TEXTS, ...colours.map((colour) => `The ${colour} door is locked.`)]);
    await embedAll();
    expect(await retrieve(FAR)).toEqual([]);
    const passages = await read(FAR);
    expect(passages).toHaveLength(10);
    expect(passages[0]?.text).toContain('annual leave');
    const [first, ...others] = await read('Employees have how many days of annual leave?');
    expect(first?.text).toContain('annual leave');
    expect(others).toHaveLength(9);
  });

  test('nothing is read of another code or year, or in a base with a threshold of its own', async () => {
    await add(owner, [
      'SKU-1234: vacation of employees.',
      'In 2025 the vacation of employees in the two shops on the coast is thirty days.',
    ]);
    await embedAll();
    const texts = async (query: string) => (await read(query)).map(({ text }) => text.slice(0, 8)).sort();
    expect(await texts('Freizeit')).toEqual(['In 2025 ', 'SKU-1234']);
    expect(await texts('Freizeit bei SKU-1234')).toEqual(['SKU-1234']);
    expect(await texts('Freizeit bei SKU-9999')).toEqual([]);
    expect(await texts('Freizeit 2025')).toEqual(['In 2025 ']);
    expect(await texts('Freizeit 2026')).toEqual([]);
    const input = { answer_threshold: 0.9 };
    await service.run(owner.call, updateKnowledgeBase, { params: { id: owner.base }, input });
    expect(await texts('Freizeit')).toEqual([]);
  });
});

test('what is not embedded stands before what has fewer words of the query', async () => {
  await add(owner, ['The lime desk number two costs forty euros.', 'The plum desk number two costs fifty euros.']);
  await embedAll();
  await add(owner, ['The walnut desk number two costs sixty euros.']);
  const { passages, meaning } = await search('walnut desk number two');
  expect(meaning).toBe('used');
  expect(passages[0]).toMatchObject({ text: expect.stringContaining('walnut'), rank: 1, similarity: null });
});

test("another partner's vectors are never found", async () => {
  const other = await newOwner();
  await add(other);
  await embedAll();
  await add(owner, ['The printer is on the second floor.']);
  await embedAll();
  const { passages } = await search('How much vacation do I get?');
  expect(passages.map(({ text }) => text)).toEqual([expect.stringContaining('printer')]);
});

describe('a search is by words, and says so', () => {
  test('while no document is embedded', async () => {
    await add(owner);
    expect(await search('leave')).toMatchObject({ meaning: 'none', passages: [{ similarity: null }] });
  });

  test.each([
    ['fails', { kind: 'error', status: 503 }],
    ['limits us', { kind: 'rate_limit' }],
    ['gives vectors of another length', { kind: 'nonsense' }],
    ['does not answer in two seconds', { kind: 'slow', delay_ms: 5_000 }],
  ])('when the provider %s', async (_what, fault) => {
    await add(owner);
    await embedAll();
    await play([fault]);
    const { passages, meaning } = await search('annual leave');
    expect(meaning).toBe('unavailable');
    expect(passages).toMatchObject([{ text: expect.stringContaining('annual leave'), similarity: null }]);
    await play([]);
    expect((await search('annual leave')).meaning).toBe('used');
  });

  test('and does not wait for a provider that hangs, once three queries have; a later query tries again', async () => {
    await add(owner);
    await embedAll();
    const outcomes: string[] = [];
    service.deps.meters = { ...service.deps.meters, queryEmbedded: (outcome) => outcomes.push(outcome) };
    service.setClock(new Date('2026-06-01T10:00:00Z'));
    await play([{ kind: 'error', status: 503 }]);
    for (const query of ['leave a', 'leave b', 'leave c', 'leave d', 'leave e'])
      expect((await search(query)).meaning).toBe('unavailable');
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'skipped', 'skipped']);
    await play([]);
    expect((await search('leave f')).meaning).toBe('unavailable');
    service.setClock(new Date('2026-06-01T10:00:31Z'));
    expect((await search('leave g')).meaning).toBe('used');
    expect((await search('leave f')).meaning).toBe('used');
    service.setClock(undefined);
  });

  test('when the partner has asked for too many, but not for what was asked before', async () => {
    await add(owner);
    await embedAll();
    expect((await search('holidays')).meaning).toBe('used');
    const { perMinute } = QUERY_LIMITS;
    const used = 'UPDATE knowledge_query_use SET in_minute = $2 WHERE partner_id = $1';
    service.setClock(new Date('2026-06-01T10:00:10Z'));
    expect((await search('vacation')).meaning).toBe('used');
    await service.dataSource.query(used, [owner.partnerId, perMinute]);
    expect((await search('time off')).meaning).toBe('limited');
    expect((await search('holidays')).meaning).toBe('used');
    const asker = { partnerId: owner.partnerId, sandbox: false, isEvaluation: true };
    const evaluated = await searchPassages(service.deps, { baseIds: [owner.base], query: 'days off', limit: 1, asker });
    expect(evaluated.meaning).toBe('used');
    service.setClock(new Date('2026-06-01T10:01:00Z'));
    expect((await search('time off')).meaning).toBe('used');
    service.setClock(undefined);
  });
});

test('a query is embedded once', async () => {
  await add(owner);
  await embedAll();
  const before = await asked();
  for (let times = 0; times < 3; times += 1) await search('annual leave');
  expect((await asked()) - before).toBe(1);
});

test('documents of the model before are found until they are embedded anew', async () => {
  await add(owner, ['Vacation of employees: thirty days a year.']);
  await embedAll();
  useModel('second');
  await add(owner, ['The printer is on the second floor.']);
  await embedAll();
  const { passages } = await search('Urlaub');
  expect(passages.map(({ similarity }) => similarity)).toEqual([expect.any(Number), expect.any(Number)]);
  expect(passages.map(({ text }) => text)).toContainEqual(expect.stringContaining('Vacation'));
  await perform(service.deps, beginDueEmbeddings, {});
  await embedAll();
  const before = await asked();
  expect((await search('Urlaub der Angestellten')).passages[0]?.text).toContain('Vacation');
  expect((await asked()) - before).toBe(1);
});

describe('a model whose vectors all lie in a narrow cone', () => {
  test('has the same gate as others', async () => {
    useModel('narrow', { at: narrow });
    await add(owner, ['Vacation of employees: thirty days a year.', ...TEXTS.slice(1)]);
    await embedAll();
    expect(await retrieve('Urlaub Mitarbeiter')).toMatchObject([{ text: expect.stringContaining('thirty days') }]);
    expect(await retrieve('Wer war Napoleon?')).toEqual([]);
    const { passages } = await search('Urlaub Mitarbeiter');
    expect(passages[0]?.similarity).toBeGreaterThan(0.4);
    for (const { similarity } of passages.slice(1)) expect(Math.abs(similarity ?? 0)).toBeLessThan(0.3);
    expect(new Set(narrow.keys)).toEqual(new Set([undefined]));
  });

  test('is calibrated once, for two documents at a time too', async () => {
    useModel('narrow by two', { at: narrow });
    const before = narrow.asked.length;
    await Promise.all([add(owner, TEXTS.slice(0, 1)), add(owner, TEXTS.slice(1))]);
    const rows: { id: number; row_key: string; space_id: string }[] = await service.dataSource.query(
      `SELECT id, row_key, space_id FROM knowledge_embedding WHERE status = 'running'`,
    );
    expect(rows).toHaveLength(2);
    await Promise.all(
      rows.map(({ id, row_key }) => perform(service.deps, embedPassages, { embeddingId: id, rowKey: row_key })),
    );
    await embedAll();
    // Four requests for the texts that are measured, and one for each document.
    expect(narrow.asked.length - before).toBe(6);
    expect((await search('How much vacation do I get?')).passages[0]?.text).toContain('annual leave');
    const after = narrow.asked.length;
    await add(owner, ['The printer is on the second floor.']);
    await embedAll();
    expect(narrow.asked.length - after).toBe(1);
  });

  test('on a server that does one request after another is asked for as few texts at once as the operator says', async () => {
    useModel('narrow and slow', { at: narrow, batchSize: 50 });
    const before = narrow.asked.length;
    await add(owner);
    await embedAll();
    const sizes = narrow.asked.slice(before).map(({ input }) => input.length);
    expect(Math.max(...sizes)).toBe(50);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(240 + TEXTS.length);
    expect((await search('How much vacation do I get?')).passages[0]?.text).toContain('annual leave');
  });

  test('takes no vectors of a process that does not calibrate', async () => {
    useModel('narrow alone', { at: narrow });
    await add(owner);
    await embedAll();
    const ofRelease = `INSERT INTO knowledge_vector (passage_id, space_id, vector, bits)
      SELECT p.id, s.id, '\\x00', B'0' FROM knowledge_passage p, knowledge_space s WHERE s.model = 'first' AND s.calibration_version > 0 LIMIT 1`;
    await expect(service.dataSource.query(ofRelease)).rejects.toThrow('knowledge_vector_calibration');
  });
});

test('texts are sent with what the model wants before them, and documents are embedded anew when that changes', async () => {
  useModel('prefixed', { at: narrow });
  await add(owner);
  await embedAll();
  const inputs = { query: { prefix: 'query: ', type: 'search' }, passage: { prefix: 'passage: ' } };
  useModel('prefixed', { inputs, at: narrow });
  const before = narrow.asked.length;
  expect((await search('annual leave')).meaning).toBe('used');
  expect(narrow.asked.slice(before)).toMatchObject([{ input: ['annual leave'] }]);
  await perform(service.deps, beginDueEmbeddings, {});
  await embedAll();
  const [measured] = narrow.asked.slice(before + 1);
  expect(measured).toMatchObject({ input_type: 'search' });
  expect(measured?.input.every((text) => text.startsWith('query: '))).toBe(true);
  const ofDocument = narrow.asked.at(-1);
  expect(ofDocument?.input.every((text) => text.startsWith('passage: Part'))).toBe(true);
  expect(ofDocument).not.toHaveProperty('input_type');
  expect((await search('annual leave')).meaning).toBe('used');
  expect(narrow.asked.at(-1)).toMatchObject({ input: ['query: annual leave'], input_type: 'search' });
});

test('vectors of the release before, as the model sent them, serve until they are embedded anew', async () => {
  useModel('of the release before', { at: narrow });
  const [{ id: spaceId }] = await service.dataSource.query(
    `INSERT INTO knowledge_space (model, dimensions) VALUES ('of the release before', 256) RETURNING id`,
  );
  await add(owner);
  await service.dataSource.query(`UPDATE knowledge_embedding SET space_id = $1 WHERE status = 'running'`, [spaceId]);
  const before = narrow.asked.length;
  await embedAll();
  expect(narrow.asked.length - before).toBe(1);
  const found = await search('annual leave');
  expect(found.meaning).toBe('used');
  expect(Math.min(...found.passages.map(({ similarity }) => similarity ?? 0))).toBeGreaterThan(0.6);
  await perform(service.deps, beginDueEmbeddings, {});
  await embedAll();
  const [first, ...others] = (await search('annual leave')).passages;
  expect(first?.text).toContain('annual leave');
  for (const { similarity } of others) expect(similarity).toBeLessThan(0.4);
});

test('sandbox keys search among the vectors of sandbox keys, for nothing', async () => {
  const by = await newOwner({ sandbox: true });
  await add(by);
  await embedAll();
  expect((await search('How much vacation do I get?', by)).meaning).toBe('used');
  const live = { ...by, call: (await service.createKey({ id: by.partnerId } as never)).call };
  expect((await search('How much vacation do I get?', live)).meaning).toBe('none');
});
