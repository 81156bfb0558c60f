import { z } from 'zod';
import { selectRevisions } from '../../agents/revision-store.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { auditedAgent, auditedAgentParams, batchParams, ownBatch } from '../target.ts';
import type { BatchMigration } from '../types.ts';

/** Returns the progress of a batch with the result for each agent. */
export const getBatch = operation({
  name: 'agents.get_batch',
  permission: 'view_companies',
  params: batchParams,
  target: ownBatch,
  input: nothing,
  run: async (_deps, _call, _input, batch): Promise<BatchMigration> => batch,
});

/** Lists the revisions of an agent, newest first. */
export const listHistory = operation({
  name: 'agents.list_history',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: z.object(pageQuery()),
  run: (deps, _call, query, agent) => selectRevisions(deps.db, agent.id, query),
});
