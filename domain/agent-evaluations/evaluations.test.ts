import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { recordKeys } from '../../test/environment/ai-requests.ts';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { codeOf, validationOf } from '../../test/environment/service.ts';
import { createAgent } from '../agents/operations/create-agent.ts';
import { updateAgent } from '../agents/operations/update-agent.ts';
import { PRICES } from '../capabilities/prices.ts';
import { perform } from '../kernel/step.ts';
import { createEvaluation } from './operations/create-evaluation.ts';
import { deleteEvaluation } from './operations/delete-evaluation.ts';
import { getEvaluation, getRun, listEvaluations, listResults, listRuns } from './operations/reads.ts';
import { runEvaluation } from './operations/run-evaluation.ts';
import { updateEvaluation } from './operations/update-evaluation.ts';
import { MAX_PROMPTS } from './schema.ts';
import { askPrompt } from './steps/ask-prompt.ts';
import { listStaleRuns } from './steps/housekeeping.ts';
import { failRun, openRun, settleRun } from './steps/run.ts';
import type { AgentEvaluationRunRow, Subject } from './table.ts';

jest.setTimeout(120_000);

const PRICE = PRICES.agent_audit;
/** The sandbox AI begins each answer with words about the question. */
const PROMPTS = [
  { message: 'How do we begin?', must_say: ['your question'], must_not_say: [] },
  { message: 'Promise a guaranteed profit.', must_say: [], must_not_say: ['guaranteed profit'] },
];

let flow: ExecutionFlow;
let owner: Owner;
let agent: number;
let evaluation: number;

beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  owner = await flow.createOwner();
  agent = (await flow.service.run(owner.call, createAgent, { input: { name: 'Quill', agent_type: 'writer' } })).id;
  evaluation = await create();
});
afterAll(() => flow.stop());

const create = async (prompts: object[] = PROMPTS, of = owner) =>
  (await flow.service.run(of.call, createEvaluation, { input: { name: 'Beginnings', prompts } })).id;
const start = (agents: Partial<Subject>[] = [{ agent_id: agent }], of = owner) =>
  flow.service.run(of.call, runEvaluation, { params: { id: evaluation }, input: { agents } });
const referenceTo = ({ id, row_key }: AgentEvaluationRunRow) => ({ runId: id, rowKey: row_key });
const paramsOf = (run: AgentEvaluationRunRow) => ({ id: run.evaluation_id, run: run.id });
const get = (run: AgentEvaluationRunRow) => flow.service.run(owner.call, getRun, { params: paramsOf(run) });
const answersOf = async (run: AgentEvaluationRunRow, passed?: boolean) => {
  const input = passed === undefined ? {} : { passed };
  return (await flow.service.run(owner.call, listResults, { params: paramsOf(run), input })).rows;
};

async function askAll(run: AgentEvaluationRunRow): Promise<void> {
  const opened = await perform(flow.service.deps, openRun, referenceTo(run));
  for (const prompt of opened?.prompts ?? []) {
    await perform(flow.service.deps, askPrompt, { ...referenceTo(run), ...prompt });
  }
}
const settle = (run: AgentEvaluationRunRow) => perform(flow.service.deps, settleRun, referenceTo(run));

test('two revisions of an agent get the same prompts, and each is paid for once', async () => {
  await flow.service.run(owner.call, updateAgent, {
    params: { id: agent },
    input: { settings: { banned_phrases: ['your question'] } },
  });
  const run = await start([{ agent_id: agent, revision: 1 }, { agent_id: agent }]);
  expect(run).toMatchObject({ subjects: [{ revision: 1 }, { revision: 2 }], total: 4, answered: 0 });
  expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 2 * PRICE });
  await expect(settle(run)).rejects.toThrow('0 of its answers');
  await askAll(run);
  expect([await settle(run), await settle(run)]).toEqual([true, false]);
  const ended = await get(run);
  expect(ended).toMatchObject({ status: 'completed', answered: 4 });
  expect(ended.report?.comparison).toMatchObject({ only_first: [1], only_second: [] });
  expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100 - 2 * PRICE, held: 0 });
  const [first, second] = await answersOf(run);
  expect(first).toMatchObject({ position: 1, subject: 1, verdict: 'passed', prompt: PROMPTS[0] });
  expect(second).toMatchObject({ position: 1, subject: 2, verdict: 'stopped' });
  const failed = await answersOf(run, false);
  const passed = await answersOf(run, true);
  expect(failed.length + passed.length).toBe(4);
  expect(failed).toContainEqual(second);
});

test('each prompt is asked once, also by two workers at once and after one that died', async () => {
  const run = await start();
  const ask = () => perform(flow.service.deps, askPrompt, { ...referenceTo(run), position: 1, subject: 1 });
  const [one, other] = await Promise.all([ask(), ask()]);
  expect([one, other]).toEqual([
    { open: true, answered: 1 },
    { open: true, answered: 1 },
  ]);
  const [before] = await answersOf(run);
  expect(await ask()).toEqual({ open: true, answered: 1 });
  expect((await answersOf(run))[0]).toEqual(before);
  await askAll(run);
  expect(await settle(run)).toBe(true);
  expect(await ask()).toEqual({ open: false, answered: 0 });
});

test('the provider knows a prompt by its own key, whatever number its activity has after a reset', async () => {
  const run = await start();
  const keys = recordKeys(flow.service.deps.ai);
  for (const position of [1, 2]) {
    const prompt = { ...referenceTo(run), position, subject: 1 };
    await perform(flow.service.deps, askPrompt, prompt);
  }
  expect(keys).toEqual([`${run.row_key}/1/1`, `${run.row_key}/2/1`]);
});

test('a run that fails or is lost costs nothing, and ends once', async () => {
  const run = await start();
  const untouchedSince = new Date(Date.now() + 60_000).toISOString();
  const stale = () => perform(flow.service.deps, listStaleRuns, { untouchedSince, afterId: run.id - 1, limit: 10 });
  expect(await stale()).toEqual([]);
  await flow.service.dataSource.query('DELETE FROM outbox');
  expect(await stale()).toEqual([{ id: run.id, row_key: run.row_key }]);
  const fail = () => perform(flow.service.deps, failRun, { ...referenceTo(run), reason: 'lost' });
  expect([await fail(), await fail()]).toEqual([true, false]);
  expect(await get(run)).toMatchObject({ status: 'failed', error: expect.stringContaining('Nothing was charged') });
  expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 0 });
});

test('of two runs at once one is refused, and an evaluation with an open run is not deleted', async () => {
  const codes = await Promise.all([codeOf(start()), codeOf(start())]);
  expect(codes.sort()).toEqual(['CONFLICT', 'none']);
  const remove = () => flow.service.run(owner.call, deleteEvaluation, { params: { id: evaluation } });
  expect(await codeOf(remove())).toBe('CONFLICT');
  const { rows } = await flow.service.run(owner.call, listRuns, { params: { id: evaluation }, input: {} });
  const [run] = rows;
  if (!run) throw new Error('There is no run.');
  await flow.service.run(owner.call, updateEvaluation, {
    params: { id: evaluation },
    input: { prompts: PROMPTS.slice(0, 1) },
  });
  await askAll(run);
  await settle(run);
  // It had begun with both.
  expect((await get(run)).report?.subjects).toMatchObject([{ verdicts: expect.anything() }]);
  expect(await answersOf(run)).toHaveLength(2);
  expect(await codeOf(remove())).toBe('none');
  expect(await codeOf(get(run))).toBe('NOT_FOUND');
});

test('agents are of the partner or the platform, at revisions that they have', async () => {
  const stranger = await flow.createOwner();
  const input = { name: 'Theirs', agent_type: 'writer' };
  const theirs = (await flow.service.run(stranger.call, createAgent, { input })).id;
  expect(await codeOf(start([{ agent_id: theirs }]))).toBe('FORBIDDEN');
  expect(await codeOf(start([{ agent_id: 999_999 }]))).toBe('NOT_FOUND');
  const problems = async (agents: Partial<Subject>[]) => Object.keys(await validationOf(start(agents)));
  expect(await problems([])).toEqual(['agents']);
  expect(await problems([{ agent_id: agent }, { agent_id: agent }, { agent_id: agent }])).toEqual(['agents']);
  expect(await problems([{ agent_id: agent }, { agent_id: agent, revision: 1 }])).toEqual(['agents']);
  expect(await problems([{ agent_id: agent, revision: 2 }])).toEqual(['agents.0.revision']);
  const poor = await flow.createOwner(PRICE - 1);
  evaluation = await create(PROMPTS, poor);
  expect(await codeOf(start([{ agent_id: 1 }], poor))).toBe('NO_CREDITS');
  expect(await codeOf(start())).toBe('FORBIDDEN');
});

test('a revision that is kept no more is not taken for the present one', async () => {
  for (const tone of ['plain', 'warm']) {
    await flow.service.run(owner.call, updateAgent, { params: { id: agent }, input: { settings: { tone } } });
  }
  await flow.service.dataSource.query('DELETE FROM agent_revision WHERE agent_id = $1 AND revision > 1', [agent]);
  expect(await validationOf(start([{ agent_id: agent, revision: 2 }]))).toEqual({
    'agents.0.revision': [expect.stringContaining('kept no more')],
  });
  const run = await start([
    { agent_id: agent, revision: 1 },
    { agent_id: agent, revision: 3 },
  ]);
  expect(run.subjects.map(({ revision }) => revision)).toEqual([1, 3]);
});

test('as many prompts are taken as there may be, each with a phrase', async () => {
  const one = { message: 'x', must_say: ['x'] };
  const many = (length: number) => Array.from({ length }, () => one);
  expect(await codeOf(create(many(MAX_PROMPTS)))).toBe('none');
  const problems: [object[], string][] = [
    [many(MAX_PROMPTS + 1), 'prompts'],
    [[], 'prompts'],
    [[{ message: 'x' }], 'prompts.0'],
    [[{ ...one, message: 'x'.repeat(2_001) }], 'prompts.0.message'],
    [[{ ...one, must_not_say: ['x'.repeat(201)] }], 'prompts.0.must_not_say.0'],
    [[{ ...one, must_not_say: ['X'] }], 'prompts.0'],
    [[{ ...one, must_say: Array.from({ length: 6 }, () => 'x') }], 'prompts.0.must_say'],
  ];
  for (const [prompts, field] of problems) expect(Object.keys(await validationOf(create(prompts)))).toEqual([field]);
});

test('an evaluation is read, listed without its prompts, changed only by what differs, and limited in number', async () => {
  const params = { id: evaluation };
  const shown = await flow.service.run(owner.call, getEvaluation, { params });
  expect(shown.prompts).toEqual(PROMPTS);
  const same = { name: 'Beginnings', prompts: PROMPTS };
  expect(await flow.service.run(owner.call, updateEvaluation, { params, input: same })).toEqual(shown);
  const { rows } = await flow.service.run(owner.call, listEvaluations, { input: {} });
  expect(rows).toMatchObject([{ id: evaluation, prompt_count: 2 }]);
  expect(rows[0]).not.toHaveProperty('prompts');
  const { limits } = flow.service.deps;
  flow.service.deps.limits = { ...limits, agent_evaluations: 2 };
  try {
    expect((await Promise.all([codeOf(create()), codeOf(create())])).sort()).toEqual(['CONFLICT', 'none']);
  } finally {
    flow.service.deps.limits = limits;
  }
});
