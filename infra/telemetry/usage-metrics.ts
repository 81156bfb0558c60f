import { Gauge, type Registry } from 'prom-client';

/** Metered use that the last month's run should have billed. */
interface UnbilledFigures {
  billable: number;
  withoutCustomerId: number;
}

/** Shows unbilled use, read whenever the metrics are scraped; no numbers while the database is away. */
export function observeUnbilledUsage(registry: Registry, read: () => Promise<UnbilledFigures>): void {
  const records = new Gauge({
    name: 'marketwright_usage_unbilled_records',
    help: 'Usage records that the last monthly run should have billed (10,000 at most), by the partner: billable, or without_customer_id.',
    labelNames: ['partner'],
    registers: [registry],
    async collect() {
      const unknown = { billable: Number.NaN, withoutCustomerId: Number.NaN };
      const { billable, withoutCustomerId } = await read().catch(() => unknown);
      records.set({ partner: 'billable' }, billable);
      records.set({ partner: 'without_customer_id' }, withoutCustomerId);
    },
  });
}
