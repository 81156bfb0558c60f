import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { orderOne, untilRunClosed, untilStatus } from '../work.ts';

const SENTENCE = 'The execution was stopped by the operators of the service.';

/** Staff press the buttons of the Temporal Web UI. */
export const terminateDrill: Drill = {
  name: 'terminate',
  title: 'Terminate and cancel from the Temporal Web UI',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, temporal, findings } = environment;
  // This worker looks for lost runs every second; the usual five minutes are too long for a drill.
  const hasty = { RECONCILE_STALE_SECONDS: '2', RECONCILE_INTERVAL_SECONDS: '1' };
  await stack.add('worker', 'worker-hasty', hasty);
  await ai.set(0, [{ kind: 'hang', match: 'Deliverable: blog_post' }]);

  const terminated = await orderOne(environment);
  await untilStatus(environment, terminated, ['executing']);
  await temporal.workflow.getHandle(`execution-${terminated}`).terminate('drill');
  const started = performance.now();
  const failed = await untilStatus(environment, terminated, ['failed']);
  findings.seconds('terminated one failed after', performance.now() - started);
  findings.expect(failed.error_message?.startsWith(SENTENCE) === true, `It failed with "${failed.error_message}".`);

  const cancelled = await orderOne(environment);
  await untilStatus(environment, cancelled, ['executing']);
  await temporal.workflow.getHandle(`execution-${cancelled}`).cancel();
  await untilStatus(environment, cancelled, ['cancelled'], 20_000);
  findings.equal('Run that was cancelled', await untilRunClosed(environment, `execution-${cancelled}`), 'CANCELLED');

  await stack.pause('worker-hasty');
  await cancelBeforeTheFirstStep(environment);
}

/** No worker has seen the run yet when it is cancelled: its credits come back all the same, and at once. */
async function cancelBeforeTheFirstStep(environment: DrillEnvironment): Promise<void> {
  const { stack, temporal } = environment;
  await stack.pause('worker');
  const id = await orderOne(environment);
  const handle = temporal.workflow.getHandle(`execution-${id}`);
  await waitUntil('the run to be there', async () => (await handle.describe()).status.name === 'RUNNING', {
    limitMs: 10_000,
    retryErrors: true,
  });
  await handle.cancel();
  await stack.start('worker');
  await untilStatus(environment, id, ['cancelled'], 20_000);
}
