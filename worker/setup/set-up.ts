import { types } from 'node:util';
import type { Client } from '@temporalio/client';
import type { ServiceConfig } from '../../infra/config/service.ts';
import { migrate } from '../../infra/database/data-source.ts';
import { registerSearchAttributes } from '../../infra/temporal/search-attributes.ts';
import { alignSchedules } from '../schedules.ts';

/** What setup has changed; empty where nothing was to be done. */
export interface SetUpChanges {
  migrations: string[];
  searchAttributes: string[];
  schedules: string[];
}

/** The parts of setup, one after the other: the database, then Temporal. Each leaves alone what is up to date. */
export async function setUp(
  config: Pick<ServiceConfig, 'database' | 'temporal' | 'billingGraceHours'>,
  temporal: Client,
): Promise<SetUpChanges> {
  return {
    migrations: await migrate(config.database.directUrl).catch(named('PostgreSQL')),
    searchAttributes: await registerSearchAttributes(temporal, config.temporal.namespace).catch(named('Temporal')),
    schedules: await alignSchedules(temporal, config).catch(named('Temporal')),
  };
}

/** Says where an error comes from: a refused connection names an address only. */
function named(part: string): (error: unknown) => never {
  return (error) => {
    if (types.isNativeError(error)) error.message = `${part}: ${error.message}`;
    throw error;
  };
}
