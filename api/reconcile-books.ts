import { z } from 'zod';
import { reconcileBooks } from '../domain/invoices/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import { systemClock } from '../infra/clock/ids.ts';
import { environment } from '../infra/config/environment.ts';
import { billingGraceHours } from '../infra/config/service.ts';
import { createDataSource } from '../infra/database/data-source.ts';

const schema = z.object({
  DATABASE_URL: z.string('names the PostgreSQL database'),
  BILLING_GRACE_HOURS: billingGraceHours,
});

/** Rows printed per kind of difference. */
const MAX_ROWS = 1_000;

/**
 * `npm run reconcile`: compares ledger, orders, usage and invoices, and prints differences as lines of JSON. Exits with
 * 1 where there are any.
 */
async function main(): Promise<void> {
  const { DATABASE_URL: url, BILLING_GRACE_HOURS } = environment(schema, process.env);
  const dataSource = createDataSource({ url, poolSize: 1, applicationName: 'marketwright-reconcile' });
  await dataSource.initialize();
  try {
    const found = await dataSource.transaction('REPEATABLE READ', async (db) => {
      // Reads everything in one snapshot.
      await db.query('SET LOCAL statement_timeout = 0');
      return perform({ db, clock: systemClock, billingGraceHours: BILLING_GRACE_HOURS }, reconcileBooks, {});
    });
    for (const { name, rows } of found) {
      process.stdout.write(`${rows.length} ${name}\n`);
      for (const row of rows.slice(0, MAX_ROWS)) process.stdout.write(`  ${JSON.stringify(row)}\n`);
      if (rows.length > MAX_ROWS) process.stdout.write(`  and ${rows.length - MAX_ROWS} more\n`);
    }
    if (found.length === 0) process.stdout.write('Ledger, orders, use and invoices agree.\n');
    else process.exitCode = 1;
  } finally {
    await dataSource.destroy();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
