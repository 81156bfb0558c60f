import { z } from 'zod';
import { perform } from '../domain/kernel/step.ts';
import { reconcileBooks } from '../domain/reconciliation/steps/compare-books.ts';
import { systemClock } from '../infra/clock/ids.ts';
import { environment } from '../infra/config/environment.ts';
import { billingGraceHours, databaseSettings } from '../infra/config/service.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { runCommand } from '../infra/processes/command.ts';

const schema = z.object({
  ...databaseSettings,
  BILLING_GRACE_HOURS: billingGraceHours,
});

/**
 * `npm run reconcile`: compares everything that the books record twice, and prints differences as lines of JSON, at most
 * 1,000 of each kind. Exits with 1 where there are any.
 */
async function main(): Promise<number> {
  const settings = environment(schema, process.env);
  const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL, BILLING_GRACE_HOURS } = settings;
  const dataSource = createDataSource({ url, poolSize: 1, applicationName: 'marketwright-reconcile' });
  await dataSource.initialize();
  try {
    const { manager: db } = dataSource;
    // The only connection of the pool, and no pooler's.
    await db.query('SET statement_timeout = 0');
    const found = await perform({ db, clock: systemClock, billingGraceHours: BILLING_GRACE_HOURS }, reconcileBooks, {});
    for (const { name, count, rows } of found) {
      process.stdout.write(`${count} ${name}\n`);
      for (const row of rows) process.stdout.write(`  ${JSON.stringify(row)}\n`);
      if (count > rows.length) process.stdout.write(`  and ${count - rows.length} more\n`);
    }
    if (found.length > 0) return 1;
    process.stdout.write('Ledger, orders, use and invoices agree.\n');
    return 0;
  } finally {
    await dataSource.destroy();
  }
}

await runCommand(main, 2);
