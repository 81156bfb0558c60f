import { Gauge, type Registry } from 'prom-client';

/** Shows what `/readyz` reports, read whenever the metrics are scraped: 1 for each part that works, 0 for others. */
export function observeReadiness(registry: Registry, read: () => Promise<Record<string, boolean>>): void {
  const ready = new Gauge({
    name: 'marketwright_ready',
    help: 'Parts that readiness looks at: 1 while a part works, 0 while it does not.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      const checks = await read();
      for (const [check, works] of Object.entries(checks)) ready.set({ check }, works ? 1 : 0);
    },
  });
}
