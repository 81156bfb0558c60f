import { cancellationSignal, heartbeat } from '@temporalio/activity';
import type { Deps } from '../domain/kernel/deps.ts';
import { purge } from '../domain/retention/operations/purge.ts';
import type { RetentionDays } from '../domain/retention/rules.ts';
import type { RetentionActivities } from '../workflows/contracts/retention.ts';

/** Deletes what is past its time. */
export function createRetentionActivities(deps: Deps, days: RetentionDays): RetentionActivities {
  return {
    purge: async ({ table }) => ({ deleted: await purge(deps, table, days, cancellationSignal(), heartbeat) }),
  };
}
