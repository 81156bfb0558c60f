import { listRetained } from '../domain/retention/steps/list-retained.ts';
import { purgeTable } from '../domain/retention/steps/purge-table.ts';
import { RETENTION } from '../workflows/retention/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Deletes what is past its time. */
export const retention = {
  contract: RETENTION,
  steps: { main: { listRetained, purge: purgeTable } },
  // No row: the next run deletes what this one has left.
  owner: null,
} as const satisfies Flow<typeof RETENTION>;

/** Its activities. */
export type RetentionSteps = Activities<typeof retention>;
