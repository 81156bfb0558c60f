import type { Drill, DrillEnvironment } from '../environment.ts';
import { expectAllCompleted, orderAll, questionsOf, untilCount } from '../work.ts';

/** A worker that is asked to stop finishes what it has begun; nothing is tried a second time. */
export function handOverDrill(executions = 10): Drill {
  return {
    name: 'hand-over',
    title: `SIGTERM of a worker in the middle of ${executions} executions; a second one takes over`,
    run: (environment) => run(environment, executions),
  };
}

async function run(environment: DrillEnvironment, count: number): Promise<void> {
  const { stack, ai, query, partnerId, findings } = environment;
  await stack.add('worker', 'worker-successor');
  await ai.set(3_000);
  const ordering = orderAll(environment, count);
  await untilCount(environment, Math.ceil(count / 2), ['executing']);
  const started = performance.now();
  await stack.pause('worker');
  findings.seconds('stopped within', performance.now() - started);
  await expectAllCompleted(environment, await ordering);

  const repeated = await query(
    `SELECT s.execution_id, s.key, s.attempts FROM execution_step s JOIN execution e ON e.id = s.execution_id
     WHERE e.partner_id = $1 AND s.attempts <> 1`,
    [partnerId],
  );
  findings.equal('Steps that were not done at the first attempt', repeated, []);
  const asked = new Map<string, number>();
  for (const { key } of await questionsOf(environment)) asked.set(key, (asked.get(key) ?? 0) + 1);
  findings.equal(
    'Questions asked more than once',
    [...asked].filter(([, times]) => times > 1),
    [],
  );
  await stack.start('worker');
  await stack.pause('worker-successor');
}
