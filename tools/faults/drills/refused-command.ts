import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { workerMetric } from '../probes.ts';
import { orderOne, untilStatus } from '../work.ts';

/** The engine will never take a command: it is put aside and its owner fails, with its credits back. */
export const refusedCommandDrill: Drill = {
  name: 'refused-command',
  title: 'A start command that Temporal refuses as invalid',
  run,
};

const METRIC = 'marketwright_outbox_refused_total{kind="execution.start"}';

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, query, findings } = environment;
  const refusedBefore = await workerMetric(stack, METRIC);
  // Nobody else may take the command in its right form: neither the worker, nor the API that has just committed it.
  await stack.pause('worker');
  await stack.pause('temporal');
  const id = await orderOne(environment);
  await stack.kill('api', 'SIGKILL');
  const spoilt = await query(
    `UPDATE outbox SET command = jsonb_set(command, '{capability}', to_jsonb(repeat('x', 100000)))
     WHERE (command->>'executionId')::bigint = $1 RETURNING id`,
    [id],
  );
  findings.equal('Commands that waited', spoilt.length, 1);
  await Promise.all([stack.start('temporal').then(() => stack.start('worker')), stack.ready('api')]);

  const failed = await untilStatus(environment, id, ['failed']);
  findings.equal('Sentence', failed.error_message, 'The execution could not be started. Nothing was charged.');
  // The execution fails first.
  await waitUntil(
    'the command to be put aside',
    async () => {
      const parked = await query(
        "SELECT id FROM outbox WHERE (command->>'executionId')::bigint = $1 AND parked_at IS NOT NULL",
        [id],
      );
      return parked.length === 1;
    },
    { limitMs: 5_000, retryErrors: true },
  );
  // The worker was started anew, so its counter may have been, too.
  await waitUntil(
    'the metric to rise',
    async () => {
      const refused = await workerMetric(stack, METRIC);
      return refused === 1 || refused === refusedBefore + 1;
    },
    { limitMs: 5_000, retryErrors: true },
  );
}
