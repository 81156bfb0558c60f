import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  type ExecutionFlow,
  type Owner,
  referenceTo,
  startExecutionFlow,
} from '../../../test/environment/execution-flow.ts';
import { codeOf, validationOf } from '../../../test/environment/service.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import { perform } from '../../kernel/step.ts';
import type { ExecutionSummary } from '../rules.ts';
import { endExecution } from '../steps/end-execution.ts';
import { archiveExecution } from './archive-execution.ts';
import { cancelExecution } from './cancel-execution.ts';
import { executeCapability } from './execute-capability.ts';
import { getExecution, listExecutions } from './reads.ts';
import { retryExecution } from './retry-execution.ts';

jest.setTimeout(60_000);

const PRICE = 2;

let flow: ExecutionFlow;
let owner: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  owner = await flow.createOwner();
});
afterAll(() => flow.stop());

const run = <Output>(operation: AnyOperation, { id }: { id: number }, by = owner) =>
  flow.service.run(by.call, operation, { params: { id } }) as Promise<Output>;
const cancel = (execution: ExecutionSummary, by?: Owner) => run<ExecutionSummary>(cancelExecution, execution, by);
const retry = (execution: ExecutionSummary, by?: Owner) => run<ExecutionSummary>(retryExecution, execution, by);
const archive = (execution: ExecutionSummary, by?: Owner) => run<ExecutionSummary>(archiveExecution, execution, by);

/** Commands in the outbox. */
function commandsOf({ row_key }: ExecutionSummary): Promise<{ kind: string }[]> {
  const query = `SELECT kind FROM outbox WHERE command->>'rowKey' = $1 ORDER BY id`;
  return flow.service.dataSource.query(query, [row_key]);
}

async function addAgent(settings: { capabilities?: string[]; is_active?: boolean } = {}, of = owner): Promise<number> {
  const [{ id }] = await flow.service.dataSource.query(
    `INSERT INTO agent (partner_id, name, agent_type, description, version, settings, capabilities, is_active, created_at, updated_at)
     VALUES ($1, 'Own', 'writer', '', '1', '{}', $2, $3, now(), now()) RETURNING id`,
    [of.partner.id, settings.capabilities ?? null, settings.is_active ?? true],
  );
  return id;
}

const body = (more: object = {}) => ({ settings: { query: 'What is a credit?' }, ...more });

describe('executing', () => {
  test('holds the price, enqueues the start, and writes the audit line and the change event', async () => {
    await flow.follow(owner.partner);
    const execution = await flow.accept(owner.call);
    expect(execution).toMatchObject({ status: 'pending', credits_held: PRICE, credits_used: 0 });
    const { agent, ...row } = execution;
    expect(row).toEqual(await flow.rowOf(execution.id));
    expect(agent.id).toBe(row.agent_id);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: PRICE });
    expect(await commandsOf(execution)).toEqual([{ kind: 'execution.start' }]);
    expect(await flow.auditOf(owner.partner, 'execution')).toEqual([
      {
        action: 'executions.execute',
        resource_id: String(execution.id),
        details: { capability: 'platform_knowledge_query' },
      },
    ]);
    expect(await flow.changesOf(owner.partner)).toEqual([{ kind: 'resources', uri: null }]);
  });

  test('of several at once accepts only those that the credits cover, and writes nothing for the rest', async () => {
    const poor = await flow.createOwner(2 * PRICE + 1);
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(flow.accept(poor.call))));
    expect(codes.sort()).toEqual(['NO_CREDITS', 'NO_CREDITS', 'NO_CREDITS', 'none', 'none']);
    const { rows } = await flow.service.run(poor.call, listExecutions);
    expect(rows).toHaveLength(2);
    expect(await flow.auditOf(poor.partner, 'execution')).toHaveLength(2);
    expect(await flow.creditsOf(poor.partner)).toEqual({ balance: 2 * PRICE + 1, held: 2 * PRICE });
  });

  test('costs a sandbox key nothing', async () => {
    const poor = await flow.createOwner(0, { sandbox: true });
    expect(await flow.accept(poor.call)).toMatchObject({ sandbox: true, credits_held: 0 });
  });

  test('is refused when a sandbox key has no sandbox AI to use', async () => {
    const tester = await flow.createOwner(0, { sandbox: true });
    const { ai } = flow.service.deps;
    flow.service.deps.ai = { ...ai, hasSandbox: false };
    expect(await codeOf(flow.accept(tester.call))).toBe('SERVICE_UNAVAILABLE');
    flow.service.deps.ai = ai;
  });

  test.each([
    ['is not active', { is_active: false }, 'PRECONDITION_FAILED'],
    ['carries out other capabilities', { capabilities: ['blog_post'] }, 'VALIDATION_ERROR'],
    ['carries it out', { capabilities: ['platform_knowledge_query'] }, 'none'],
    ['carries out all', {}, 'none'],
  ])('by an agent that %s', async (_what, settings, code) => {
    const agent_id = await addAgent(settings);
    expect(await codeOf(flow.accept(owner.call, undefined, body({ agent_id })))).toBe(code);
  });

  test('by another partner’s agent is forbidden', async () => {
    const agent_id = await addAgent({}, await flow.createOwner());
    expect(await codeOf(flow.accept(owner.call, undefined, body({ agent_id })))).toBe('FORBIDDEN');
  });

  test('goes to the least busy agent that supports it', async () => {
    const accepted = [];
    for (let count = 0; count < 3; count += 1) accepted.push(await flow.accept(owner.call));
    const analyst = accepted[0]?.agent_id;
    expect(accepted.every(({ agent }) => agent.name === 'Analyst')).toBe(true);
    const idle = await addAgent();
    expect((await flow.accept(owner.call)).agent_id).toBe(idle);
    for (const execution of accepted) await cancel(execution);
    expect((await flow.accept(owner.call)).agent_id).toBe(analyst);
  });

  test('checks the settings of the capability before the prompt, and the prompt before the credits', async () => {
    const poor = await flow.createOwner(0);
    const execute = (settings: object) => flow.accept(poor.call, 'blog_post', { settings });
    expect(Object.keys(await validationOf(execute({ topic: ' ', length_words: 1 })))).toEqual([
      'settings.length_words',
    ]);
    expect(await codeOf(execute({ topic: ' ' }))).toBe('PRECONDITION_FAILED');
    expect(await codeOf(execute({ topic: 'Clouds' }))).toBe('NO_CREDITS');
  });

  test('outside the scope of the key is refused', async () => {
    const scoped = await flow.createOwner(100, { scoped_capabilities: ['blog_post'] });
    expect(await codeOf(flow.accept(scoped.call))).toBe('CAPABILITY_NOT_ALLOWED');
  });

  test('is found again by a repeat after a crash', async () => {
    const execution = await flow.accept(owner.call);
    const found = await executeCapability.recover?.(flow.service.deps, owner.call, String(execution.id));
    expect(found).toEqual(execution);
  });
});

describe('cancelling', () => {
  test('releases the credits and stops the run', async () => {
    await flow.follow(owner.partner);
    const execution = await flow.accept(owner.call);
    expect(await cancel(execution)).toMatchObject({ status: 'cancelled', agent: execution.agent });
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 0 });
    expect(await commandsOf(execution)).toEqual([{ kind: 'execution.start' }, { kind: 'execution.cancel' }]);
    expect((await flow.auditOf(owner.partner, 'execution')).map(({ action }) => action)).toEqual([
      'executions.execute',
      'executions.cancel',
    ]);
    expect((await flow.changesOf(owner.partner)).at(-1)).toEqual({
      kind: 'resource',
      uri: `service://executions/${execution.id}`,
    });
  });

  test('happens once only, however many try', async () => {
    const execution = await flow.accept(owner.call);
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(cancel(execution))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: 100, held: 0 });
  });

  test('and settling at once: one of them wins, and the credits follow it', async () => {
    const execution = await flow.accept(owner.call);
    const [key = ''] = await flow.plan(execution);
    const [code, { settled }] = await Promise.all([codeOf(cancel(execution)), flow.runStep(execution, key)]);
    expect(settled).toBe(code === 'CONFLICT');
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: settled ? 'completed' : 'cancelled' });
    expect(await flow.creditsOf(owner.partner)).toEqual({ balance: settled ? 100 - PRICE : 100, held: 0 });
  });
});

describe('retrying', () => {
  async function failed(): Promise<ExecutionSummary> {
    const execution = await flow.accept(owner.call, 'email_campaign', { settings: { topic: 'Clouds' } });
    const [first = ''] = await flow.plan(execution);
    await flow.runStep(execution, first);
    const ending = { status: 'failed', reason: 'ai_timeout' } as const;
    await perform(flow.service.deps, endExecution, { ...referenceTo(execution), ending });
    return execution;
  }

  function stepsOf({ id }: { id: number }): Promise<{ status: string; reused_from: number | null }[]> {
    const query = 'SELECT status, reused_from FROM execution_step WHERE execution_id = $1 ORDER BY position';
    return flow.service.dataSource.query(query, [id]);
  }

  test('reuses the finished steps, at their price', async () => {
    const source = await failed();
    const again = await retry(source);
    expect(again).toMatchObject({ status: 'pending', retried_from: source.id, settings: source.settings });
    expect(again.credits_held).toBe(source.credits_held);
    expect(await stepsOf(again)).toEqual([
      { status: 'completed', reused_from: source.id },
      { status: 'pending', reused_from: null },
    ]);
    await flow.complete(again);
    expect(await flow.rowOf(again.id)).toMatchObject({ status: 'completed', credits_used: source.credits_held });
    expect((await flow.auditOf(owner.partner, 'execution')).at(-1)).toMatchObject({
      action: 'executions.retry',
      resource_id: String(again.id),
    });
  });

  test('with a sandbox key reuses nothing from production', async () => {
    const source = await failed();
    const { call } = await flow.service.createKey(owner.partner, { sandbox: true });
    const again = await retry(source, { ...owner, call });
    expect(again).toMatchObject({ sandbox: true, credits_held: 0 });
    expect(await stepsOf(again)).toEqual([]);
  });

  test('selects another agent when the first one is no longer active', async () => {
    const agent_id = await addAgent();
    const source = await flow.accept(owner.call, undefined, body({ agent_id }));
    await cancel(source);
    await flow.service.dataSource.query('UPDATE agent SET is_active = false WHERE id = $1', [agent_id]);
    expect((await retry(source)).agent.name).toBe('Analyst');
  });

  test('is refused while another retry of it is open: of five at once, one is accepted', async () => {
    const source = await failed();
    const { held } = await flow.creditsOf(owner.partner);
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(retry(source))));
    expect(codes.sort()).toEqual([...Array(4).fill('CONFLICT'), 'none']);
    expect((await flow.creditsOf(owner.partner)).held).toBe(held + source.credits_held);
    const retries = `SELECT id FROM execution WHERE retried_from = $1`;
    const [open, ...more] = await flow.service.dataSource.query(retries, [source.id]);
    expect(more).toEqual([]);
    await run(cancelExecution, { id: Number(open.id) });
    expect(await retry(source)).toMatchObject({ retried_from: source.id });
  });

  test('is refused while it is open and when it has completed', async () => {
    const execution = await flow.accept(owner.call);
    expect(await codeOf(retry(execution))).toBe('CONFLICT');
    await flow.complete(execution);
    expect(await codeOf(retry(execution))).toBe('CONFLICT');
  });
});

test('archiving accepts an ended execution, once', async () => {
  const execution = await flow.accept(owner.call);
  expect(await codeOf(archive(execution))).toBe('CONFLICT');
  await cancel(execution);
  expect(await archive(execution)).toMatchObject({ status: 'archived', agent: execution.agent });
  expect(await codeOf(archive(execution))).toBe('CONFLICT');
  expect((await flow.auditOf(owner.partner, 'execution')).map(({ action }) => action)).toEqual([
    'executions.execute',
    'executions.cancel',
    'executions.archive',
  ]);
});

test.each([getExecution, cancelExecution, retryExecution, archiveExecution] as (typeof cancelExecution)[])(
  '$name works on own executions only',
  async (operation) => {
    const foreign = await flow.accept((await flow.createOwner()).call);
    expect(await codeOf(run(operation, foreign))).toBe('FORBIDDEN');
    expect(await codeOf(run(operation, { id: foreign.id + 1_000_000 }))).toBe('NOT_FOUND');
    expect(await flow.rowOf(foreign.id)).toMatchObject({ status: 'pending' });
  },
);

describe('listing', () => {
  const list = (input: object) => flow.service.run(owner.call, listExecutions, { input });

  test('filters by status, agent, priority and day, newest first, with the true total', async () => {
    const normal = await flow.accept(owner.call);
    const urgent = await flow.accept(owner.call, undefined, body({ priority: 'urgent' }));
    await cancel(normal);
    await flow.accept((await flow.createOwner()).call);
    const ids = async (input: object) => (await list(input)).rows.map(({ id }) => id);
    const today = flow.service.deps.clock.now().toISOString().slice(0, 10);
    expect(await ids({})).toEqual([urgent.id, normal.id]);
    expect(await ids({ status: 'cancelled' })).toEqual([normal.id]);
    expect(await ids({ priority: 'urgent', from: today, to: today })).toEqual([urgent.id]);
    expect(await ids({ agent_id: normal.agent_id })).toContain(normal.id);
    expect(await ids({ agent_id: await addAgent() })).toEqual([]);
    expect(await ids({ to: '2000-01-01' })).toEqual([]);
    expect(await list({ per_page: 1, page: 2 })).toMatchObject({ rows: [{ id: normal.id }], total: 2 });
    expect(await list({ page: 9 })).toMatchObject({ rows: [], total: 2 });
  });
});
