import { Gauge, type Registry } from 'prom-client';

/** Shows how far the process's clock is ahead of PostgreSQL's, read whenever the metrics are scraped; no number while the database is away. */
export function observeClock(registry: Registry, differenceMs: () => Promise<number>): void {
  const difference = new Gauge({
    name: 'marketwright_clock_difference_seconds',
    help: "How far the process's clock is ahead of PostgreSQL's; negative where it is behind.",
    registers: [registry],
    async collect() {
      difference.set((await differenceMs().catch(() => Number.NaN)) / 1_000);
    },
  });
}
