import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { outcomeOf } from '../job-store.ts';
import { backfillParams } from '../schema.ts';
import { ownBackfill } from '../target.ts';
import type { JobOutcome } from '../types.ts';

/** How far a backfill is. */
export const getBackfill = operation({
  name: 'invoices.get_backfill',
  permission: 'view_billing',
  params: backfillParams,
  target: ownBackfill,
  input: nothing,
  run: (deps, _call, _input, job): Promise<JobOutcome> => outcomeOf(deps.db, job),
});
