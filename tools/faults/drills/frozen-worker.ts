import type { Drill, DrillEnvironment } from '../environment.ts';
import {
  executionsOf,
  expectAllCompleted,
  longestStall,
  orderAll,
  orderOne,
  untilCount,
  untilStatus,
} from '../work.ts';

/** A worker stands still in the middle of its steps and goes on when others have done them. */
export function frozenWorkerDrill(executions = 8): Drill {
  return {
    name: 'frozen-worker',
    title: `SIGSTOP of one of two workers in the middle of ${executions} executions, SIGCONT once the other has done its work`,
    run: (environment) => run(environment, executions),
  };
}

async function run(environment: DrillEnvironment, count: number): Promise<void> {
  const { stack, ai, findings } = environment;
  await stack.add('worker', 'worker-awake');
  await ai.set(2_000);
  const ordering = orderAll(environment, count);
  await untilCount(environment, Math.ceil(count / 2), ['executing']);
  const frozenAt = new Date();
  await stack.kill('worker', 'SIGSTOP');
  const answers = await ordering;
  await expectAllCompleted(environment, answers);
  // A process that stands still keeps taking tasks until each times out, so this is longer than after a kill.
  findings.seconds('longest stall', await longestStall(environment, frozenAt));

  const before = await executionsOf(environment);
  await stack.kill('worker', 'SIGCONT');
  // When it has done something new, its old steps have long tried to save what they made.
  await stack.pause('worker-awake');
  const fresh = await orderOne(environment, 'campaign_launch');
  await untilStatus(environment, fresh, ['completed'], 90_000);
  const after = await executionsOf(environment);
  findings.equal(
    'Executions after the worker went on',
    after.filter(({ id }) => id !== fresh),
    before,
  );
}
