import { settingsOrExit } from '../config/environment.ts';
import { loadSetupConfig } from '../config/service.ts';
import { migrate } from '../database/schema.ts';
import { createLogger } from '../telemetry/log.ts';
import { createTemporalClient } from '../temporal/connection.ts';
import { registerSearchAttributes } from '../temporal/search-attributes.ts';

/** Release step, `npm run setup`: brings the database and Temporal's search attributes to what this code needs. */
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
await temporal.connection.close();
