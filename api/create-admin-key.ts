import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { z } from 'zod';
import { createAdminKey } from '../domain/admin-keys/steps/create-admin-key.ts';
import { commitStatement } from '../domain/commit-statement.ts';
import type { Command } from '../domain/kernel/command.ts';
import { perform } from '../domain/kernel/step.ts';
import { createIds, systemClock } from '../infra/clock/ids.ts';
import { environment } from '../infra/config/environment.ts';
import { databaseSettings } from '../infra/config/service.ts';
import { createDataSource } from '../infra/database/data-source.ts';
import { createTransactor } from '../infra/database/transaction.ts';
import { runCommand } from '../infra/processes/command.ts';

const schema = z.object(databaseSettings);

/** `npm run admin-key -- --name ops`: creates an administrator key and prints one line of JSON, `{"id", "key"}`. */
async function main(): Promise<undefined> {
  const { values } = parseArgs({ options: { name: { type: 'string' } } });
  const input = createAdminKey.input.safeParse(values);
  if (!input.success) throw new Error('Name the key: npm run admin-key -- --name ops');
  const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL } = environment(schema, process.env);
  const dataSource = createDataSource({ url, poolSize: 1, applicationName: 'marketwright-admin-key' });
  await dataSource.initialize();
  try {
    const ids = createIds();
    const transaction = createTransactor<Command>({
      dataSource,
      clock: systemClock,
      ids,
      // A new key starts no work, and no process waits for it.
      notify: () => undefined,
      dispatch: () => undefined,
      fanOut: async () => undefined,
      commitStatement,
      log: pino({ level: 'silent' }),
    });
    const made = await perform({ transaction, ids }, createAdminKey, input.data);
    process.stdout.write(`${JSON.stringify({ id: made.id, key: made.plaintext })}\n`);
  } finally {
    await dataSource.destroy();
  }
}

await runCommand(main);
