import { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery, text } from '../../kernel/schema.ts';
import { listAgents as listRows } from '../store.ts';

/** The partner's agents and the platform's own. */
export const listAgents = operation({
  name: 'agents.list',
  permission: 'view_companies',
  params: nothing,
  input: z.object({
    type: text(40).optional().describe('Type of agent, such as `writer`.'),
    active_only: z.boolean().default(true).describe('Leaves inactive agents out.'),
    ...pageQuery(),
  }),
  run: (deps, call, query) => listRows(deps.db, partnerOf(call), query, query),
});
