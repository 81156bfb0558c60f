import { z } from 'zod';
import { listRevisions } from '../../agents/revision-store.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { auditedAgent, auditedAgentParams } from '../target.ts';

/** What became of an agent's configuration, newest first. */
export const listHistory = operation({
  name: 'agents.list_history',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: z.object(pageQuery()),
  run: (deps, _call, query, agent) => listRevisions(deps.db, agent.id, query),
});
