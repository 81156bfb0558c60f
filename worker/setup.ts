import { settingsOrExit } from '../infra/config/environment.ts';
import { loadSetupConfig } from '../infra/config/service.ts';
import { migrate } from '../infra/database/data-source.ts';
import { createLogger } from '../infra/telemetry/log.ts';
import { createTemporalClient, registerSearchAttributes } from '../infra/temporal/connection.ts';
import { alignSchedules } from './schedules.ts';

/**
 * Release step, `npm run setup`: brings the database, Temporal's search attributes and Schedules up to date with this
 * code.
 */
const config = settingsOrExit(loadSetupConfig);
const log = createLogger({ name: 'setup', level: config.logLevel });

const ran = await migrate(config.database.directUrl);
log.info({ migrations: ran }, ran.length > 0 ? 'the database was migrated' : 'the database is up to date');

const temporal = createTemporalClient(config.temporal);
const added = await registerSearchAttributes(temporal, config.temporal.namespace);
log.info(
  { search_attributes: added },
  added.length > 0 ? 'search attributes were registered' : 'the search attributes are there',
);
const aligned = await alignSchedules(temporal, config);
log.info({ schedules: aligned }, aligned.length > 0 ? 'schedules were brought in line' : 'the schedules are in line');
await temporal.connection.close();
