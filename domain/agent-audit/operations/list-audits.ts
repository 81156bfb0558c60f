import { selectAgents } from '../../agents/store.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { type AgentAudit, auditsOf } from '../audit.ts';
import { figuresQuery, scopeOf } from '../period.ts';

/** The partner's agents and the platform's own, each with what it came to in the period. */
export const listAgentAudits = operation({
  name: 'agent_audit.list',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery.safeExtend(pageQuery()),
  async run(deps, call, query): Promise<Page<AgentAudit>> {
    const scope = scopeOf(call, deps.clock.now(), query);
    const page = await selectAgents(deps.db, partnerOf(call), { active_only: false }, query);
    return { ...page, rows: await auditsOf(deps.db, { partnerId: partnerOf(call), scope }, page.rows) };
  },
});
