import { afterAll, expect, test } from '@jest/globals';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { waitUntil } from '../test/environment/wait-until.ts';
import { createCoreMetrics } from './core-metrics.ts';

// The files that come after it in its process install one of their own.
afterAll(() => Runtime.instance().shutdown());

test('there is nothing to read before the core runs, and then its metrics', async () => {
  const core = await createCoreMetrics();
  expect(await core.read()).toBe('');
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'OFF' }, metrics: core.options },
  });
  Runtime.instance().metricMeter.createCounter('sample').add(2);
  const text = await waitUntil(
    'the metric',
    () => core.read(),
    (read) => read.includes('sample'),
  );
  expect(text).toMatch(/^sample_total 2$/m);
});
