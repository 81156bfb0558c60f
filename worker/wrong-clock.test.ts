import { expect, test } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Deps } from '../domain/kernel/deps.ts';
import { ClocksDiffer } from '../infra/clock/comparison.ts';
import { createActivityMetrics } from '../infra/telemetry/work-metrics.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import type { WorkerArea } from './area.ts';
import { AREAS, FLOWS } from './areas.ts';
import { createHousekeeping, tasksOf } from './housekeeping.ts';
import { createActivityInterceptors } from './interceptors.ts';
import { queueServices } from './queues.ts';
import { createWebhookSweep } from './webhook-sweep.ts';

const log = pino({ level: 'silent' });
const clocks = {
  async requireAgreement() {
    throw new ClocksDiffer(365 * 86_400_000);
  },
};
/** Nothing may be asked for. */
const deps = new Proxy({} as Deps, {
  get(_target, name) {
    throw new Error(`A wrong clock has not kept work from ${String(name)}.`);
  },
});

const ACTIVITIES = queueServices(FLOWS, {} as Deps, { aiConcurrency: 1 }).flatMap(({ activities }) =>
  Object.keys(activities),
);

test.each([...new Set(ACTIVITIES)])('%s does not begin while the clocks differ', async (name) => {
  const services = queueServices(FLOWS, deps, { aiConcurrency: 1 });
  const activities: Record<string, (input: unknown) => Promise<unknown>> = Object.assign(
    {},
    ...services.map((service) => service.activities),
  );
  const metrics = createActivityMetrics(new Registry());
  const environment = new MockActivityEnvironment(
    { activityType: name },
    {
      interceptors: [createActivityInterceptors({ log, metrics, clocks })],
      logger: new DefaultLogger('ERROR', () => undefined),
    },
  );
  const run = environment.run(activities[name] ?? (() => Promise.resolve()), {});
  await expect(run).rejects.toMatchObject({ type: 'clocks_differ', nonRetryable: false });
});

test('no task of each minute begins while the clocks differ, and each says so', async () => {
  const warned: unknown[] = [];
  const areas: readonly WorkerArea[] = AREAS;
  const tasks = areas.flatMap(tasksOf);
  const housekeeping = createHousekeeping({
    deps,
    clocks,
    tasks,
    intervalMs: 60_000,
    exclusively: async (_lock, work) => {
      await work();
      return true;
    },
    log: { warn: (fields: unknown) => warned.push(fields) } as never,
  });
  housekeeping.start();
  await waitUntil('the round', () => warned.length === tasks.length);
  await housekeeping.stop();
  expect(warned).toEqual(tasks.map(({ name }) => ({ err: expect.any(ClocksDiffer), task: name })));
  expect(tasks.length).toBeGreaterThan(10);
});

test('no webhook is woken while the clocks differ: by a clock ahead all waiting attempts would be due', async () => {
  const warned: unknown[] = [];
  const sweep = createWebhookSweep({
    deps,
    clocks,
    exclusively: async (_lock, work) => {
      await work();
      return true;
    },
    count: () => undefined,
    log: { warn: ({ err }: { err: unknown }) => warned.push(err) } as never,
  });
  sweep.start();
  await waitUntil('the round', () => warned.length > 0);
  await sweep.stop();
  expect(warned).toEqual([expect.any(ClocksDiffer)]);
});
