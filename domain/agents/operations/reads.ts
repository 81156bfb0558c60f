import { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { includeBody, pageQuery } from '../../kernel/schema.ts';
import { AGENT_TYPES } from '../definitions.ts';
import { agentParams } from '../schema.ts';
import { selectAgents } from '../store.ts';
import { ownAgent } from '../target.ts';

/** Lists the partner's agents and the platform's agent. */
export const listAgents = operation({
  name: 'agents.list',
  permission: 'view_companies',
  params: nothing,
  input: z.object({
    type: z.enum(AGENT_TYPES).optional().describe('Only agents of this type.'),
    active_only: z.boolean().default(true).describe('Only active agents.'),
    ...pageQuery(),
    ...includeBody,
  }),
  run: (deps, call, query) => selectAgents(deps.db, partnerOf(call), query, query),
});

/** Returns one agent of the partner or the platform. */
export const getAgent = readOperation({
  name: 'agents.get',
  permission: 'view_companies',
  params: agentParams,
  target: ownAgent,
});
