import { Gauge, type Registry } from 'prom-client';

/** Result of the last complete comparison of the books; `ageSeconds` is null before the first one. */
interface LastResult {
  differences: number;
  pending: number;
  ageSeconds: number | null;
}

/** Shows the last comparison of the books, read whenever the metrics are scraped; no numbers while the database is away. */
export function observeReconciliation(registry: Registry, read: () => Promise<LastResult>): void {
  const rows = new Gauge({
    name: 'marketwright_reconciliation_rows',
    help: 'Rows of the last comparison of the books: those that disagree (difference), and work not done yet (pending).',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const unknown = { differences: Number.NaN, pending: Number.NaN, ageSeconds: null };
      const { differences, pending, ageSeconds } = await read().catch(() => unknown);
      rows.set({ kind: 'difference' }, differences);
      rows.set({ kind: 'pending' }, pending);
      age.set(ageSeconds ?? Number.NaN);
    },
  });
  const age = new Gauge({
    name: 'marketwright_reconciliation_age_seconds',
    help: 'Time since the start of the last complete comparison of the books; no number before the first one.',
    registers: [registry],
  });
}
