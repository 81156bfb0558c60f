import { findDifferences } from '../../../domain/reconciliation/comparison-store.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const ORDERS = 1_000;
/** What one backfill makes. */
const LIMIT = 200;

/** Kills processes in the middle of backfills; each order has one invoice in the end, and the books agree. */
export const invoicesKillDrill: Drill = {
  name: 'invoices-kill',
  title: `kill -9 of worker, api and postgres in turn while ${ORDERS} orders are invoiced`,
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, api, findings, query, partnerId } = environment;
  await query(
    `INSERT INTO customer_order (partner_id, billing_type, amount_minor, currency, description, reference, created_at)
     SELECT $1, 'token_pack', n, 'EUR', 'Drill', 'drill-' || n, now() FROM generate_series(1, ${ORDERS}) n`,
    [partnerId],
  );
  for (const name of ['worker', 'api', 'postgres']) {
    const before = await invoiced(environment);
    const backfill = api.post('/invoice-receipts/backfill', { limit: LIMIT }, { limitMs: 120_000 });
    await waitUntil('invoices to be made', async () => (await invoiced(environment)) > before);
    await stack.kill(name, 'SIGKILL');
    await stack.ready(name);
    await backfill;
  }
  await waitUntil(
    'each order to have an invoice',
    async () => {
      await api.post('/invoice-receipts/backfill', { limit: LIMIT }, { limitMs: 120_000 });
      return (await invoiced(environment)) === ORDERS;
    },
    { limitMs: 120_000 },
  );
  const [seen] = await query<{ invoices: number; billed: number; ordered: number }>(
    `SELECT (SELECT count(*)::int FROM invoice WHERE partner_id = $1) AS invoices,
            (SELECT sum(total_minor)::int FROM invoice WHERE partner_id = $1) AS billed,
            (SELECT sum(amount_minor)::int FROM customer_order WHERE partner_id = $1) AS ordered`,
    [partnerId],
  );
  findings.equal('Invoices', seen?.invoices, ORDERS);
  findings.equal('Billed', seen?.billed, seen?.ordered);
  findings.equal('Differences of the books', await findDifferences({ query }, new Date(0)), []);
}

async function invoiced({ query, partnerId }: DrillEnvironment): Promise<number> {
  const [row] = await query<{ n: number }>(
    'SELECT count(*)::int AS n FROM customer_order WHERE partner_id = $1 AND invoice_id IS NOT NULL',
    [partnerId],
  );
  return row?.n ?? 0;
}
