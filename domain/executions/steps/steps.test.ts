import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AiError } from '../../../infra/ai/port.ts';
import { beforeAnswers, recordKeys } from '../../../test/environment/ai-requests.ts';
import {
  type ExecutionFlow,
  type Owner,
  referenceTo,
  startExecutionFlow,
} from '../../../test/environment/execution-flow.ts';
import { refusingRows } from '../../../test/environment/refused-rows.ts';
import { sequentialScans } from '../../../test/environment/sequential-scans.ts';
import { codeOf } from '../../../test/environment/service.ts';
import { perform } from '../../kernel/step.ts';
import { addDocument } from '../../knowledge-bases/operations/add-document.ts';
import { createKnowledgeBase } from '../../knowledge-bases/operations/create-knowledge-base.ts';
import { deleteDocument } from '../../knowledge-bases/operations/delete-document.ts';
import { readDocument } from '../../knowledge-bases/steps/read-document.ts';
import { cancelExecution } from '../operations/cancel-execution.ts';
import { getMadeItem } from '../operations/get-made-item.ts';
import { getExecution, listExchanges } from '../operations/reads.ts';
import { retryExecution } from '../operations/retry-execution.ts';
import type { ExecutionDetail, ExecutionSummary } from '../rules.ts';
import { beginExecution } from './begin-execution.ts';
import { endExecution } from './end-execution.ts';
import { listStaleExecutions, rollUpExecutionCounts } from './housekeeping.ts';
import { planExecution } from './plan-execution.ts';
import { readEvents } from './read-events.ts';
import { runExecutionStep } from './run-execution-step.ts';
import { settleExecution } from './settle-execution.ts';

jest.setTimeout(60_000);

/** A text that a guardrail blocks and that the sandbox AI copies. */
const CARD = 'Paying with the card 4111 1111 1111 1111';

/** Result of beginning the execution that each test starts with. */
const ANSWERING = {
  open: true,
  sandbox: false,
  plan: { steps: [{ key: 'answer', kind: 'cited_answer', dependsOn: [] }] },
};

let flow: ExecutionFlow;
let owner: Owner;
let execution: ExecutionSummary;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  owner = await flow.createOwner();
  execution = await flow.accept(owner.call);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => flow.stop());

const deps = () => flow.service.deps;
const begin = (of = execution) => perform(deps(), beginExecution, referenceTo(of));
const plan = (of = execution) => perform(deps(), planExecution, referenceTo(of));
const settle = (of = execution) => perform(deps(), settleExecution, referenceTo(of));
const end = (reason: string, of = execution) =>
  perform(deps(), endExecution, { ...referenceTo(of), ending: { status: 'failed', reason } });
const cancel = (of = execution) => flow.service.run(owner.call, cancelExecution, { params: { id: of.id } });
const detailOf = ({ id }: { id: number }): Promise<ExecutionDetail> =>
  flow.service.run(owner.call, getExecution, { params: { id } });
/** An execution that needs a plan. */
const acceptCampaign = () => flow.accept(owner.call, 'email_campaign', { settings: { topic: 'Clouds' } });
const eventsOf = (type: string): Promise<{ data: unknown }[]> =>
  flow.service.dataSource.query('SELECT data FROM platform_event WHERE partner_id = $1 AND type = $2', [
    owner.partner.id,
    type,
  ]);

/** A retry of the same order; the earlier execution is cancelled. */
async function retried(of: ExecutionSummary): Promise<ExecutionSummary> {
  await cancel(of);
  return flow.service.run(owner.call, retryExecution, { params: { id: of.id } });
}

/** Makes the next transaction after the AI's response fail, as in a database outage. */
function refuseNextSave(): void {
  const { transaction } = deps();
  jest.spyOn(deps(), 'transaction').mockImplementationOnce(async (call, work) =>
    transaction(call, async (tx) => {
      await work(tx);
      throw new Error('The database went away.');
    }),
  );
}

/** The database was restored, and another execution now has the same id. */
describe('a run of an earlier execution with the same id', () => {
  const stranger = () => ({ executionId: execution.id, rowKey: crypto.randomUUID() });

  test('leaves a pending one unchanged', async () => {
    expect(await perform(deps(), beginExecution, stranger())).toEqual({ open: false, sandbox: false });
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'pending' });
  });

  test('leaves an executing one unchanged', async () => {
    execution = await acceptCampaign();
    await begin();
    expect(await perform(deps(), planExecution, stranger())).toBeNull();
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'planning' });
    const [key = ''] = await flow.plan(execution);
    const keys = recordKeys(deps().ai);
    expect(await perform(deps(), runExecutionStep, { ...stranger(), key })).toMatchObject({ open: false, progress: 0 });
    expect(keys).toEqual([]);
    expect(await perform(deps(), settleExecution, stranger())).toBe(false);
    expect(await perform(deps(), endExecution, { ...stranger(), ending: { status: 'cancelled' } })).toBe(false);
    const { credits_held: held } = execution;
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'executing', credits_held: held });
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 2 + held });
  });

  test('matches the current one when its history has no key', async () => {
    expect(await perform(deps(), beginExecution, { executionId: execution.id })).toEqual(ANSWERING);
  });
});

describe('beginning', () => {
  test('moves an execution that needs AI planning to planning; a repeat continues', async () => {
    execution = await acceptCampaign();
    expect(await begin()).toEqual({ open: true, sandbox: false });
    expect(await begin()).toEqual({ open: true, sandbox: false });
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'planning', started_at: expect.any(Date) });
    const { events } = await perform(deps(), readEvents, { executionId: execution.id, afterId: 0 });
    expect(events.map(({ data }) => data['status'])).toEqual(['pending', 'planning']);
  });

  test('plans what can only be one step; a repeat finds the plan', async () => {
    const keys = recordKeys(deps().ai);
    expect(await Promise.all([begin(), begin()])).toEqual([ANSWERING, ANSWERING]);
    expect(await begin()).toEqual(ANSWERING);
    expect(keys).toEqual([]);
    const { execution: now, steps } = await detailOf(execution);
    expect(now).toMatchObject({ status: 'executing', plan_summary: expect.stringMatching(/ in one step\.$/) });
    expect(steps).toMatchObject([{ key: 'answer', kind: 'cited_answer', depends_on: [], estimated_credits: 2 }]);
    const { events } = await perform(deps(), readEvents, { executionId: execution.id, afterId: 0 });
    expect(events.map(({ data }) => data['status'])).toEqual(['pending', 'planning', 'executing']);
  });

  test('continues with the steps of a retry', async () => {
    execution = await acceptCampaign();
    const [first = '', ...others] = await flow.plan(execution);
    await flow.runStep(execution, first);
    const again = await retried(execution);
    const keys = recordKeys(deps().ai);
    const { plan: todo } = await begin(again);
    expect(todo?.steps.map(({ key }) => key)).toEqual(others);
    expect((await flow.rowOf(again.id)).plan_summary).toBe(`Email campaign, continued from execution ${execution.id}.`);
    expect(keys).toEqual([]);
  });

  test('emits a change event to the sessions that follow the partner, once', async () => {
    execution = await acceptCampaign();
    const { dataSource } = flow.service;
    await dataSource.query(`INSERT INTO mcp_feed VALUES ($1, 0, now() + interval '1 day')`, [owner.partner.id]);
    await begin();
    await begin();
    const emitted = await dataSource.query('SELECT kind, uri FROM mcp_change WHERE partner_id = $1', [
      owner.partner.id,
    ]);
    expect(emitted).toEqual([{ kind: 'resource', uri: `service://executions/${execution.id}` }]);
  });

  test('does nothing to a cancelled one', async () => {
    await cancel();
    expect(await begin()).toEqual({ open: false, sandbox: false });
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'cancelled', started_at: null });
  });

  test('retrieves passages once: a repeat and a retry use the same, even after documents change', async () => {
    const run = flow.service.run.bind(flow.service);
    const { id } = await run(owner.call, createKnowledgeBase, { input: { name: 'Shop' } });
    const content = 'Goods can be returned within thirty days.';
    const document = await run(owner.call, addDocument, {
      params: { id },
      input: { title: 'Returns', format: 'text', content },
    });
    await perform(deps(), readDocument, { documentId: document.id, rowKey: document.row_key });
    const asking = await flow.accept(owner.call, 'blog_post', {
      settings: { topic: 'Returning goods' },
      context: { kb_ids: [id], passages: 'sent along' },
    });
    expect((await flow.rowOf(asking.id)).lookup).toMatchObject({ base_ids: [id], answering: false });
    const notBegun = await retried(asking);
    expect((await flow.rowOf(notBegun.id)).lookup).toMatchObject({ base_ids: [id] });

    await begin(notBegun);
    const retrieved = await flow.rowOf(notBegun.id);
    expect(retrieved).toMatchObject({ lookup: null, context: { passages: [{ document: 'Returns', text: content }] } });
    await run(owner.call, deleteDocument, { params: { id, document: document.id } });
    await begin(notBegun);
    const again = await retried(notBegun);
    await begin(again);
    expect((await flow.rowOf(notBegun.id)).context).toEqual(retrieved.context);
    expect((await flow.rowOf(again.id)).context).toEqual(retrieved.context);
  });
});

describe('planning', () => {
  test('needs no AI for a run that began before that was part of beginning', async () => {
    await flow.service.dataSource.query(`UPDATE execution SET status = 'planning' WHERE id = $1`, [execution.id]);
    const keys = recordKeys(deps().ai);
    expect(await plan()).toEqual({ steps: [{ key: 'answer', kind: 'cited_answer', dependsOn: [] }] });
    expect(keys).toEqual([]);
  });

  test('saves a plan whose prices add up to the hold; a repeat reads it and asks nothing', async () => {
    execution = await acceptCampaign();
    await begin();
    const first = await plan();
    expect(first?.steps.map(({ key }) => key)).toEqual(['messages', 'emails']);
    const keys = recordKeys(deps().ai);
    expect(await plan()).toEqual(first);
    expect(keys).toEqual([]);
    const { steps } = await detailOf(execution);
    expect(steps.reduce((sum, step) => sum + step.estimated_credits, 0)).toBe(execution.credits_held);
  });

  test('of two at once saves one plan, which both get', async () => {
    execution = await acceptCampaign();
    await begin();
    const [one, two] = await Promise.all([plan(), plan()]);
    expect(one).toEqual(two);
    expect((await detailOf(execution)).steps).toHaveLength(one?.steps.length ?? 0);
  });

  test.each([
    [
      'a bad plan',
      () => Promise.resolve({ value: { steps: 7 }, model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }),
    ],
    ['what is no JSON', () => Promise.reject(new AiError('malformed', 'No JSON.'))],
  ])('uses the default plan when the AI returns %s twice', async (_what, answer) => {
    execution = await acceptCampaign();
    await begin();
    const { ai } = deps();
    const ask = jest.spyOn(ai, 'generateObject').mockImplementation(answer);
    expect(await plan()).toMatchObject({ steps: [{ key: 'messages' }, { key: 'emails', dependsOn: ['messages'] }] });
    const keys = ask.mock.calls.map(([request]) => request.idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  test('keeps the plan when saving it fails: the next attempt saves it and asks nothing again', async () => {
    execution = await flow.accept(owner.call, 'email_campaign', { settings: { topic: 'Clouds' } });
    await begin();
    const keys = recordKeys(deps().ai);
    const attempt = () => perform(deps(), planExecution, referenceTo(execution));
    refuseNextSave();
    await expect(attempt()).rejects.toThrow('The database went away.');
    expect((await attempt())?.steps.map(({ key }) => key)).toEqual(['messages', 'emails']);
    expect(keys).toEqual([`${execution.row_key}/plan/1`]);
  });

  test('that fails in the AI is left to a retry, and nothing is saved', async () => {
    execution = await acceptCampaign();
    await begin();
    jest.spyOn(deps().ai, 'generateObject').mockRejectedValue(new AiError('rate_limited', 'Later.'));
    await expect(plan()).rejects.toThrow('Later.');
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'planning' });
  });

  test('finds an execution that was cancelled while the AI was asked, and saves nothing', async () => {
    execution = await acceptCampaign();
    await begin();
    beforeAnswers(deps().ai, () => cancel());
    expect(await plan()).toBeNull();
    expect((await detailOf(execution)).steps).toEqual([]);
  });
});

describe('running a step', () => {
  test('saves the result with its price; a repeat finds it and asks nothing', async () => {
    const [key = ''] = await flow.plan(execution);
    expect(await flow.runStep(execution, key)).toEqual({ open: true, progress: 100, settled: true });
    const keys = recordKeys(deps().ai);
    expect(await flow.runStep(execution, key)).toEqual({ open: false, progress: 100, settled: true });
    expect(keys).toEqual([]);
    expect((await detailOf(execution)).steps).toMatchObject([
      { status: 'completed', credits_used: 2, attempts: 1, output: { type: 'answer' }, model: expect.any(String) },
    ]);
  });

  test('keeps the answer when saving it fails: the next attempt saves it and pays nothing again', async () => {
    const [key = ''] = await flow.plan(execution);
    const keys = recordKeys(deps().ai);
    const attempt = () => perform(deps(), runExecutionStep, { ...referenceTo(execution), key });
    refuseNextSave();
    await expect(attempt()).rejects.toThrow('The database went away.');
    expect(await attempt()).toMatchObject({ open: true });
    expect(keys).toEqual([`${execution.row_key}/step/${key}`]);
    expect((await detailOf(execution)).steps).toMatchObject([{ status: 'completed', attempts: 2, credits_used: 2 }]);
  });

  test('asks again when the answer cannot be used', async () => {
    const [key = ''] = await flow.plan(execution);
    const ask = jest.spyOn(deps().ai, 'generateObject');
    ask.mockResolvedValueOnce({ value: { text: 7 }, model: 'm', usage: { inputTokens: 1, outputTokens: 1 } });
    const attempt = () => perform(deps(), runExecutionStep, { ...referenceTo(execution), key });
    await expect(attempt()).rejects.toThrow('does not have the form');
    expect(await attempt()).toMatchObject({ open: true });
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('uses the key that its attempts share', async () => {
    const [key = ''] = await flow.plan(execution);
    const keys = recordKeys(deps().ai);
    await perform(deps(), runExecutionStep, { ...referenceTo(execution), key });
    expect(keys).toEqual([`${execution.row_key}/step/${key}`]);
  });

  test('of two at once saves one result', async () => {
    execution = await flow.accept(owner.call, 'blog_post', { settings: { topic: 'Clouds' } });
    const [key = ''] = await flow.plan(execution);
    // Neither is answered before both have asked.
    const bothAsked = Promise.withResolvers<void>();
    let waiting = 0;
    beforeAnswers(deps().ai, async () => {
      waiting += 1;
      if (waiting === 2) bothAsked.resolve();
      await bothAsked.promise;
    });
    await Promise.all([flow.runStep(execution, key), flow.runStep(execution, key)]);
    const { steps, assets } = await detailOf(execution);
    expect(steps).toMatchObject([{ status: 'completed', credits_used: 10, attempts: 2 }]);
    expect(assets).toHaveLength(1);
  });

  test('finds an execution that was cancelled while the AI was asked, and saves nothing', async () => {
    const [key = ''] = await flow.plan(execution);
    beforeAnswers(deps().ai, () => cancel());
    expect(await flow.runStep(execution, key)).toMatchObject({ open: false });
    expect((await detailOf(execution)).steps).toMatchObject([{ status: 'cancelled', output: null, credits_used: 0 }]);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 0 });
  });

  test('is stopped by a guardrail, whose message the partner reads at the end', async () => {
    execution = await flow.accept(owner.call, 'blog_post', { settings: { topic: CARD } });
    const [key = ''] = await flow.plan(execution);
    await expect(flow.runStep(execution, key)).rejects.toThrow('was stopped');
    await end('guardrail_blocked');
    const detail = await detailOf(execution);
    const [hit] = detail.hits.filter(({ action }) => action === 'block');
    expect(detail.execution.error_message).toBe(
      `A guardrail stopped the execution: ${hit?.message} Nothing was charged.`,
    );
    expect(detail.assets).toEqual([]);
    expect(JSON.stringify(detail.hits)).not.toContain('4111');
  });

  test('that is in no plan is an error', async () => {
    await flow.plan(execution);
    await expect(flow.runStep(execution, 'dance')).rejects.toThrow('has no step dance');
  });

  test('costs a sandbox execution nothing', async () => {
    const { call } = await flow.service.createKey(owner.partner, { sandbox: true });
    const tried = await flow.accept(call);
    await flow.complete(tried);
    expect((await detailOf(tried)).steps).toMatchObject([{ status: 'completed', credits_used: 0 }]);
    expect(await flow.rowOf(tried.id)).toMatchObject({ status: 'completed', credits_used: 0 });
  });
});

describe('the exchanges', () => {
  const exchangesOf = async ({ id }: { id: number }) =>
    (await flow.service.run(owner.call, listExchanges, { params: { id }, input: {} })).rows;

  test('have the prompt, the answer, the model and the price, and none of the service’s instructions', async () => {
    execution = await acceptCampaign();
    const ask = jest.spyOn(deps().ai, 'generateObject');
    await flow.complete(execution);
    const exchanges = await exchangesOf(execution);
    expect(exchanges.map(({ key }) => key)).toEqual(['messages', 'emails']);
    for (const exchange of exchanges) {
      expect(exchange).toMatchObject({
        status: 'completed',
        prompt: expect.stringContaining('- topic: Clouds'),
        model: 'marketwright-sandbox',
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        is_cut: false,
        hits: [],
        asked_at: expect.any(Date),
      });
      expect(exchange.answer).not.toBe('');
    }
    expect(exchanges.reduce((sum, { credits_used }) => sum + credits_used, 0)).toBe(execution.credits_held);
    const instructions = ask.mock.calls.map(([request]) => request.instructions.split('\n')[0] ?? '');
    expect(instructions.length).toBeGreaterThan(0);
    for (const line of instructions) expect(JSON.stringify(exchanges)).not.toContain(line);
  });

  test('have no documents of the platform', async () => {
    await flow.complete(execution);
    expect(await exchangesOf(execution)).toMatchObject([{ prompt: null, answer: expect.stringContaining('credit') }]);
  });

  test('have what a guardrail stopped, with its rule, and what is too long cut', async () => {
    execution = await flow.accept(owner.call, 'blog_post', { settings: { topic: CARD } });
    const [key = ''] = await flow.plan(execution);
    await expect(flow.runStep(execution, key)).rejects.toThrow('was stopped');
    const [blocked] = await exchangesOf(execution);
    expect(blocked).toMatchObject({ status: 'running', answer: expect.any(String), credits_used: 0 });
    expect(blocked?.hits).toContainEqual(expect.objectContaining({ action: 'block' }));
    const long = await acceptCampaign();
    const [messages = ''] = await flow.plan(long);
    jest.spyOn(deps().ai, 'generateText').mockResolvedValueOnce({
      text: `\0${'water '.repeat(6_000)}`,
      model: 'm',
      usage: { inputTokens: 1, outputTokens: 2 },
    });
    await flow.runStep(long, messages);
    const [cut] = await exchangesOf(long);
    expect(cut).toMatchObject({ model: 'm', input_tokens: 1, output_tokens: 2, is_cut: true });
    expect(cut?.answer).toMatch(/^(?:water )+w$/);
    expect(cut?.answer).toHaveLength(31_999);
  });

  test('of a retry are those of the steps that it took over', async () => {
    execution = await acceptCampaign();
    const [first = ''] = await flow.plan(execution);
    await flow.runStep(execution, first);
    const [taken] = await exchangesOf(execution);
    const again = await retried(execution);
    expect(await exchangesOf(again)).toMatchObject([
      { key: first, prompt: taken?.prompt, answer: taken?.answer, reused_from: execution.id },
      { key: 'emails', prompt: null, answer: null, asked_at: null },
    ]);
  });

  test('are of the partner’s own executions, for roles that see what things cost', async () => {
    const other = await flow.createOwner();
    const read = (caller: Owner['call']) =>
      codeOf(flow.service.run(caller, listExchanges, { params: { id: execution.id }, input: {} }));
    const inRole = (role: 'editor' | 'analyst') =>
      read({ ...owner.call, actor: { ...owner.call.actor, role } as never });
    expect([await read(other.call), await inRole('editor'), await inRole('analyst')]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
      'none',
    ]);
  });
});

describe('settling', () => {
  test('captures the price, puts the items on the board, and publishes it, once', async () => {
    await flow.follow(owner.partner);
    execution = await flow.accept(owner.call, 'blog_post', { settings: { topic: 'Clouds' } });
    await Promise.all((await flow.plan(execution)).map((key) => flow.runStep(execution, key)));
    expect(await Promise.all([settle(), settle()])).toEqual([false, false]);
    const [asset] = (await detailOf(execution)).assets;
    const read = () => flow.service.run(owner.call, getMadeItem, { params: { id: asset?.id } });
    expect(await read()).toMatchObject({ execution_id: execution.id });
    expect(await flow.rowOf(execution.id)).toMatchObject({ progress_percentage: 100, credits_used: 10 });
    // What the other execution of the test holds is still held.
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 90, held: 2 });
    expect(await eventsOf('content.generated')).toEqual([
      { data: { execution_id: execution.id, status: 'completed', content_item_ids: [asset?.id] } },
    ]);
    expect((await flow.changesOf(owner.partner)).slice(-3)).toEqual([
      { kind: 'resource', uri: `service://executions/${execution.id}` },
      { kind: 'resources', uri: null },
      { kind: 'resource', uri: `service://content-items/${asset?.id}` },
    ]);
  });

  test('is done by the last step; items of those before are not on the board yet', async () => {
    execution = await acceptCampaign();
    const keys = await flow.plan(execution);
    const last = keys.pop() ?? '';
    for (const key of keys) expect(await flow.runStep(execution, key)).toMatchObject({ open: true, settled: false });
    const [asset] = (await detailOf(execution)).assets;
    if (asset)
      expect(await codeOf(flow.service.run(owner.call, getMadeItem, { params: { id: asset.id } }))).toBe('NOT_FOUND');
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'executing' });
    expect(await flow.runStep(execution, last)).toEqual({ open: true, progress: 100, settled: true });
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'completed' });
  });

  test('of the last two steps at once, one settles', async () => {
    execution = await acceptCampaign();
    const keys = await flow.plan(execution);
    expect(keys.length).toBeGreaterThan(1);
    await flow.service.dataSource.query(`UPDATE execution_step SET depends_on = '{}' WHERE execution_id = $1`, [
      execution.id,
    ]);
    const outcomes = await Promise.all(keys.map((key) => flow.runStep(execution, key)));
    expect(outcomes.filter(({ settled }) => settled)).toHaveLength(1);
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'completed' });
  });

  test('that fails loses neither the answer nor a credit: the next attempt saves and settles', async () => {
    const [key = ''] = await flow.plan(execution);
    const keys = recordKeys(deps().ai);
    const attempt = () => perform(deps(), runExecutionStep, { ...referenceTo(execution), key });
    const refused = { table: 'credit_entry', when: `NEW.partner_id = ${owner.partner.id}` };
    await refusingRows(flow.service.dataSource, refused, () => expect(attempt()).rejects.toThrow('refused'));
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'executing' });
    expect(await attempt()).toMatchObject({ settled: true });
    expect(keys).toEqual([`${execution.row_key}/step/${key}`]);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 98, held: 0 });
  });

  test('an answer publishes nothing unless requested', async () => {
    await flow.complete(execution);
    expect(await eventsOf('content.generated')).toEqual([]);
    const settings = { query: 'What is a credit?' };
    const asking = await flow.accept(owner.call, undefined, { settings, notify_on_complete: true });
    await flow.complete(asking);
    expect(await eventsOf('content.generated')).toMatchObject([{ data: { execution_id: asking.id } }]);
  });
});

describe('ending', () => {
  test('releases the credits, ends the running steps and reports why, once', async () => {
    await flow.follow(owner.partner);
    const [key = ''] = await flow.plan(execution);
    jest.spyOn(deps().ai, 'generateText').mockRejectedValue(new AiError('timeout', 'Late.'));
    jest.spyOn(deps().ai, 'generateObject').mockRejectedValue(new AiError('timeout', 'Late.'));
    await expect(flow.runStep(execution, key)).rejects.toThrow('Late.');
    expect(await Promise.all([end('ai_timeout'), end('ai_timeout')])).toEqual(expect.arrayContaining([true, false]));
    const detail = await detailOf(execution);
    expect(detail.execution).toMatchObject({
      status: 'failed',
      error_message: 'The AI provider did not answer in time. Nothing was charged; retry later.',
    });
    expect(detail.steps).toMatchObject([{ status: 'failed' }]);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 0 });
    expect((await flow.changesOf(owner.partner)).at(-1)).toEqual({
      kind: 'resource',
      uri: `service://executions/${execution.id}`,
    });
    expect(await eventsOf('content.generated')).toEqual([]);
  });

  test('publishes a requested failure event', async () => {
    const settings = { query: 'What is a credit?' };
    const asking = await flow.accept(owner.call, undefined, { settings, notify_on_complete: true });
    await end('deadline', asking);
    expect(await eventsOf('content.generated')).toEqual([
      { data: { execution_id: asking.id, status: 'failed', content_item_ids: [] } },
    ]);
  });

  test('publishes a requested event of a cancelled one, once', async () => {
    const settings = { query: 'What is a credit?' };
    const asking = await flow.accept(owner.call, undefined, { settings, notify_on_complete: true });
    const cancel = ({ id }: { id: number }) => flow.service.run(owner.call, cancelExecution, { params: { id } });
    await cancel(asking);
    await cancel(execution);
    expect(await end('deadline', asking)).toBe(false);
    expect(await eventsOf('content.generated')).toEqual([
      { data: { execution_id: asking.id, status: 'cancelled', content_item_ids: [] } },
    ]);
  });

  test('leaves a completed one unchanged', async () => {
    await flow.complete(execution);
    expect(await end('lost')).toBe(false);
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'completed', error_message: null });
  });
});

describe('reading events', () => {
  const readAfter = (afterId: number) => perform(deps(), readEvents, { executionId: execution.id, afterId });

  test('continues after the last event seen, until the execution has ended', async () => {
    const first = await readAfter(0);
    expect(first).toMatchObject({ events: [{ type: 'status', data: { status: 'pending' } }], more: false, open: true });
    await begin();
    await cancel();
    const rest = await readAfter(first.events[0]?.id ?? 0);
    expect(rest.open).toBe(false);
    expect(rest.events.map(({ data }) => data['status'])).toEqual(['planning', 'executing', 'cancelled']);
    expect((await readAfter(rest.events.at(-1)?.id ?? 0)).events).toEqual([]);
  });

  test('reports when there may be more', async () => {
    await flow.service.dataSource.query(
      `INSERT INTO execution_event (execution_id, type, data, created_at)
       SELECT $1, 'progress', '{}', now() FROM generate_series(1, 200)`,
      [execution.id],
    );
    const first = await readAfter(0);
    expect(first).toMatchObject({ more: true });
    expect(first.events).toHaveLength(200);
    expect(await readAfter(first.events.at(-1)?.id ?? 0)).toMatchObject({ more: false, events: [{}] });
  });
});

test('stale are open executions that nothing has touched, and whose start command is not pending', async () => {
  const { dataSource } = flow.service;
  const ids = async (untouchedSince: Date, afterId = execution.id - 1) =>
    (
      await perform(deps(), listStaleExecutions, {
        untouchedSince: untouchedSince.toISOString(),
        afterId,
        limit: 100,
      })
    ).map(({ id }) => id);
  const later = new Date(deps().clock.now().getTime() + 60_000);
  expect(await ids(later)).toEqual([]);
  await dataSource.query(`DELETE FROM outbox WHERE command->>'rowKey' = $1`, [execution.row_key]);
  expect(await ids(later)).toEqual([execution.id]);
  expect(await ids(execution.created_at)).toEqual([]);
  expect(await ids(later, execution.id)).toEqual([]);
  await cancel();
  expect(await ids(later)).toEqual([]);
});

test('a rollup leaves every number as it was, in fewer rows', async () => {
  const count = async () =>
    flow.service.dataSource.query(
      'SELECT status, sum(n)::int AS n FROM execution_count WHERE partner_id = $1 GROUP BY 1 HAVING sum(n) <> 0 ORDER BY 1',
      [owner.partner.id],
    );
  const rows = async () =>
    flow.service.dataSource.query('SELECT FROM execution_count WHERE partner_id = $1', [owner.partner.id]);
  for (let more = 0; more < 4; more += 1) await cancel(await flow.accept(owner.call));
  const [before, many] = [await count(), await rows()];
  await perform(deps(), rollUpExecutionCounts, {});
  expect(before).toEqual([
    { status: 'cancelled', n: 4 },
    { status: 'pending', n: 1 },
  ]);
  expect(await count()).toEqual(before);
  expect((await rows()).length).toBeLessThan(many.length);
});

test('a rollup touches only the days that have new differences', async () => {
  await perform(deps(), rollUpExecutionCounts, {});
  const rowsOf = (id: number) =>
    flow.service.dataSource.query('SELECT ctid, xmin FROM execution_count WHERE partner_id = $1 ORDER BY 1', [id]);
  const other = await flow.createOwner();
  const untouched = await rowsOf(owner.partner.id);
  expect(untouched.length).toBeGreaterThan(0);
  await cancel(await flow.accept(owner.call));
  await flow.accept(other.call);
  expect((await perform(deps(), rollUpExecutionCounts, {})).replaced).toBe(untouched.length + 3 + 1);
  expect(await perform(deps(), rollUpExecutionCounts, {})).toEqual({ replaced: 0 });
  const rolledUp = await rowsOf(owner.partner.id);
  await flow.accept(other.call);
  await perform(deps(), rollUpExecutionCounts, {});
  expect(await rowsOf(owner.partner.id)).toEqual(rolledUp);
});

test('a rollup of a few days costs the same however many there are: nothing reads them all', async () => {
  const { dataSource } = flow.service;
  await dataSource.query(
    `INSERT INTO execution_count (partner_id, day, agent_id, priority, status, n, folded)
     SELECT 1000000 + n, current_date, 1, 'normal', 'completed', 1, n > 50 FROM generate_series(1, 20000) AS n`,
  );
  await dataSource.query('VACUUM ANALYZE execution_count');
  const scans = await dataSource.transaction((em) =>
    sequentialScans(em, 'execution_count', () => perform({ db: em }, rollUpExecutionCounts, {})),
  );
  expect(scans).toBe(0);
});

test('a retry is planned without the AI, with the remaining steps', async () => {
  execution = await flow.accept(owner.call, 'email_campaign', { settings: { topic: 'Clouds' } });
  const [first = ''] = await flow.plan(execution);
  await flow.runStep(execution, first);
  await end('ai_timeout');
  const again: ExecutionSummary = await flow.service.run(owner.call, retryExecution, { params: { id: execution.id } });
  await begin(again);
  const keys = recordKeys(deps().ai);
  expect(await plan(again)).toEqual({ steps: [{ key: 'emails', kind: 'write', dependsOn: [] }] });
  expect(keys).toEqual([]);
});
