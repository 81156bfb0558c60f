import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { createSessionClient } from '../../infra/database/data-source.ts';
import { countOpenRuns, terminateOpenRuns } from '../../infra/temporal/runs.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createSharedNamespace } from '../../test/environment/shared-servers-client.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { MAIN_QUEUE } from '../../workflows/queues.ts';
import { afterRestore, RESTORE_STEPS, RestoreRefused } from './steps.ts';

jest.setTimeout(120_000);

let service: TestService;
let temporal: Client;
let setUps = 0;
beforeAll(async () => {
  service = await startTestService();
  const { address, namespace } = await createSharedNamespace();
  temporal = new Client({ connection: await Connection.connect({ address }), namespace });
});
beforeEach(async () => {
  setUps = 0;
  await service.dataSource.query('TRUNCATE payment_event, outbox CASCADE');
});
afterAll(async () => {
  await temporal.connection.close();
  await service.stop();
});

/** Runs the steps; returns what they report. */
async function run({ isDry = false, client = temporal, stopAt = '' } = {}): Promise<string[]> {
  const lines: string[] = [];
  const setUp = async () => {
    setUps += 1;
    return { migrations: [], searchAttributes: [], schedules: [] };
  };
  await afterRestore({ deps: service.deps, temporal: client, setUp, isDry }, (line) => {
    lines.push(line);
    if (stopAt !== '' && line.includes(stopAt)) throw new Error(`stopped at ${line}`);
  });
  return lines;
}

function startRun(workflowType: string, rowKey: string = randomUUID()): Promise<WorkflowHandle> {
  return temporal.workflow.start(workflowType, {
    workflowId: `${workflowType}-${randomUUID()}`,
    taskQueue: MAIN_QUEUE,
    args: [],
    memo: { rowKey },
  });
}

/** Starts runs, and waits until the engine lists them. */
async function startRuns(count: number): Promise<WorkflowHandle[]> {
  const handles = await Promise.all(Array.from({ length: count }, () => startRun('execution')));
  await waitUntil('the runs to be listed', async () => (await countOpenRuns(temporal, MAIN_QUEUE)) === count);
  return handles;
}

async function addEvent(rowKey: string, reason: string | null = null, status = 'stored'): Promise<number> {
  const [{ id }] = await service.dataSource.query(
    `INSERT INTO payment_event (row_key, gateway, event_id, type, payload, status, reason, created_at, updated_at)
     VALUES ($1, 'generic', gen_random_uuid(), 'payment.succeeded', $2, $3, $4, now(), now()) RETURNING id`,
    [rowKey, service.deps.secrets.seal('{}'), status, reason],
  );
  return id;
}

/** The run that a later time has seen to its end. */
async function closeRunOf(eventId: number, rowKey: string): Promise<void> {
  const handle = await temporal.workflow.start('paymentEvent', {
    workflowId: `payment-event-${eventId}`,
    taskQueue: 'nobody-serves-it',
    args: [],
    memo: { rowKey },
  });
  await handle.terminate();
}

const sequences = (): Promise<object[]> =>
  service.dataSource.query(
    `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  );
const commands = (): Promise<{ row_key: string }[]> =>
  service.dataSource.query(`SELECT command->>'rowKey' AS row_key FROM outbox WHERE kind = 'payment.apply'`);

test('without --apply nothing changes, and it says what would', async () => {
  const handles = await startRuns(3);
  await addEvent(randomUUID());
  const before = await sequences();
  const lines = (await run({ isDry: true })).join('\n');
  expect(lines).toContain('3 runs are open and would be terminated');
  expect(lines).toContain('1 stored events would be applied');
  expect(await sequences()).toEqual(before);
  expect(await commands()).toEqual([]);
  expect(setUps).toBe(0);
  for (const handle of handles) expect((await handle.describe()).status.name).toBe('RUNNING');
  await terminateOpenRuns(temporal, MAIN_QUEUE, 'end of the test');
});

test('while a process is connected, nothing is done', async () => {
  const before = await sequences();
  for (const name of ['marketwright-worker', 'marketwright-api-listen']) {
    const session = createSessionClient(service.databaseUrl, name);
    await session.connect();
    await expect(run()).rejects.toThrow(RestoreRefused);
    await session.end();
  }
  expect([await sequences(), setUps]).toEqual([before, 0]);
  // The server notices the end of a session a moment later.
  await waitUntil('the sessions to end', () => run({ isDry: true }).then((lines) => lines.length > 0), {
    retryErrors: true,
  });
});

test('open runs of commands end, those of Schedules go on, and a repeat finds nothing left', async () => {
  const scheduleId = `schedule-${randomUUID()}`;
  const schedule = await temporal.schedule.create({
    scheduleId,
    spec: {},
    action: { type: 'startWorkflow', workflowType: 'retention', workflowId: scheduleId, taskQueue: MAIN_QUEUE },
  });
  await schedule.trigger();
  await waitUntil('the run of the Schedule', async () => {
    const [{ action } = { action: undefined }] = (await schedule.describe()).info.recentActions;
    return action !== undefined;
  });
  const handles = await startRuns(25);
  const first = (await run()).join('\n');
  expect(first).toContain('25 open runs were terminated');
  for (const handle of handles) expect((await handle.describe()).status.name).toBe('TERMINATED');
  const [ofSchedule] = (await schedule.describe()).info.recentActions;
  const started = ofSchedule?.action;
  if (started?.type !== 'startWorkflow') throw new Error('It has started a run.');
  expect((await temporal.workflow.getHandle(started.workflow.workflowId).describe()).status.name).toBe('RUNNING');

  const after = await sequences();
  await waitUntil('the list to follow', async () => (await countOpenRuns(temporal, MAIN_QUEUE)) === 0);
  const second = (await run()).join('\n');
  expect(second).toContain('0 open runs were terminated');
  expect(second).toContain('0 tables go on');
  expect(await sequences()).toEqual(after);
  await schedule.delete();
});

test('a run that cannot be ended does not keep the others', async () => {
  const handles = await startRuns(12);
  const bad = handles[0]?.workflowId;
  const workflow = Object.create(temporal.workflow, {
    getHandle: {
      value: (id: string, runId: string) =>
        id === bad ? { terminate: () => Promise.reject(new Error('no')) } : temporal.workflow.getHandle(id, runId),
    },
  });
  const client: Client = Object.create(temporal, { workflow: { value: workflow } });
  await expect(run({ client })).rejects.toThrow('1 runs could not be ended');
  const states = await Promise.all(handles.map(async (handle) => (await handle.describe()).status.name));
  expect(states.filter((name) => name === 'TERMINATED')).toHaveLength(11);
  await terminateOpenRuns(temporal, MAIN_QUEUE, 'end of the test');
});

test('every numbered table gives numbers beyond those of the lost time', async () => {
  await service.createPartner();
  const [{ id }] = await service.dataSource.query('SELECT max(id) AS id FROM partner');
  await run();
  const partner = await service.createPartner();
  expect(partner.id).toBeGreaterThan(id + 100_000);
  const numbered: { sequence: string }[] = await service.dataSource.query(
    `SELECT pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence FROM information_schema.columns
     WHERE is_identity = 'YES' AND table_schema = current_schema() AND table_name <> 'outbox'`,
  );
  expect(numbered.length).toBeGreaterThan(20);
  for (const { sequence } of numbered) {
    const [{ last_value: last }] = await service.dataSource.query(`SELECT last_value FROM ${sequence}`);
    expect([sequence, last > 100_000]).toEqual([sequence, true]);
  }
});

test('events of gateways whose runs have closed at a later time are applied by new runs, each once', async () => {
  const [applied, lost, queued, waiting] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const closed = await addEvent(applied);
  await closeRunOf(closed, applied);
  // Its command has waited since the restored moment, but the run that it would start is over.
  const closedWithCommand = await addEvent(queued);
  await closeRunOf(closedWithCommand, queued);
  const command = { kind: 'payment.apply', rowKey: queued };
  await service.dataSource.query(`INSERT INTO outbox (kind, command, created_at) VALUES ('payment.apply', $1, now())`, [
    command,
  ]);
  const unknown = await addEvent(lost);
  await addEvent(waiting, 'It waits for its payment.');
  await addEvent(randomUUID(), null, 'applied');

  expect((await run()).join('\n')).toContain('3 stored events will be applied');
  const rows: { id: number; row_key: string }[] = await service.dataSource.query(
    `SELECT id, row_key FROM payment_event WHERE id = ANY($1) ORDER BY id`,
    [[closed, closedWithCommand, unknown]],
  );
  const keys = (await commands()).map(({ row_key }) => row_key);
  for (const { row_key } of rows) {
    expect([applied, lost, queued]).not.toContain(row_key);
    expect(keys).toContain(row_key);
  }
  expect(keys).toHaveLength(4);
  // The commands wait for the workers.
  expect((await run()).join('\n')).toContain('0 stored events will be applied');
  expect(await commands()).toHaveLength(4);
});

test('stopped after any step, a repeat takes the rest', async () => {
  for (const { title } of RESTORE_STEPS.slice(1)) await expect(run({ stopAt: title })).rejects.toThrow('stopped at');
  const lines = await run();
  expect(lines.filter((line) => /^\d\/6 /.test(line))).toHaveLength(RESTORE_STEPS.length);
  expect(lines.join('\n')).toContain('The last change in the database is of 2');
});
