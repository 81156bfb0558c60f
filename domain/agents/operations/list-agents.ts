import { z } from 'zod';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery, text } from '../../kernel/schema.ts';
import { listAgents as findPage } from '../store.ts';

/** The partner's agents and the platform's own. */
export const listAgents = operation({
  name: 'agents.list',
  permission: 'view_content',
  params: z.object({}),
  input: z.object({ type: text(40).optional(), active_only: z.boolean().default(true), ...pageQuery() }),
  run: (deps, call, query) => findPage(deps.db, partnerOf(call), query, query),
});
