import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { commitStatement } from '../../domain/commit-statement.ts';
import type { Command } from '../../domain/kernel/command.ts';
import { createIds, systemClock } from '../../infra/clock/ids.ts';
import { SettingsError } from '../../infra/config/environment.ts';
import { loadSetupConfig } from '../../infra/config/service.ts';
import { createDataSource } from '../../infra/database/data-source.ts';
import { createTransactor } from '../../infra/database/transaction.ts';
import { runCommand } from '../../infra/processes/command.ts';
import { createTemporalClient } from '../../infra/temporal/connection.ts';
import { setUp } from '../setup/set-up.ts';
import { afterRestore, RestoreRefused } from './steps.ts';

/**
 * `marketwright after-restore [--apply]`: what has to be done after PostgreSQL was restored to an earlier moment than
 * Temporal's, before processes start. Without `--apply` it only says what it would do. It may be stopped and repeated.
 * Exits with 1 when something must be done by hand first, and with 2 after an error.
 */
async function main(): Promise<undefined> {
  const { values } = parseArgs({ options: { apply: { type: 'boolean', default: false } } });
  const config = loadSetupConfig();
  const dataSource = createDataSource({
    url: config.database.directUrl,
    poolSize: 2,
    applicationName: 'marketwright-after-restore',
  });
  const temporal = createTemporalClient(config.temporal);
  await dataSource.initialize();
  try {
    const transaction = createTransactor<Command>({
      dataSource,
      clock: systemClock,
      ids: createIds(),
      // No process waits; workers find the commands in the outbox.
      notify: () => undefined,
      dispatch: () => undefined,
      fanOut: async () => undefined,
      commitStatement,
      log: pino({ level: 'silent' }),
    });
    const context = {
      deps: { db: dataSource.manager, transaction },
      temporal,
      setUp: () => setUp(config, temporal),
      isDry: !values.apply,
    };
    await afterRestore(context, (line) => process.stdout.write(`${line}\n`));
    process.stdout.write(
      values.apply ? 'Start the workers and the API.\n' : 'Nothing was changed; --apply takes these steps.\n',
    );
  } finally {
    await temporal.connection.close();
    await dataSource.destroy();
  }
}

await runCommand(main, (error) => (error instanceof RestoreRefused || error instanceof SettingsError ? 1 : 2));
