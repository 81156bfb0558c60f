import { listRetained, purgeTable } from '../domain/retention/steps/purge-table.ts';
import { RETENTION } from '../workflows/retention/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Deletes rows that are past their retention. */
export const retention = {
  contract: RETENTION,
  steps: { main: { listRetained, purge: purgeTable } },
  owner: { none: 'The next run deletes what this one left.' },
} as const satisfies Flow<typeof RETENTION>;

export type RetentionSteps = Activities<typeof retention>;
