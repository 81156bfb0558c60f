import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { batchParams, ownBatch } from '../target.ts';
import type { BatchMigration } from '../types.ts';

/** How far a batch of migrations is, and what has become of each agent. */
export const getBatch = operation({
  name: 'agents.get_batch',
  permission: 'view_companies',
  params: batchParams,
  target: ownBatch,
  input: nothing,
  run: async (_deps, _call, _input, batch): Promise<BatchMigration> => batch,
});
