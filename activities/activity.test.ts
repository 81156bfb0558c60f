import { expect, test } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import type { Call } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { step } from '../domain/kernel/step.ts';
import { createActivityMetrics } from '../infra/telemetry/work-metrics.ts';
import { AGREEING_CLOCKS } from '../test/environment/agreeing-clocks.ts';
import { createActivityInterceptors } from '../worker/interceptors.ts';
import { activity } from './activity.ts';

/** None of these steps uses a dependency. */
const deps = {} as Deps;
const nothing = z.object({});

/** A step that does what the test says. */
function stepOf<Output extends z.ZodType>(output: Output, run: (call: Call) => Promise<z.input<Output>>) {
  return step({ name: 'test.step', input: z.object({ id: z.int() }), output, run: (_deps, call) => run(call) });
}

function environment(info: { attempt?: number; activityId?: string; heartbeatTimeoutMs?: number } = {}) {
  const metrics = createActivityMetrics(new Registry());
  return new MockActivityEnvironment(
    { activityId: 'post', workflowExecution: { workflowId: 'execution-7', runId: crypto.randomUUID() }, ...info },
    {
      interceptors: [createActivityInterceptors({ log: pino({ level: 'silent' }), metrics, clocks: AGREEING_CLOCKS })],
      logger: new DefaultLogger('ERROR', () => undefined),
    },
  );
}

test('the step acts as the service, under its own name', async () => {
  const caller = activity(
    deps,
    stepOf(z.unknown(), async ({ actor, operation }) => ({ actor, operation })),
  );
  expect(await environment().run(caller, { id: 1 })).toEqual({
    actor: { kind: 'system', name: 'test.step' },
    operation: 'test.step',
  });
});

test('a cancel reaches the step, and the activity ends as cancelled', async () => {
  const running = Promise.withResolvers<void>();
  const waits = activity(
    deps,
    stepOf(nothing, ({ signal }) => {
      running.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The answer is no longer wanted.')), { once: true });
      });
    }),
  );
  const env = environment();
  const run = env.run(waits, { id: 1 });
  const ended = expect(run).rejects.toMatchObject({ name: 'CancelledFailure' });
  await running.promise;
  env.cancel();
  await ended;
});

test('each heartbeat carries what the step reported last', async () => {
  const env = environment({ heartbeatTimeoutMs: 50 });
  const beats: unknown[] = [];
  const twoSeen = Promise.withResolvers<void>();
  env.on('heartbeat', (details) => {
    beats.push(details);
    if (JSON.stringify(beats.at(-1)) === '{"done":2}') twoSeen.resolve();
  });
  const counts = activity(
    deps,
    stepOf(nothing, async ({ report }) => {
      report?.({ done: 1 });
      report?.({ done: 2 });
      await twoSeen.promise;
      return {};
    }),
  );
  await env.run(counts, { id: 1 });
  expect(beats).not.toContainEqual({ done: 1 });
});

test('a step that reports nothing has heartbeats all the same', async () => {
  const env = environment({ heartbeatTimeoutMs: 50 });
  const beaten = new Promise((resolve) => env.once('heartbeat', resolve));
  const waits = activity(
    deps,
    stepOf(nothing, async () => {
      await beaten;
      return {};
    }),
  );
  await env.run(waits, { id: 1 });
  expect(await beaten).toBeUndefined();
});

test('what the output does not name never reaches the history', async () => {
  const leaks = activity(
    deps,
    stepOf(z.object({ open: z.boolean() }), async () => ({ open: true, text: 'of a partner' })),
  );
  expect(await environment().run(leaks, { id: 1 })).toEqual({ open: true });
});

test('an input of another form is a fault of ours, whose text stays in the log', async () => {
  let ran = false;
  const never = activity(
    deps,
    stepOf(nothing, async () => {
      ran = true;
      return {};
    }),
  );
  const failure = { type: 'unexpected', message: expect.not.stringContaining('id') };
  await expect(environment().run(never, { id: 1.5 })).rejects.toMatchObject(failure);
  expect(ran).toBe(false);
});
