import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { completeStep, selectSteps, startStep } from './step-store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** An execution in the state, with one step. */
async function executionWith(status: string, stepStatus: string): Promise<number> {
  const partner = await service.createPartner();
  const rows = await service.dataSource.query(
    `WITH added AS (
       INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, settings, context, notify_on_complete,
                              sandbox, created_at, updated_at)
       SELECT gen_random_uuid(), $1, id, 'blog_post', $2, 'normal', '{}', '{}', false, false, now(), now()
       FROM agent WHERE partner_id IS NULL RETURNING id
     ), step AS (
       INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, estimated_credits, status)
       SELECT id, 'post', 0, 'write', 'Write', '{}', 10, $3 FROM added
     )
     SELECT id FROM added`,
    [partner.id, status, stepStatus],
  );
  return rows[0].id;
}

async function start(id: number): Promise<boolean> {
  return (await startStep(service.deps.db, service.deps.clock.now(), id, 'post')) !== null;
}

test('a step of an open execution can start again until it is completed', async () => {
  const id = await executionWith('executing', 'pending');
  expect(await start(id)).toBe(true);
  expect(await start(id)).toBe(true);
  expect(await selectSteps(service.deps.db, id)).toMatchObject([{ status: 'running', attempts: 2 }]);
});

test('a completed step does not start', async () => {
  const id = await executionWith('executing', 'completed');
  expect(await start(id)).toBe(false);
});

test.each(['cancelled', 'failed', 'completed'])('no step starts in an execution that is %s', async (status) => {
  const id = await executionWith(status, 'pending');
  expect(await start(id)).toBe(false);
  expect(await selectSteps(service.deps.db, id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
  expect(await service.dataSource.query('SELECT * FROM execution_event WHERE execution_id = $1', [id])).toEqual([]);
});

test('no step starts in an execution that another transaction is ending', async () => {
  const id = await executionWith('executing', 'pending');
  let started: Promise<boolean> | undefined;
  await service.deps.transaction(service.admin, async (tx) => {
    await tx.em.query(`UPDATE execution SET status = 'cancelled' WHERE id = $1`, [id]);
    started = start(id);
    await tx.em.query('SELECT pg_sleep(0.3)');
  });
  expect(await started).toBe(false);
  expect(await selectSteps(service.deps.db, id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
});

test('a summary is truncated to the maximum length, without half a character', async () => {
  const id = await executionWith('executing', 'running');
  const { deps } = service;
  await deps.transaction(service.admin, (tx) =>
    completeStep(tx.em, tx.now, id, 'post', {
      charged: true,
      summary: `${'a'.repeat(499)}😀`,
      output: { type: 'notes', text: '' },
      model: null,
      inputTokens: null,
      outputTokens: null,
      progress: 100,
    }),
  );
  expect(await selectSteps(deps.db, id)).toMatchObject([{ status: 'completed', summary: 'a'.repeat(499) }]);
});
