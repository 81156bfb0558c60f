import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { observeEndpoints } from './webhook-metrics.ts';

test('the figures of webhooks are read at each scrape, and are no numbers while the database is away', async () => {
  const registry = new Registry();
  let away = false;
  observeEndpoints(registry, async () => {
    if (away) throw new Error('The database is away.');
    return { oldestDueSeconds: 12.5, disabled: 3, unreadable: 2 };
  });
  const values = async () => {
    await registry.metrics();
    const metrics = await registry.getMetricsAsJSON();
    return Object.fromEntries(metrics.map(({ name, values: [first] }) => [name, first?.value]));
  };
  const named = (oldest: number, disabled: number, unreadable: number) => ({
    marketwright_webhook_oldest_due_seconds: oldest,
    marketwright_webhook_disabled_endpoints: disabled,
    marketwright_webhook_unreadable_secrets: unreadable,
  });
  expect(await values()).toEqual(named(12.5, 3, 2));
  away = true;
  expect(await values()).toEqual(named(Number.NaN, Number.NaN, Number.NaN));
  away = false;
  expect(await values()).toEqual(named(12.5, 3, 2));
});
