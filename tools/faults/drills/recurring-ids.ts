import { randomUUID } from 'node:crypto';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { orderOne, untilRunClosed, untilStatus } from '../work.ts';

/** The database was restored to an earlier day: ids recur under which Temporal still knows older runs. */
export const recurringIdsDrill: Drill = {
  name: 'recurring-ids',
  title: 'Execution ids recur whose workflow ids older runs have taken',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { api, ai, findings } = environment;
  await occupyNextId(environment);
  const id = await orderOne(environment);
  await untilStatus(environment, id, ['completed']);
  findings.equal(
    'Run under the alternative id',
    await untilRunClosed(environment, await alternativeId(environment, id)),
    'COMPLETED',
  );

  await ai.set(0, [{ kind: 'hang' }]);
  await occupyNextId(environment);
  const hanging = await orderOne(environment);
  await untilStatus(environment, hanging, ['planning']);
  const cancel = await api.call('POST', `/content-workflow/executions/${hanging}/cancel`);
  findings.equal('Status of a cancel', cancel.status, 200);
  await untilRunClosed(environment, await alternativeId(environment, hanging), 15_000);
  await cancelOfAnOrphan(environment);
}

/** An older run goes on with an id that is another execution's now: when staff cancel it, that one is left alone. */
async function cancelOfAnOrphan(environment: DrillEnvironment): Promise<void> {
  const { ai, temporal } = environment;
  await ai.set(0, [{ kind: 'hang' }]);
  const id = await orderOne(environment);
  await untilStatus(environment, id, ['planning']);
  const orphan = await temporal.workflow.start('execution', {
    workflowId: `execution-${id}-of-an-earlier-time`,
    taskQueue: 'mw-main',
    args: [{ executionId: id, rowKey: randomUUID() }],
  });
  await orphan.cancel();
  await untilRunClosed(environment, orphan.workflowId);
  // What hangs breaks off, and is asked again.
  await ai.set(0);
  await untilStatus(environment, id, ['completed']);
}

/** A closed run of an execution that the restored database does not have any more. */
async function occupyNextId({ query, temporal }: DrillEnvironment): Promise<void> {
  const [next] = await query<{ id: number }>(
    `SELECT last_value + 1 AS id FROM pg_sequences WHERE schemaname = 'public' AND sequencename = 'execution_id_seq'`,
  );
  const handle = await temporal.workflow.start('execution', {
    workflowId: `execution-${next?.id}`,
    taskQueue: 'nobody',
    args: [{ executionId: next?.id }],
    memo: { rowKey: randomUUID() },
  });
  await handle.terminate('of an earlier time');
}

async function alternativeId({ query }: DrillEnvironment, id: number): Promise<string> {
  const [row] = await query<{ row_key: string }>('SELECT row_key FROM execution WHERE id = $1', [id]);
  return `execution-${id}-${row?.row_key.slice(0, 8)}`;
}
