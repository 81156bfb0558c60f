import type { Drill, DrillEnvironment } from '../environment.ts';
import { expectAllCompleted, longestStall, orderAll, untilCount } from '../work.ts';

/** Work must go on within this time of a kill, milliseconds (docs/operations.md promises it). */
const RECOVERY_LIMIT_MS = 20_000;
/** Where the machine is so busy that a process takes long to start, the limit counts from when it serves, milliseconds. */
const AFTER_START_LIMIT_MS = 12_000;
const AI_LATENCY_MS = 300;

/** Kills a process at once, without a chance to clean up, while work is accepted and under way. */
export function killDrill(process: 'worker' | 'api' | 'temporal' | 'postgres', executions = 30): Drill {
  return {
    name: `kill-${process}`,
    title: `kill -9 of ${process} while ${executions} executions run`,
    run: (environment) => run(environment, process, executions),
  };
}

async function run(environment: DrillEnvironment, name: string, count: number): Promise<void> {
  const { stack, ai, findings } = environment;
  await ai.set(AI_LATENCY_MS);
  const ordering = orderAll(environment, count, { atOnce: Math.max(2, Math.ceil(count / 6)) });
  await untilCount(environment, Math.ceil(count / 6), ['planning', 'executing', 'completed']);

  const killedAt = new Date();
  await stack.kill(name, 'SIGKILL');
  await stack.ready(name);
  const servesAfter = Date.now() - killedAt.getTime();
  findings.seconds('serves again after', servesAfter);

  const answers = await ordering;
  await expectAllCompleted(environment, answers);
  const stall = await longestStall(environment, killedAt);
  findings.seconds('longest stall', stall);
  findings.note('POSTs repeated', answers.filter(({ before }) => before.length > 0).length);
  const limit = Math.max(RECOVERY_LIMIT_MS, servesAfter + AFTER_START_LIMIT_MS);
  findings.expect(stall < limit, `Work stood still for ${Math.round(stall / 1000)} s.`);
}
