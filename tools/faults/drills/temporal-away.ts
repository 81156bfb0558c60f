import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { logLines, longestStallOf, readyzOf } from '../probes.ts';
import { expectAllCompleted, orderAll, untilStatus } from '../work.ts';

const ORDERS = 6;
/** An order may wait this long for an engine that is away, milliseconds; generous, because drills run on busy machines. */
const ACCEPT_LIMIT_MS = 2_500;
const RECOVERY_LIMIT_MS = 20_000;
/** More lines a second than this from one process are a flood. */
const MAX_LINES_A_SECOND = 10;

/** Temporal is down for a while: requests made meanwhile are accepted and executed afterwards. */
export function temporalAwayDrill(seconds: number): Drill {
  return {
    name: `temporal-away-${seconds}s`,
    title: `Temporal is down for ${seconds} s`,
    run: (environment) => run(environment, seconds),
  };
}

async function run(environment: DrillEnvironment, seconds: number): Promise<void> {
  const { stack, api, ai, findings } = environment;
  await ai.set(0);
  const before = [stack.pid('api'), stack.pid('worker')];
  const linesBefore = await logLines(stack);

  await stack.pause('temporal');
  const stoppedAt = performance.now();
  const answers = await orderAll(environment, ORDERS, { atOnce: 2 });
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  findings.seconds('slowest order', slowest);
  findings.expect(slowest < ACCEPT_LIMIT_MS, `An order took ${Math.round(slowest)} ms while Temporal was down.`);
  findings.note('orders repeated', answers.filter((answer) => answer.before.length > 0).length);

  const cancelled = await api.post('/content-workflow/capabilities/blog_post/execute', {
    settings: { topic: 'To be cancelled' },
  });
  const cancelledId = cancelled.body.data?.id ?? 0;
  const cancel = await api.call('POST', `/content-workflow/executions/${cancelledId}/cancel`);
  findings.equal('Status of a cancel', cancel.status, 200);
  await untilStatus(environment, cancelledId, ['cancelled'], 1_000);

  const { status, body } = await readyzOf(stack);
  findings.equal('/readyz', [status, body.checks?.['temporal'], body.checks?.['database']], [200, 'down', 'up']);

  // The length of the outage is what this drill is about.
  await delay(Math.max(0, seconds * 1000 - (performance.now() - stoppedAt)));
  const linesAway = await logLines(stack);
  await stack.start('temporal');
  const backAt = new Date();
  await waitUntil('/readyz to be well again', async () => (await readyzOf(stack)).body.checks?.['temporal'] === 'up', {
    limitMs: 60_000,
    retryErrors: true,
  });

  const done = await expectAllCompleted(environment, answers, [cancelledId]);
  const recovered = await longestStallOf(environment, done, backAt);
  findings.seconds('first sign of life after', recovered);
  findings.expect(
    recovered < RECOVERY_LIMIT_MS,
    `Work went on only ${Math.round(recovered / 1000)} s after Temporal was back.`,
  );
  findings.equal('Processes', [stack.pid('api'), stack.pid('worker')], before);
  for (const [name, lines] of Object.entries(linesAway)) {
    const written = lines - (linesBefore[name] ?? 0);
    findings.note(`log lines of ${name}`, written);
    findings.expect(written < seconds * MAX_LINES_A_SECOND + 50, `${name} logged ${written} lines in ${seconds} s.`);
  }
}
