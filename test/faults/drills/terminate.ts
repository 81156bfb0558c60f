import { waitUntil } from '../../environment/wait-until.ts';
import type { Drill, Ground } from '../ground.ts';
import { orderOne, untilRunClosed, untilStatus } from '../work.ts';

const SENTENCE = 'The execution was stopped by the operators of the service.';

/** Staff press the buttons of the Temporal Web UI. */
export const terminateDrill: Drill = {
  name: 'terminate',
  title: 'Terminate and cancel from the Temporal Web UI',
  run,
};

async function run(ground: Ground): Promise<void> {
  const { stack, ai, temporal, findings } = ground;
  // This worker looks for lost runs every second; the usual five minutes are too long for a drill.
  const hasty = { RECONCILE_STALE_SECONDS: '2', RECONCILE_INTERVAL_SECONDS: '1' };
  await stack.add('worker', 'worker-hasty', hasty);
  await ai.set(0, [{ kind: 'hang', match: 'Deliverable: blog_post' }]);

  const terminated = await orderOne(ground);
  await untilStatus(ground, terminated, ['executing']);
  await temporal.workflow.getHandle(`execution-${terminated}`).terminate('drill');
  const started = performance.now();
  const failed = await untilStatus(ground, terminated, ['failed']);
  findings.seconds('terminated one failed after', performance.now() - started);
  findings.expect(failed.error_message?.startsWith(SENTENCE) === true, `It failed with "${failed.error_message}".`);

  const cancelled = await orderOne(ground);
  await untilStatus(ground, cancelled, ['executing']);
  await temporal.workflow.getHandle(`execution-${cancelled}`).cancel();
  await untilStatus(ground, cancelled, ['cancelled'], 20_000);
  findings.equal('Run that was cancelled', await untilRunClosed(ground, `execution-${cancelled}`), 'CANCELLED');

  await cancelBeforeTheFirstStep(ground, ['worker', 'worker-hasty']);
  await stack.pause('worker-hasty');
}

/** No worker has seen the run yet when it is cancelled: its credits come back all the same, and at once. */
async function cancelBeforeTheFirstStep(ground: Ground, workers: string[]): Promise<void> {
  const { stack, temporal } = ground;
  for (const worker of workers) await stack.pause(worker);
  const id = await orderOne(ground);
  const handle = temporal.workflow.getHandle(`execution-${id}`);
  await waitUntil('the run to be there', async () => (await handle.describe()).status.name === 'RUNNING', {
    limitMs: 10_000,
    retryErrors: true,
  });
  await handle.cancel();
  for (const worker of workers) await stack.start(worker);
  await untilStatus(ground, id, ['cancelled'], 20_000);
}
