import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { MarketplaceError, type MarketplacePort } from '../marketplace/port.ts';

/** Metrics of analyses and of the marketplace. */
export interface SeoMetrics {
  analysisEnded(outcome: string): void;
  /** Records how long a page or image waited for a reader thread. */
  readingStarted(waitedMs: number): void;
  /** The same marketplace, whose readings are counted; those that fail have a line in the log. */
  observed<Port extends MarketplacePort>(marketplace: Port): Port;
}

/** Registers the metrics of analyses; both the API and the worker run them. */
export function createSeoMetrics(registry: Registry, log: Logger): SeoMetrics {
  const analyses = new Counter({
    name: 'marketwright_seo_analyses_total',
    help: 'Analyses that have ended, by outcome: completed, completed_without_comment, or the class of what failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const readings = new Histogram({
    name: 'marketwright_marketplace_reading_duration_seconds',
    help: 'Readings of listings by outcome: read, unchanged, given_up, unexpected, or the class of the failure.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'marketwright_marketplace_reader_wait_seconds',
    help: 'Waits of pages and images for a free thread that reads them.',
    buckets: [0.001, 0.01, 0.05, 0.25, 1, 2, 5, 10],
    registers: [registry],
  });
  return {
    analysisEnded: (outcome) => analyses.inc({ outcome }),
    readingStarted: (waitedMs) => waits.observe(waitedMs / 1000),
    observed: (marketplace) => ({
      ...marketplace,
      async fetchListing(request) {
        const startedAt = performance.now();
        let outcome = 'unexpected';
        try {
          const page = await marketplace.fetchListing(request);
          outcome = page ? 'read' : 'unchanged';
          return page;
        } catch (error) {
          if (request.signal?.aborted) outcome = 'given_up';
          if (error instanceof MarketplaceError) {
            outcome = error.failure;
            log.info(
              { listing_id: request.listingId, failure: error.failure, err: error },
              'a listing could not be read',
            );
          }
          throw error;
        } finally {
          readings.observe({ outcome }, (performance.now() - startedAt) / 1000);
        }
      },
    }),
  };
}
