import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createAi } from '../../infra/ai/openai.ts';
import { type SandboxAi, startSandboxAi } from '../../sandbox/ai/server.ts';
import { untilBlocked, waitingFor } from '../../test/environment/blocked.ts';
import { longestHoldOf } from '../../test/environment/cpu-time.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { brokenInvariants } from '../../test/invariants/invariants.ts';
import { grantCredits } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import { embeddingPrice } from './embedding.ts';
import { addDocument } from './operations/add-document.ts';
import { createKnowledgeBase } from './operations/create-knowledge-base.ts';
import { deleteDocument } from './operations/delete-document.ts';
import { getDocument } from './operations/reads.ts';
import { replaceDocument } from './operations/replace-document.ts';
import { embedPassages, endDocumentEmbedding, failDocumentEmbedding } from './steps/embed-document.ts';
import { beginDueEmbeddings, listStaleEmbeddings } from './steps/housekeeping.ts';
import { readDocument } from './steps/read-document.ts';
import { readVersion } from './steps/read-version.ts';
import type { KnowledgeDocument, KnowledgeEmbeddingRow } from './table.ts';

jest.setTimeout(60_000);

let service: TestService;
let sandbox: SandboxAi;
let call: Call;
let base: number;

beforeAll(async () => {
  service = await startTestService();
  sandbox = await startSandboxAi({ port: 0 });
  useModel('first');
});
beforeEach(async () => {
  ({ call, base } = await owner());
});
afterEach(async () => {
  await play([]);
  useModel('first');
  expect(await brokenInvariants((sql) => service.dataSource.query(sql), { atRest: false })).toEqual([]);
});
afterAll(async () => {
  await sandbox?.close();
  await service.stop();
});

/** Lets documents be embedded by this model; undefined: by none. */
function useModel(name: string | undefined): void {
  const provider = { baseUrl: `${sandbox.url}/v1`, apiKey: 'key', model: 'm' };
  const live =
    name === undefined ? undefined : { name, dimensions: 64, inputs: {}, answerSimilarity: 0.5, batchSize: 100 };
  const own =
    name === undefined
      ? undefined
      : { name: 'sandbox', dimensions: 64, inputs: {}, answerSimilarity: 0.5, batchSize: 100 };
  service.deps.ai = createAi({
    provider: { ...provider, embeddings: live },
    sandbox: { ...provider, embeddings: own },
    timeoutMs: 10_000,
  });
}

const play = (faults: object[]) =>
  fetch(`${sandbox.url}/__sandbox/faults`, { method: 'PUT', body: JSON.stringify({ faults }) });

const asked = async (): Promise<{ count: number; repeats: number }> =>
  (await fetch(`${sandbox.url}/__sandbox/requests`)).json() as Promise<{ count: number; repeats: number }>;

/** A partner with a base. */
interface Owner {
  call: Call;
  base: number;
  partner: Awaited<ReturnType<TestService['createPartner']>>;
  partnerId: number;
}

async function owner(credits = 100, key: object = {}): Promise<Owner> {
  const partner = await service.createPartner();
  if (credits > 0) await grant(partner.id, credits);
  const made = await service.createKey(partner, key);
  const { id } = await service.run(made.call, createKnowledgeBase, { input: { name: 'Base' } });
  return { call: made.call, base: id, partner, partnerId: partner.id };
}

const grant = (partnerId: number, amount: number) =>
  service.deps.transaction(service.admin, (tx) =>
    grantCredits(tx, { partnerId, kind: 'grant', amount, reference: crypto.randomUUID(), reason: 'test' }),
  );

/** Text of so many passages. */
const textOf = (passages: number) =>
  Array.from({ length: passages }, (_, index) => `# Part ${index}\n\nThe ${index}th rule is about holidays.`).join(
    '\n\n',
  );

/** A document of so many passages that was read, as of a worker. */
async function readAs(by: { call: Call; base: number }, passages = 1): Promise<KnowledgeDocument> {
  const input = { title: 'Rules', format: 'markdown', content: textOf(passages) };
  const added = await service.run(by.call, addDocument, { params: { id: by.base }, input });
  await perform(service.deps, readDocument, { documentId: added.id, rowKey: added.row_key });
  return service.run(by.call, getDocument, { params: { id: by.base, document: added.id } });
}

const remove = (by: Owner, document: KnowledgeDocument) =>
  service.run(by.call, deleteDocument, { params: { id: by.base, document: document.id } });

const save = async (document: KnowledgeDocument) =>
  perform(service.deps, embedPassages, referenceTo(await runOf(document)));

/** Another key of the partner. */
async function anotherKey({ partner }: Owner, settings: object): Promise<Call> {
  return (await service.createKey(partner, settings)).call;
}

/** Replaces the content of a document, and reads it as a worker does; false when nothing was to be read. */
async function replace(
  document: KnowledgeDocument,
  by: { call: Call; base: number },
  content: string,
): Promise<boolean> {
  const params = { id: by.base, document: document.id };
  await service.run(by.call, replaceDocument, { params, input: { content, format: 'markdown' } });
  const sql = `SELECT id, row_key FROM knowledge_document_version WHERE document_id = $1 AND status = 'pending'`;
  const [version] = await service.dataSource.query(sql, [document.id]);
  if (!version) return false;
  return perform(service.deps, readVersion, { versionId: Number(version.id), rowKey: version.row_key });
}

const reread = (document: KnowledgeDocument, by = { call, base }) =>
  service.run(by.call, getDocument, { params: { id: by.base, document: document.id } });

async function runOf({ id }: { id: number }): Promise<KnowledgeEmbeddingRow> {
  const sql = 'SELECT * FROM knowledge_embedding WHERE document_id = $1 ORDER BY id DESC LIMIT 1';
  const [row] = await service.dataSource.query(sql, [id]);
  return row;
}

const referenceTo = ({ id, row_key }: KnowledgeEmbeddingRow) => ({ embeddingId: id, rowKey: row_key });

/** Runs an embedding to its end, as the flow does. */
async function embed(run: KnowledgeEmbeddingRow): Promise<string> {
  while ((await perform(service.deps, embedPassages, referenceTo(run))).left);
  return perform(service.deps, endDocumentEmbedding, referenceTo(run));
}

async function accountOf(partnerId: number): Promise<{ balance: number; held: number }> {
  const sql = 'SELECT balance::int, held::int FROM credit_account WHERE partner_id = $1';
  return (await service.dataSource.query(sql, [partnerId]))[0];
}

const countOf = async (table: string, { id }: { id: number }): Promise<number> => {
  const sql = `SELECT count(*)::int AS n FROM ${table} WHERE passage_id IN (SELECT id FROM knowledge_passage WHERE document_id = $1)`;
  return (await service.dataSource.query(sql, [id]))[0].n;
};

test.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
  [100_000, 1_000],
])('%i passages cost %i credits', (passages, credits) => {
  expect(embeddingPrice(passages)).toBe(credits);
});

describe('a document', () => {
  test('is embedded once it is read, and paid when its vectors serve', async () => {
    const by = await owner();
    const document = await readAs(by, 101);
    expect(document).toMatchObject({ status: 'ready', embedding_status: 'pending', embedding_model: null });
    expect(await accountOf(by.partnerId)).toEqual({ balance: 100, held: 2 });
    const run = await runOf(document);
    expect(run).toMatchObject({ status: 'running', passages: 101, credits: 2, embedded: 0 });
    expect(await embed(run)).toBe('completed');
    expect(await reread(document, by)).toMatchObject({ embedding_status: 'ready', embedding_model: 'first' });
    expect(await accountOf(by.partnerId)).toEqual({ balance: 98, held: 0 });
    expect([await countOf('knowledge_vector', document), await countOf('knowledge_signature', document)]).toEqual([
      101, 101,
    ]);
    expect(await embed(run)).toBe('ended');
    expect(await perform(service.deps, failDocumentEmbedding, { ...referenceTo(run), reason: 'late' })).toBe(false);
  });

  test('of as many passages and numbers as a request has holds the process for no time', async () => {
    const largest = { name: 'largest', dimensions: 1_536, inputs: {}, answerSimilarity: 0.5, batchSize: 100 };
    const vectors = Array.from({ length: 50 }, (_, seed) =>
      Float32Array.from({ length: largest.dimensions }, (_value, index) => Math.sin((seed + 1) * index + 1) / 28),
    );
    const usage = { inputTokens: 1, outputTokens: 0 };
    const vectorOf = ({ length }: string) => Float32Array.from(vectors[length % vectors.length] ?? []);
    service.deps.ai = {
      ...service.deps.ai,
      embeddings: { live: largest, sandbox: largest },
      embed: async ({ texts }) => ({ vectors: texts.map(vectorOf), usage }),
    };
    const embedOne = async () => {
      const run = await runOf(await readAs({ call, base }, 100));
      await perform(service.deps, embedPassages, referenceTo(run));
      expect(await runOf({ id: run.document_id ?? 0 })).toMatchObject({ embedded: 100 });
    };
    // The first one measures the space, too.
    await embedOne();
    expect(await longestHoldOf(embedOne, 20)).toBeLessThan(20);
  });

  test('is embedded once by two workers, and goes on after the request that was saved', async () => {
    const document = await readAs({ call, base }, 250);
    const run = await runOf(document);
    const before = await asked();
    // The second request finds no provider, as if the worker had been killed there.
    await play([{ kind: 'error', status: 503, match: 'The 100th' }]);
    await expect(perform(service.deps, embedPassages, referenceTo(run))).rejects.toThrow('provider');
    expect(await countOf('knowledge_vector', document)).toBe(100);
    expect(await countOf('knowledge_signature', document)).toBe(0);
    await play([]);
    await Promise.all([embed(run), perform(service.deps, embedPassages, referenceTo(run))]);
    expect(await reread(document)).toMatchObject({ embedding_status: 'ready' });
    expect(await runOf(document)).toMatchObject({ status: 'completed', embedded: 250 });
    const after = await asked();
    // Of three requests one was repeated after the failure, and two workers may each send the last two.
    expect(after.count - before.count).toBeLessThanOrEqual(6);
    expect(after.repeats - before.repeats).toBeGreaterThanOrEqual(1);
  });

  test('that fails pays nothing, says so, and is begun again later with the vectors it has', async () => {
    const by = await owner();
    const document = await readAs(by, 150);
    const run = await runOf(document);
    await play([{ kind: 'nonsense', match: 'The 100th' }]);
    await expect(perform(service.deps, embedPassages, referenceTo(run))).rejects.toThrow('EMBEDDINGS_DIMENSIONS');
    expect(
      await perform(service.deps, failDocumentEmbedding, { ...referenceTo(run), reason: 'ai_misconfigured' }),
    ).toBe(true);
    expect(await reread(document, by)).toMatchObject({ status: 'ready', embedding_status: 'failed' });
    expect(await accountOf(by.partnerId)).toEqual({ balance: 100, held: 0 });
    await play([]);
    await perform(service.deps, beginDueEmbeddings, {});
    expect((await runOf(document)).id).toBe(run.id);
    await later(3_601);
    await perform(service.deps, beginDueEmbeddings, {});
    const again = await runOf(document);
    expect(again).toMatchObject({ status: 'running', embedded: 0 });
    const before = await asked();
    expect(await embed(again)).toBe('completed');
    expect((await asked()).count - before.count).toBe(1);
    expect(await accountOf(by.partnerId)).toEqual({ balance: 98, held: 0 });
  });

  test('that is deleted meanwhile costs nothing', async () => {
    const by = await owner();
    const document = await readAs(by, 2);
    const run = await runOf(document);
    await perform(service.deps, embedPassages, referenceTo(run));
    await remove(by, document);
    expect(await embed(run)).toBe('ended');
    expect(await accountOf(by.partnerId)).toEqual({ balance: 100, held: 0 });
  });

  test('whose passages are being deleted gets no vectors for them, and that is no failure', async () => {
    const document = await readAs({ call, base }, 2);
    const run = await runOf(document);
    const deleting = service.dataSource.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query('DELETE FROM knowledge_passage WHERE document_id = $1', [document.id]);
    const embedding = perform(service.deps, embedPassages, referenceTo(run));
    await untilBlocked(deleting);
    await deleting.commitTransaction();
    await deleting.release();
    expect(await embedding).toEqual({ left: false });
    expect(await runOf(document)).toMatchObject({ status: 'running', embedded: 0 });
  });

  test.each([
    ['that is deleted', (by: Owner, document: KnowledgeDocument) => remove(by, document)],
    ['whose next passages are saved', async (_by: Owner, document: KnowledgeDocument) => save(document)],
  ])('%s waits for whoever holds the document, and holds none of its passages meanwhile', async (_what, work) => {
    const by = await owner();
    const document = await readAs(by, 2);
    await waitingFor(service.dataSource, {
      held: (em) => em.query('SELECT FROM knowledge_document WHERE id = $1 FOR NO KEY UPDATE', [document.id]),
      work: async () => work(by, document),
      async next(em) {
        await em.query('UPDATE knowledge_embedding SET updated_at = now() WHERE document_id = $1', [document.id]);
        await em.query('SELECT FROM knowledge_passage WHERE document_id = $1 FOR UPDATE', [document.id]);
      },
    });
  });

  test('whose run is lost is found by its row', async () => {
    const run = await runOf(await readAs({ call, base }));
    await service.dataSource.query(`DELETE FROM outbox WHERE kind = 'knowledge_base.embed_document'`);
    const untouchedSince = new Date(Date.now() + 86_400_000 * 30).toISOString();
    const stale = await perform(service.deps, listStaleEmbeddings, { untouchedSince, afterId: run.id - 1, limit: 1 });
    expect(stale).toEqual([{ id: run.id, row_key: run.row_key }]);
  });
});

describe('without credits', () => {
  test('a document is found by words, and is embedded when there are some', async () => {
    const by = await owner(0);
    const document = await readAs(by);
    expect(document).toMatchObject({ status: 'ready', embedding_status: 'no_credits' });
    expect(await runOf(document)).toBeUndefined();
    await grant(by.partnerId, 1);
    await later(3_601);
    await perform(service.deps, beginDueEmbeddings, {});
    expect(await embed(await runOf(document))).toBe('completed');
    expect(await accountOf(by.partnerId)).toEqual({ balance: 0, held: 0 });
  });

  test('of two partners, one whose documents cannot be embedded keeps the other’s from nothing', async () => {
    const owners = [await owner(0), await owner(0)];
    const documents: KnowledgeDocument[] = [];
    for (const by of owners) {
      documents.push(await readAs(by));
      await grant(by.partnerId, 1);
    }
    await later(3_601);
    const [broken] = owners.map(({ partnerId }) => partnerId);
    const begin = () => perform(service.deps, beginDueEmbeddings, {});
    const runs = () => Promise.all(documents.map(runOf));
    const refused = { table: 'knowledge_embedding', when: `NEW.partner_id = ${broken}` };
    await refusingRows(service.dataSource, refused, async () => {
      await expect(begin()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'refused' })] });
      expect(await runs()).toEqual([undefined, expect.objectContaining({ status: 'running' })]);
    });
    await begin();
    expect(await runs()).not.toContain(undefined);
  });

  test('for two documents at once, one is embedded', async () => {
    const by = await owner(1);
    const statuses = (await Promise.all([readAs(by), readAs(by)])).map((each) => each.embedding_status);
    expect(statuses.sort()).toEqual(['no_credits', 'pending']);
    expect(await accountOf(by.partnerId)).toEqual({ balance: 1, held: 1 });
  });

  test('of its key for the day, too', async () => {
    const by = await owner(100, { daily_credit_limit: 1 });
    expect((await readAs(by)).embedding_status).toBe('pending');
    expect((await readAs(by)).embedding_status).toBe('no_credits');
  });
});

test('a key that may not use the capability adds documents that are found by words only', async () => {
  const by = await owner(100, { scoped_capabilities: ['blog_post'] });
  const document = await readAs(by);
  expect(document).toMatchObject({ status: 'ready', embedding_status: 'none' });
  await perform(service.deps, beginDueEmbeddings, {});
  expect(await runOf(document)).toBeUndefined();
});

test('documents of sandbox keys are embedded by the sandbox AI and cost nothing', async () => {
  const by = await owner(0, { sandbox: true });
  const document = await readAs(by);
  expect(await runOf(document)).toMatchObject({ sandbox: true, credits: 0 });
  expect(await embed(await runOf(document))).toBe('completed');
  expect(await reread(document, by)).toMatchObject({ embedding_status: 'ready', embedding_model: 'sandbox' });
});

describe('a document that is replaced', () => {
  test('while it is embedded is embedded anew for the key that replaces it, and what was held is released', async () => {
    const by = await owner();
    const document = await readAs(by, 150);
    const before = await runOf(document);
    await perform(service.deps, embedPassages, referenceTo(before));
    const capped = await anotherKey(by, { daily_credit_limit: 1 });
    await replace(document, { ...by, call: capped }, textOf(100));
    expect(await embed(before)).toBe('ended');
    const run = await runOf(document);
    expect([run.id > before.id, run.credits, run.passages]).toEqual([true, 1, 100]);
    expect(await accountOf(by.partnerId)).toEqual({ balance: 100, held: 1 });
    // The cap of the key that replaces it, not of the first one.
    await replace(await readAs(by, 1), { ...by, call: capped }, textOf(2));
    expect(await accountOf(by.partnerId)).toEqual({ balance: 100, held: 1 });
    expect(await embed(run)).toBe('completed');
    expect(await accountOf(by.partnerId)).toEqual({ balance: 99, held: 0 });
    expect([await countOf('knowledge_vector', document), await countOf('knowledge_signature', document)]).toEqual([
      100, 100,
    ]);
  });

  test('is embedded on the terms of the key that replaces it', async () => {
    const by = await owner();
    const document = await readAs(by);
    expect(await embed(await runOf(document))).toBe('completed');
    const scoped = await anotherKey(by, { scoped_capabilities: ['blog_post'] });
    await replace(document, { ...by, call: scoped }, textOf(2));
    expect(await reread(document, by)).toMatchObject({ embedding_status: 'none', embedding_model: null, passages: 2 });
    expect(await perform(service.deps, beginDueEmbeddings, {})).toBe(0);
    // The same content again changes nothing, unless it can be embedded now.
    expect(await replace(document, { ...by, call: scoped }, textOf(2))).toBe(false);
    expect(await replace(document, by, textOf(2))).toBe(true);
    expect(await embed(await runOf(document))).toBe('completed');
    expect(await accountOf(by.partnerId)).toEqual({ balance: 98, held: 0 });
    const sandboxed = await anotherKey(by, { sandbox: true });
    expect(await replace(document, { ...by, call: sandboxed }, textOf(2))).toBe(false);
    await replace(document, { ...by, call: sandboxed }, textOf(3));
    expect(await runOf(document)).toMatchObject({ sandbox: true, credits: 0 });
    expect(await replace(document, by, textOf(3))).toBe(true);
    expect(await runOf(document)).toMatchObject({ sandbox: false, credits: 1 });
  });

  test('without credits has no vectors, and is found by words', async () => {
    const by = await owner(1);
    const document = await readAs(by);
    expect(await embed(await runOf(document))).toBe('completed');
    await replace(document, by, textOf(2));
    expect(await reread(document, by)).toMatchObject({
      status: 'ready',
      embedding_status: 'no_credits',
      embedding_model: null,
    });
  });
});

describe('housekeeping', () => {
  test('embeds for free what could not be embedded when it was read, also after a failure', async () => {
    useModel(undefined);
    const by = await owner();
    const document = await readAs(by);
    useModel('first');
    await perform(service.deps, beginDueEmbeddings, {});
    await perform(service.deps, failDocumentEmbedding, { ...referenceTo(await runOf(document)), reason: 'ai_away' });
    await later(3_601);
    await perform(service.deps, beginDueEmbeddings, {});
    const run = await runOf(document);
    expect(run).toMatchObject({ status: 'running', credits: 0 });
    expect(await embed(run)).toBe('completed');
    expect(await accountOf(by.partnerId)).toEqual({ balance: 100, held: 0 });
  });

  test('begins documents that were there before embeddings were switched on, once', async () => {
    useModel(undefined);
    const document = await readAs({ call, base });
    expect(document.embedding_status).toBe('none');
    expect(await perform(service.deps, beginDueEmbeddings, {})).toBe(0);
    useModel('first');
    const begun = await Promise.all([0, 1].map(() => perform(service.deps, beginDueEmbeddings, {})));
    expect(begun.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(1);
    const sql = 'SELECT count(*)::int AS n FROM knowledge_embedding WHERE document_id = $1';
    expect(await service.dataSource.query(sql, [document.id])).toEqual([{ n: 1 }]);
    expect(await embed(await runOf(document))).toBe('completed');
  });

  test('embeds anew after a change of the model, while the old vectors serve until all new ones are there', async () => {
    const by = await owner();
    const document = await readAs(by, 2);
    await embed(await runOf(document));
    useModel('second');
    await perform(service.deps, beginDueEmbeddings, {});
    const run = await runOf(document);
    expect(run.credits).toBe(0);
    expect(await reread(document, by)).toMatchObject({ embedding_status: 'pending', embedding_model: 'first' });
    await perform(service.deps, embedPassages, referenceTo(run));
    expect([await countOf('knowledge_vector', document), await countOf('knowledge_signature', document)]).toEqual([
      4, 2,
    ]);
    expect(await perform(service.deps, endDocumentEmbedding, referenceTo(run))).toBe('completed');
    expect(await reread(document, by)).toMatchObject({ embedding_status: 'ready', embedding_model: 'second' });
    expect(await accountOf(by.partnerId)).toEqual({ balance: 99, held: 0 });
    expect([await countOf('knowledge_vector', document), await countOf('knowledge_signature', document)]).toEqual([
      2, 2,
    ]);
  });

  test('gives each partner a bounded number of turns', async () => {
    useModel(undefined);
    const [many, few] = [await owner(), await owner()];
    const ofMany: KnowledgeDocument[] = [];
    for (let index = 0; index < 22; index += 1) ofMany.push(await readAs(many));
    const ofFew = await readAs(few);
    useModel('first');
    await perform(service.deps, beginDueEmbeddings, {});
    expect((await runOf(ofFew)).status).toBe('running');
    const runs = await Promise.all(ofMany.map(runOf));
    expect(runs.filter((run) => run !== undefined)).toHaveLength(20);
  });
});

test('the price is not asked of a partner that may not use the capability', async () => {
  const by = await owner();
  await service.dataSource.query(`UPDATE partner SET capabilities = '{blog_post}' WHERE id = $1`, [by.partnerId]);
  expect((await readAs(by)).embedding_status).toBe('none');
});

/** Moves the documents' time to be tried again into the past. */
async function later(seconds: number): Promise<void> {
  await service.dataSource.query(
    'UPDATE knowledge_document SET embedding_retry_at = embedding_retry_at - make_interval(secs => $1)',
    [seconds],
  );
}
