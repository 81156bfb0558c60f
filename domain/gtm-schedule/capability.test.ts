import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { archiveExecution } from '../executions/operations/archive-execution.ts';
import { cancelExecution } from '../executions/operations/cancel-execution.ts';
import type { ExecutionSummary } from '../executions/rules.ts';
import { findRevision } from './event-store.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
let owner: Owner;
let execution: ExecutionSummary;
/** Of the only step. */
let key: string;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  owner = await flow.createOwner();
  execution = await flow.accept(owner.call, 'launch_calendar', { settings: { product_name: 'Acme Move' } });
  [key = ''] = await flow.plan(execution);
});
afterAll(() => flow.stop());

/** Runs the step, which settles the execution. */
const settle = () => flow.runStep(execution, key);
const archive = () => flow.service.run(owner.call, archiveExecution, { params: { id: execution.id } });
async function events(): Promise<{ id: string; status: string; audited: number }[]> {
  return flow.service.dataSource.query(
    `SELECT id, status, (SELECT count(*)::int FROM audit_log WHERE resource_type = 'gtm_event' AND resource_id = e.id) AS audited
     FROM gtm_event e WHERE partner_id = $1 ORDER BY occupied_from, ordinal`,
    [owner.partner.id],
  );
}

/** The revision of a feed with all that the partner has. */
async function revision(): Promise<string> {
  const range = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2100-01-01T00:00:00Z') };
  const selection = { partnerId: owner.partner.id, range, filter: {}, cancelledSince: range.from };
  return (await findRevision(flow.service.deps.db, selection)).revision;
}

test('dates become events when the execution settles, and once, however often it is tried', async () => {
  expect(await events()).toEqual([]);
  expect(await Promise.all([settle(), settle()])).toMatchObject([{ settled: true }, { settled: true }]);
  const created = await events();
  expect(created).toHaveLength(9);
  expect(await settle()).toMatchObject({ open: false });
  expect(await events()).toEqual(created);
  expect(created.map(({ status, audited }) => [status, audited])).toEqual(created.map(() => ['scheduled', 1]));
});

test('a cancelled execution has no events', async () => {
  await flow.service.run(owner.call, cancelExecution, { params: { id: execution.id } });
  expect(await settle()).toMatchObject({ open: false, settled: false });
  expect(await events()).toEqual([]);
});

test('archiving cancels events that have not begun; the others stay', async () => {
  await settle();
  const [begun, ...future] = await events();
  await flow.service.dataSource.query(
    `UPDATE gtm_event SET scheduled_at = now() - interval '1 hour', occupied_from = now() - interval '1 hour', occupied_until = now() WHERE id = $1`,
    [begun?.id],
  );
  const before = await revision();
  await archive();
  expect(await revision()).not.toBe(before);
  const left = await events();
  expect(left).toContainEqual(begun);
  expect(left.filter(({ status }) => status === 'cancelled').map(({ id, audited }) => [id, audited])).toEqual(
    future.map(({ id }) => [id, 2]),
  );
});
