import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type ListingRequest, MarketplaceError, type MarketplacePort } from '../marketplace/port.ts';
import { createSeoMetrics } from './seo-metrics.ts';

const request: ListingRequest = { listingId: 'prod-4x7kq2m9ab' };

function setUp(fetchListing: MarketplacePort['fetchListing']) {
  const registry = new Registry();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const metrics = createSeoMetrics(registry, log);
  return {
    registry,
    lines,
    metrics,
    marketplace: metrics.observed({ host: 'market.example', urlOf: () => '', fetchListing }),
  };
}

test('a reading that fails is counted by its class and has a line in the log', async () => {
  const { registry, lines, marketplace } = setUp(() =>
    Promise.reject(new MarketplaceError('timeout', 'The marketplace did not answer within 10 seconds.')),
  );
  await expect(marketplace.fetchListing(request)).rejects.toThrow(MarketplaceError);
  expect(lines).toEqual([expect.objectContaining({ level: 30, listing_id: request.listingId, failure: 'timeout' })]);
  expect(await registry.metrics()).toContain(
    'marketwright_marketplace_reading_duration_seconds_count{outcome="timeout"} 1',
  );
  expect(marketplace.host).toBe('market.example');
});

test('other readings are counted without a line', async () => {
  const { registry, lines, marketplace } = setUp(async () => null);
  expect(await marketplace.fetchListing(request)).toBeNull();
  expect(lines).toEqual([]);
  expect(await registry.metrics()).toContain('_count{outcome="unchanged"} 1');
});

test('ends of analyses and waits for the reader are counted', async () => {
  const { registry, metrics } = setUp(async () => null);
  metrics.analysisEnded('completed');
  metrics.readingStarted(1_500);
  const text = await registry.metrics();
  expect(text).toContain('marketwright_seo_analyses_total{outcome="completed"} 1');
  expect(text).toContain('marketwright_marketplace_reader_wait_seconds_sum 1.5');
});
