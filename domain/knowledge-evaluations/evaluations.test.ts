import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAi } from '../../infra/ai/openai.ts';
import { startSandboxAi } from '../../sandbox/ai/server.ts';
import { startNarrowEmbeddings } from '../../test/environment/narrow-embeddings.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import { addDocument } from '../knowledge-bases/operations/add-document.ts';
import { createKnowledgeBase } from '../knowledge-bases/operations/create-knowledge-base.ts';
import { deleteDocument } from '../knowledge-bases/operations/delete-document.ts';
import { updateDocument } from '../knowledge-bases/operations/update-document.ts';
import { readDocument } from '../knowledge-bases/steps/read-document.ts';
import type { Partner } from '../partners/types.ts';
import { cancelRun } from './operations/cancel-run.ts';
import { createEvaluation } from './operations/create-evaluation.ts';
import { deleteEvaluation } from './operations/delete-evaluation.ts';
import { getEvaluation, getRun, listEvaluations, listResults, listRuns } from './operations/reads.ts';
import { MAX_RUNS_A_DAY, runEvaluation } from './operations/run-evaluation.ts';
import { updateEvaluation } from './operations/update-evaluation.ts';
import { MAX_RUNS } from './run-store.ts';
import { MAX_QUESTIONS } from './schema.ts';
import { askQuestions } from './steps/ask-questions.ts';
import { completeRun, failRun } from './steps/end-run.ts';
import { listStaleRuns } from './steps/housekeeping.ts';
import type { EvaluationQuestion, EvaluationRun } from './table.ts';

let service: TestService;
let partner: Partner;
let call: Call;
let base: number;
let document: number;

beforeAll(async () => {
  service = await startTestService();
}, 180_000);

beforeEach(async () => {
  ({ partner, call } = await service.createCaller());
  base = await baseOf(call);
  document = await read(base, 'Goods can be returned within thirty days.');
});

afterAll(() => service.stop());

const baseOf = async (of: Call) => (await service.run(of, createKnowledgeBase, { input: { name: 'Base' } })).id;

async function read(id: number, content: string): Promise<number> {
  const input = { title: 'Shop', format: 'text', content };
  const added = await service.run(call, addDocument, { params: { id }, input });
  await perform(service.deps, readDocument, { documentId: added.id, rowKey: added.row_key });
  return added.id;
}

const question = (text: string, contains: string | null): EvaluationQuestion => ({
  question: text,
  expected: contains === null ? null : { document_id: document, contains },
});
const RETURNS = () => question('Within how many days can goods be returned?', 'thirty days');
const ROME = () => question('Who was the first emperor of Rome?', null);

const create = async (questions: EvaluationQuestion[] = [RETURNS(), ROME()]) =>
  (await service.run(call, createEvaluation, { params: { id: base }, input: { name: 'Support', questions } })).id;
const start = (evaluation: number) => service.run(call, runEvaluation, { params: { id: base, evaluation } });
const referenceTo = ({ id, row_key }: EvaluationRun) => ({ runId: id, rowKey: row_key });
const ask = (run: EvaluationRun) => perform(service.deps, askQuestions, referenceTo(run));
const complete = (run: EvaluationRun) => perform(service.deps, completeRun, referenceTo(run));
const paramsOf = (run: EvaluationRun) => ({ id: base, evaluation: run.evaluation_id, run: run.id });
const get = (run: EvaluationRun) => service.run(call, getRun, { params: paramsOf(run) });

async function ran(evaluation: number): Promise<EvaluationRun> {
  const run = await start(evaluation);
  for (let progress = await ask(run); progress && progress.answered < progress.total; ) progress = await ask(run);
  expect(await complete(run)).toBe(true);
  return get(run);
}

test('a run measures what is found, and a later one shows what has changed', async () => {
  const evaluation = await create();
  expect(await ran(evaluation)).toMatchObject({
    status: 'completed',
    answered: 2,
    result: { passed: 2, recall_at_1: 1, precision: 1, mrr: 1, refusals: { right: 1, wrong: 0, missed: 0 } },
    comparison: null,
  });
  await service.run(call, deleteDocument, { params: { id: base, document } });
  const second = await ran(evaluation);
  expect(second).toMatchObject({
    result: { passed: 1, recall_at_10: 0, refusals: { right: 1, wrong: 1 } },
    comparison: { questions: 2, passed_delta: -1, recall_delta: -1, changed_total: 1 },
  });
  const runs = await service.run(call, listRuns, { params: { id: base, evaluation }, input: {} });
  expect(runs.rows[0]).toEqual(second);
  const results = (passed?: boolean) =>
    service.run(call, listResults, { params: paramsOf(second), input: passed === undefined ? {} : { passed } });
  expect((await results()).rows.map(({ position, passed }) => [position, passed])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect((await results(false)).rows).toMatchObject([{ position: 1, found: [], hit_position: null }]);
});

test('documents that questions expect are named as long as they are there', async () => {
  const questions = [RETURNS(), { ...RETURNS(), question: 'How long?' }, ROME()];
  const created = await service.run(call, createEvaluation, {
    params: { id: base },
    input: { name: 'Support', questions },
  });
  expect(created.documents).toEqual([{ id: document, title: 'Shop' }]);
  const run = await ran(created.id);
  const params = { id: base, evaluation: created.id };
  const titles = async () =>
    (await service.run(call, listResults, { params: paramsOf(run), input: {} })).rows.map(
      ({ expected_title: title }) => title,
    );
  expect(await titles()).toEqual(['Shop', 'Shop', null]);
  const renamed = { params: { id: base, document }, input: { title: 'Returns' } };
  await service.run(call, updateDocument, renamed);
  expect(await titles()).toEqual(['Returns', 'Returns', null]);
  await service.run(call, deleteDocument, { params: { id: base, document } });
  expect(await service.run(call, getEvaluation, { params })).toMatchObject({ questions, documents: [] });
  expect(await titles()).toEqual([null, null, null]);
});

test('a passage that several documents have is found in each of them', async () => {
  const second = await read(base, 'Goods can be returned within thirty days.');
  const { question } = RETURNS();
  const questions = [document, second].map((document_id, n) => ({
    question: n === 0 ? question : question.toLowerCase(),
    expected: { document_id, contains: 'thirty days' },
  }));
  expect((await ran(await create(questions))).result).toMatchObject({ passed: 2, recall_at_1: 1 });
});

/** A provider that does not answer. */
const AWAY = {
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'key',
  model: 'm',
  embeddings: { name: 'away', dimensions: 64, inputs: {}, answerSimilarity: 0.5, batchSize: 100 },
};

/** Lets the document have vectors of that provider. */
async function embeddedByAway(): Promise<void> {
  await service.dataSource.query(
    "INSERT INTO knowledge_space (model, dimensions) VALUES ('away', 64) ON CONFLICT DO NOTHING",
  );
  await service.dataSource.query(
    `UPDATE knowledge_document SET embedding_space_id = (SELECT id FROM knowledge_space WHERE model = 'away') WHERE id = $1`,
    [document],
  );
}

test('a run while the provider of embeddings is away goes on by words, and says so', async () => {
  const { ai } = service.deps;
  service.deps.ai = createAi({ provider: AWAY, sandbox: undefined, timeoutMs: 2_000 });
  await embeddedByAway();
  const run = await start(await create());
  expect(await ask(run)).toEqual({ answered: 2, total: 2 });
  service.deps.ai = ai;
  const params = { id: base, evaluation: run.evaluation_id, run: run.id };
  expect(await service.run(call, getRun, { params })).toMatchObject({ answered: 2, without_meaning: 2 });
  const { rows } = await service.run(call, listResults, { params });
  expect(rows).toMatchObject([
    { passed: true, without_meaning: true },
    { passed: true, without_meaning: true },
  ]);
});

test('the questions of a run are embedded together', async () => {
  const { ai } = service.deps;
  const sandbox = await startSandboxAi({ port: 0 });
  const embeddings = await startNarrowEmbeddings(sandbox);
  const provider = {
    ...AWAY,
    embeddingsAt: { baseUrl: embeddings.url, apiKey: undefined },
    embeddings: { ...AWAY.embeddings, batchSize: 8 },
  };
  service.deps.ai = createAi({ provider, sandbox: undefined, timeoutMs: 2_000 });
  try {
    await embeddedByAway();
    const run = await start(await create(Array.from({ length: 20 }, (_, n) => question(`Goods number ${n}?`, 'days'))));
    await ask(run);
    expect(embeddings.asked.map(({ input }) => input.length)).toEqual([8, 8, 4]);
    const params = { id: base, evaluation: run.evaluation_id, run: run.id };
    expect(await service.run(call, getRun, { params })).toMatchObject({ answered: 20, without_meaning: 0 });
  } finally {
    service.deps.ai = ai;
    await embeddings.close();
    await sandbox.close();
  }
});

test('a run of a sandbox key does not ask the live provider, and is compared with such runs only', async () => {
  const evaluation = await create();
  await ran(evaluation);
  const { call: sandboxCall } = await service.createKey(partner, { sandbox: true });
  const { ai } = service.deps;
  service.deps.ai = createAi({ provider: AWAY, sandbox: undefined, timeoutMs: 2_000 });
  try {
    await embeddedByAway();
    const run = await service.run(sandboxCall, runEvaluation, { params: { id: base, evaluation } });
    await ask(run);
    expect(await complete(run)).toBe(true);
    expect(await get(run)).toMatchObject({ sandbox: true, without_meaning: 0, comparison: null });
  } finally {
    service.deps.ai = ai;
  }
  expect(await ran(evaluation)).toMatchObject({ sandbox: false, comparison: { questions: 2, passed_delta: 0 } });
});

test('each question is asked once, also by two workers at once and after one that died', async () => {
  const run = await start(await create(Array.from({ length: 45 }, (_, n) => question(`Returned goods ${n}?`, 'days'))));
  expect(await ask(run)).toEqual({ answered: 20, total: 45 });
  const rows = () =>
    service.dataSource.query(
      'SELECT position, found, xmin::text FROM knowledge_evaluation_result WHERE run_id = $1 AND found IS NOT NULL ORDER BY 1',
      [run.id],
    );
  const first = await rows();
  const [one, other] = await Promise.all([ask(run), ask(run)]);
  expect([one?.answered, other?.answered]).toContain(40);
  expect((await rows()).slice(0, 20)).toEqual(first);
  await expect(complete(run)).rejects.toThrow('40 of its questions');
  expect(await ask(run)).toEqual({ answered: 45, total: 45 });
  expect(await complete(run)).toBe(true);
  expect(await complete(run)).toBe(false);
  expect(await ask(run)).toBeNull();
});

test('of two runs at once the second joins the first; it keeps the questions that it began with', async () => {
  const evaluation = await create();
  const [first, second] = await Promise.all([start(evaluation), start(evaluation)]);
  expect(first.id).toBe(second.id);
  const params = { id: base, evaluation };
  await service.run(call, updateEvaluation, { params, input: { questions: [ROME()] } });
  expect((await start(evaluation)).total).toBe(2);
  await ask(first);
  await complete(first);
  const next = await ran(evaluation);
  expect(next).toMatchObject({ total: 1, comparison: { run_id: first.id, questions: 1, changed_total: 0 } });
});

test('a cancelled run asks no more, and one that has ended cannot be cancelled', async () => {
  const evaluation = await create();
  const run = await start(evaluation);
  const cancel = (one: EvaluationRun) => service.run(call, cancelRun, { params: paramsOf(one) });
  expect(await cancel(run)).toMatchObject({ status: 'cancelled', result: null });
  expect(await cancel(run)).toMatchObject({ status: 'cancelled' });
  expect(await ask(run)).toBeNull();
  expect(await complete(run)).toBe(false);
  expect(await codeOf(cancel(await ran(evaluation)))).toBe('CONFLICT');
});

test('an evaluation that is deleted ends its run', async () => {
  const evaluation = await create();
  const run = await start(evaluation);
  await service.run(call, deleteEvaluation, { params: { id: base, evaluation } });
  expect(await ask(run)).toBeNull();
  expect(await codeOf(get(run))).toBe('NOT_FOUND');
});

test('a lost run is listed, and ends as failed, once', async () => {
  const run = await start(await create());
  const untouchedSince = new Date(Date.now() + 60_000).toISOString();
  const stale = () => perform(service.deps, listStaleRuns, { untouchedSince, afterId: run.id - 1, limit: 10 });
  expect(await stale()).toEqual([]);
  await service.dataSource.query('DELETE FROM outbox');
  expect(await stale()).toEqual([{ id: run.id, row_key: run.row_key }]);
  const fail = () => perform(service.deps, failRun, { ...referenceTo(run), reason: 'lost' });
  expect([await fail(), await fail()]).toEqual([true, false]);
  expect(await get(run)).toMatchObject({ status: 'failed', reason: expect.stringContaining('Start it again') });
});

test('a partner has so many runs a day, and an evaluation keeps so many', async () => {
  const evaluation = await create([ROME()]);
  for (let run = 0; run < MAX_RUNS_A_DAY - 1; run += 1) {
    await service.run(call, cancelRun, { params: paramsOf(await start(evaluation)) });
  }
  const last = await start(evaluation);
  // Joining is no run.
  expect((await start(evaluation)).id).toBe(last.id);
  await service.run(call, cancelRun, { params: paramsOf(last) });
  expect(await codeOf(start(evaluation))).toBe('RATE_LIMITED');
  const { total } = await service.run(call, listRuns, { params: { id: base, evaluation }, input: {} });
  expect(total).toBe(MAX_RUNS);
});

test('evaluations of a partner are limited', async () => {
  const { limits } = service.deps;
  service.deps.limits = { ...limits, knowledge_evaluations: 1 };
  try {
    expect((await Promise.all([codeOf(create()), codeOf(create())])).sort()).toEqual(['CONFLICT', 'none']);
  } finally {
    service.deps.limits = limits;
  }
});

test('an evaluation is read, listed without its questions, and changed only by what differs', async () => {
  const evaluation = await create();
  const params = { id: base, evaluation };
  const shown = await service.run(call, getEvaluation, { params });
  expect(shown.questions).toEqual([RETURNS(), ROME()]);
  const same = { name: 'Support', questions: [RETURNS(), ROME()] };
  expect(await service.run(call, updateEvaluation, { params, input: same })).toEqual(shown);
  const { rows } = await service.run(call, listEvaluations, { params: { id: base }, input: {} });
  expect(rows).toMatchObject([{ id: evaluation, question_count: 2 }]);
  expect(rows[0]).not.toHaveProperty('questions');
});

test('as many questions are taken as there may be, each once, with bounded texts', async () => {
  const many = (length: number) => Array.from({ length }, (_, n) => question(`Question ${n}?`, null));
  expect(await codeOf(create(many(MAX_QUESTIONS)))).toBe('none');
  const problems: [EvaluationQuestion[], string][] = [
    [many(MAX_QUESTIONS + 1), 'questions'],
    [[], 'questions'],
    [[ROME(), ROME()], 'questions'],
    [[question('x'.repeat(1_001), null)], 'questions.0.question'],
    [[question('x', 'x'.repeat(501))], 'questions.0.expected.contains'],
  ];
  for (const [questions, field] of problems)
    expect(Object.keys(await validationOf(create(questions)))).toEqual([field]);
});

test('documents that are expected are of the base and of the partner', async () => {
  const { call: other } = await service.createCaller();
  const theirs = await baseOf(other);
  const foreign = await service.run(other, addDocument, {
    params: { id: theirs },
    input: { title: 'x', format: 'text', content: 'x' },
  });
  const elsewhere = await read(await baseOf(call), 'Elsewhere.');
  const expecting = (document_id: number) =>
    codeOf(create([{ question: 'x', expected: { document_id, contains: 'x' } }]));
  expect(await Promise.all([foreign.id, elsewhere, 999_999].map(expecting))).toEqual([
    'FORBIDDEN',
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
  const evaluation = await create();
  const params = { id: base, evaluation };
  expect(await codeOf(service.run(other, getEvaluation, { params }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(other, runEvaluation, { params }))).toBe('FORBIDDEN');
  expect(await codeOf(service.run(other, getEvaluation, { params: { id: theirs, evaluation } }))).toBe('FORBIDDEN');
});
