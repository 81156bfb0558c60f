import { settingsOrExit } from '../../infra/config/environment.ts';
import { loadSetupConfig } from '../../infra/config/service.ts';
import { createLogger } from '../../infra/telemetry/log.ts';
import { createTemporalClient } from '../../infra/temporal/connection.ts';
import { setUp } from './set-up.ts';

/**
 * Release step, `npm run setup`: brings the database, Temporal's search attributes and Schedules up to date with this
 * code.
 */
const config = settingsOrExit(loadSetupConfig);
const log = createLogger({ name: 'setup', level: config.logLevel });

const temporal = createTemporalClient(config.temporal);
try {
  const { migrations, searchAttributes, schedules } = await setUp(config, temporal);
  log.info({ migrations }, migrations.length > 0 ? 'the database was migrated' : 'the database is up to date');
  log.info(
    { search_attributes: searchAttributes },
    searchAttributes.length > 0 ? 'search attributes were registered' : 'the search attributes are there',
  );
  log.info({ schedules }, schedules.length > 0 ? 'schedules were brought in line' : 'the schedules are in line');
  await temporal.connection.close();
} catch (error) {
  log.fatal({ err: error }, 'setup failed; what it has done stays, and it may be repeated');
  process.exit(1);
}
