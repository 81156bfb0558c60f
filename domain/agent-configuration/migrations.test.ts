import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { createAgent } from '../agents/operations/create-agent.ts';
import { updateAgent } from '../agents/operations/update-agent.ts';
import { insertAgents } from '../agents/store.ts';
import type { AgentRow } from '../agents/table.ts';
import type { Call } from '../kernel/call.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { LIMITS } from '../kernel/limits.ts';
import { perform } from '../kernel/step.ts';
import { migrateAgent, rollBackAgent } from './operations/migrate-agent.ts';
import { migrateBatch } from './operations/migrate-batch.ts';
import { getBatch, listHistory, validateAgent } from './operations/reads.ts';
import { listStaleBatches } from './steps/housekeeping.ts';
import { failBatch, migrateAgents } from './steps/migrate-agents.ts';

jest.setTimeout(60_000);

let service: TestService;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function freshCall(): Promise<Call> {
  return (await service.createCaller()).call;
}
beforeAll(async () => {
  call = await freshCall();
});

const add = (body: object = {}, by = call): Promise<AgentRow> =>
  service.run(by, createAgent, { input: { name: 'Quill', agent_type: 'writer', config_version: 1, ...body } });
const migrate = (agent: number) => service.run(call, migrateAgent, { params: { agent } });
const rollBack = (agent: number, input = {}) => service.run(call, rollBackAgent, { params: { agent }, input });
const historyOf = async (agent: number, by = call) => (await service.run(by, listHistory, { params: { agent } })).rows;

/** The settings of an agent's newest revision, which the history does not show. */
async function newestSettings(id: number): Promise<unknown> {
  const newest = 'SELECT settings FROM agent_revision WHERE agent_id = $1 ORDER BY revision DESC LIMIT 1';
  const [row] = await service.dataSource.query(newest, [id]);
  return row.settings;
}

describe('one agent', () => {
  test('goes to the newest version once, however often and at once it is asked', async () => {
    const { id } = await add();
    const moves = await Promise.all([migrate(id), migrate(id), migrate(id)]);
    expect(moves.filter(({ changed }) => changed)).toEqual([
      expect.objectContaining({ agent_id: id, from_version: 1, to_version: 2 }),
    ]);
    expect(moves.find(({ changed }) => changed)?.changes.map(({ field }) => field)).toContain('prompts.write');
    expect((await historyOf(id)).map(({ kind, from_version, to_version }) => [kind, from_version, to_version])).toEqual(
      [
        ['migrated', 1, 2],
        ['created', null, 1],
      ],
    );
  });

  test('goes back to where it was, and no further; its own settings stay', async () => {
    const { id } = await add();
    await migrate(id);
    await service.run(call, updateAgent, { params: { id }, input: { settings: { tone: 'dry' } } });
    expect(await rollBack(id)).toMatchObject({ from_version: 2, to_version: 1, changed: true });
    expect(await codeOf(rollBack(id))).toBe('CONFLICT');
    const [last] = await historyOf(id);
    expect(await newestSettings(id)).toEqual({ tone: 'dry' });
    expect(last).toMatchObject({
      kind: 'rolled_back',
      actor: expect.stringMatching(/^partner_key:\d+$/),
    });
    expect(await migrate(id)).toMatchObject({ to_version: 2, changed: true });
    expect(await rollBack(id, { to_version: 1 })).toMatchObject({ to_version: 1 });
    expect(await codeOf(rollBack(id, { to_version: 2 }))).toBe('CONFLICT');
    expect(await codeOf(rollBack(id, { to_version: 99 }))).toBe('VALIDATION_ERROR');
  });

  test('is not moved while something in its configuration is wrong, which validation names', async () => {
    const { id } = await add();
    await service.dataSource.query(
      `UPDATE agent SET settings = '{"tone": 7}', capabilities = '{vanished}' WHERE id = $1`,
      [id],
    );
    const { errors } = await service.run(call, validateAgent, { params: { agent: id } });
    expect(errors.map(({ field }) => field)).toEqual(['settings.tone', 'capabilities']);
    expect(await codeOf(migrate(id))).toBe('CONFLICT');
  });

  test('keeps both of two changes at once, each with its entry', async () => {
    const { id } = await add();
    const change = (settings: object) => service.run(call, updateAgent, { params: { id }, input: { settings } });
    await Promise.all([change({ tone: 'dry' }), change({ audience: 'sailors' })]);
    expect(await newestSettings(id)).toEqual({ tone: 'dry', audience: 'sailors' });
    expect((await historyOf(id)).map(({ revision }) => revision)).toEqual([3, 2, 1]);
  });

  test('that is changed to what it is leaves no entry', async () => {
    const { id } = await add();
    await service.run(call, updateAgent, { params: { id }, input: { name: 'Quill', settings: {} } });
    expect(await historyOf(id)).toHaveLength(1);
  });
});

test('a partner has so many agents and no more, also when it asks at once', async () => {
  const by = await freshCall();
  const agent = await add({}, by);
  await service.deps.transaction(by, async (tx) => {
    const { id: _id, revision: _revision, created_at: _created, updated_at: _updated, ...fields } = agent;
    // A new partner has three.
    const more = Array.from({ length: LIMITS.agents.most - 5 }, () => ({ ...fields, partner_id: partnerOf(by) }));
    await insertAgents(tx.em, tx.now, more, 'test');
  });
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(add({}, by))));
  expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
});

describe('a batch', () => {
  const accept = (input: object, by = call) => service.run(by, migrateBatch, { input });
  const referenceTo = ({ batch }: Awaited<ReturnType<typeof accept>>) => ({ batchId: batch.id, rowKey: batch.row_key });
  const read = (id: number, by = call) => service.run(by, getBatch, { params: { job: id } });
  const outcomes = async (id: number, by = call) =>
    (await read(id, by)).items.map(({ agent_id, status }) => [agent_id, status]);

  test('goes on where a worker was killed, and two workers at once move nothing twice', async () => {
    const by = await freshCall();
    const agents: number[] = [];
    for (let count = 0; count < 30; count += 1) agents.push((await add({}, by)).id);
    const made = await accept({ agent_ids: agents }, by);
    const killed = new AbortController();
    const { transaction } = service.deps;
    let transactions = 0;
    // The worker dies during its tenth agent, before the commit.
    const dying = {
      ...service.deps,
      transaction: ((of, work) =>
        transaction(of, async (tx) => {
          const result = await work(tx);
          transactions += 1;
          if (transactions < 10) return result;
          killed.abort();
          throw Object.assign(new Error('killed'), { code: '57P01' });
        })) as typeof transaction,
    };
    await expect(perform(dying, migrateAgents, referenceTo(made), { signal: killed.signal })).rejects.toThrow('killed');
    expect((await outcomes(made.batch.id, by)).filter(([, status]) => status === 'migrated')).toHaveLength(9);
    const progress = await Promise.all([1, 2].map(() => perform(service.deps, migrateAgents, referenceTo(made))));
    expect(progress.map(({ total }) => total)).toEqual([30, 30]);
    for (let done = false; !done; ) ({ done } = await perform(service.deps, migrateAgents, referenceTo(made)));
    expect((await read(made.batch.id, by)).batch.status).toBe('completed');
    expect(await outcomes(made.batch.id, by)).toEqual(agents.map((id) => [id, 'migrated']));
    for (const id of agents) expect((await historyOf(id, by)).map(({ kind }) => kind)).toEqual(['migrated', 'created']);
  });

  test('has each agent fail alone, and says why', async () => {
    const [first, broken, last] = [await add(), await add(), await add({ config_version: 2 })];
    await service.dataSource.query(`UPDATE agent SET settings = '{"tone": 7}' WHERE id = $1`, [broken.id]);
    const made = await accept({ agent_ids: [first.id, broken.id, last.id] });
    expect(await perform(service.deps, migrateAgents, referenceTo(made))).toEqual({
      done: true,
      finished: 3,
      total: 3,
    });
    const { items } = await read(made.batch.id);
    expect(items.map(({ status }) => status)).toEqual(['migrated', 'failed', 'unchanged']);
    expect(items[1]?.error).toMatch(/settings\.tone/);
  });

  test('reports what it would change, and changes nothing', async () => {
    const { id } = await add();
    const made = await accept({ agent_ids: [id], dry_run: true });
    await perform(service.deps, migrateAgents, referenceTo(made));
    const { items } = await read(made.batch.id);
    expect(items).toEqual([expect.objectContaining({ status: 'migrated', from_version: 1, to_version: 2 })]);
    expect(items[0]?.changes.length).toBeGreaterThan(0);
    expect(await historyOf(id)).toHaveLength(1);
  });

  test('is of all agents of the partner where none is named, and not of the platform’s', async () => {
    const by = await freshCall();
    const made = await accept({}, by);
    expect(made.items).toHaveLength(3);
    await perform(service.deps, migrateAgents, referenceTo(made));
    expect((await outcomes(made.batch.id, by)).map(([, status]) => status)).toEqual(Array(3).fill('unchanged'));
  });

  test('fails an agent alone that fails unexpectedly, and alerts the operators', async () => {
    const { id } = await add();
    const made = await service.run(call, migrateBatch, { input: { agent_ids: [id] } });
    const wrong = `ALTER TABLE agent ADD CONSTRAINT agent_stays CHECK (id <> ${id} OR config_version = 1)`;
    const warnings: [unknown, string][] = [];
    await service.dataSource.query(wrong);
    try {
      const warn = (error: unknown, message: string) => void warnings.push([error, message]);
      expect(await perform(service.deps, migrateAgents, referenceTo(made), { warn })).toMatchObject({ done: true });
    } finally {
      await service.dataSource.query('ALTER TABLE agent DROP CONSTRAINT agent_stays');
    }
    expect(await outcomes(made.batch.id)).toEqual([[id, 'failed']]);
    expect(warnings).toEqual([[expect.any(Error), expect.stringContaining(`agent ${id} of batch ${made.batch.id}`)]]);
  });

  test('whose run was lost has failed, and what was moved stays', async () => {
    const made = await accept({ agent_ids: [(await add()).id] });
    const reference = referenceTo(made);
    const stale = { untouchedSince: '2126-01-01T00:00:00Z', afterId: 0, limit: 100, rowKeys: [reference.rowKey] };
    expect(await perform(service.deps, listStaleBatches, stale)).toEqual([]);
    await service.dataSource.query(`DELETE FROM outbox WHERE command->>'rowKey' = $1`, [reference.rowKey]);
    expect(await perform(service.deps, listStaleBatches, stale)).toHaveLength(1);
    expect(await perform(service.deps, failBatch, reference)).toBe(true);
    expect(await perform(service.deps, failBatch, reference)).toBe(false);
    expect((await read(made.batch.id)).batch).toMatchObject({ status: 'failed', completed_at: expect.any(Date) });
    expect(await perform(service.deps, migrateAgents, reference)).toMatchObject({ done: true, finished: 0 });
  });
});
