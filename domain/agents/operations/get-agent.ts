import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { agentParams } from '../schema.ts';
import type { AgentRow } from '../table.ts';
import { ownAgent } from '../target.ts';

/** One agent of the partner or the platform. */
export const getAgent = operation({
  name: 'agents.get',
  permission: 'view_companies',
  params: agentParams,
  target: ownAgent,
  input: nothing,
  run: async (_deps, _call, _input, agent): Promise<AgentRow> => agent,
});
