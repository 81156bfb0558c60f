import { randomUUID } from 'node:crypto';
import type { Drill, Ground } from '../ground.ts';
import { orderOne, untilRunClosed, untilStatus } from '../work.ts';

/** The database was restored to an earlier day: ids recur under which Temporal still knows older runs. */
export const recurringIdsDrill: Drill = {
  name: 'recurring-ids',
  title: 'Execution ids recur whose workflow ids older runs have taken',
  run,
};

async function run(ground: Ground): Promise<void> {
  const { api, ai, findings } = ground;
  await occupyNextId(ground);
  const id = await orderOne(ground);
  await untilStatus(ground, id, ['completed']);
  findings.equal(
    'Run under the alternative id',
    await untilRunClosed(ground, await alternativeId(ground, id)),
    'COMPLETED',
  );

  await ai.set(0, [{ kind: 'hang' }]);
  await occupyNextId(ground);
  const hanging = await orderOne(ground);
  await untilStatus(ground, hanging, ['planning']);
  const cancel = await api.call('POST', `/content-workflow/executions/${hanging}/cancel`);
  findings.equal('Status of a cancel', cancel.status, 200);
  await untilRunClosed(ground, await alternativeId(ground, hanging), 15_000);
  await cancelOfAnOrphan(ground);
}

/** An older run goes on with an id that is another execution's now: when staff cancel it, that one is left alone. */
async function cancelOfAnOrphan(ground: Ground): Promise<void> {
  const { ai, temporal } = ground;
  await ai.set(0, [{ kind: 'hang', times: 3 }]);
  const id = await orderOne(ground);
  await untilStatus(ground, id, ['planning']);
  const orphan = await temporal.workflow.start('execution', {
    workflowId: `execution-${id}-of-an-earlier-time`,
    taskQueue: 'mw-main',
    args: [{ executionId: id, rowKey: randomUUID() }],
  });
  await orphan.cancel();
  await untilRunClosed(ground, orphan.workflowId);
  await untilStatus(ground, id, ['completed']);
}

/** A closed run of an execution that the restored database does not have any more. */
async function occupyNextId({ query, temporal }: Ground): Promise<void> {
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

async function alternativeId({ query }: Ground, id: number): Promise<string> {
  const [row] = await query<{ row_key: string }>('SELECT row_key FROM execution WHERE id = $1', [id]);
  return `execution-${id}-${row?.row_key.slice(0, 8)}`;
}
