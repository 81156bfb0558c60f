import type { Deps } from '../domain/kernel/deps.ts';
import { listRetained } from '../domain/retention/steps/list-retained.ts';
import { purgeTable } from '../domain/retention/steps/purge-table.ts';
import type { RetentionActivities } from '../workflows/retention/contract.ts';
import { activity } from './activity.ts';

/** Deletes what is past its time. */
export function createRetentionActivities(deps: Deps): RetentionActivities {
  const list = activity(deps, listRetained);
  return { listRetained: () => list({}), purge: activity(deps, purgeTable) };
}
