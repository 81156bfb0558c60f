import { auditedAgent, auditedAgentParams } from '../../agent-configuration/target.ts';
import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type AgentAudit, auditsOf } from '../audit.ts';
import { figuresQuery, scopeOf } from '../period.ts';

/** One agent with what it came to in the period. */
export const getAgentAudit = operation({
  name: 'agent_audit.get',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: figuresQuery,
  async run(deps, call, query, agent): Promise<AgentAudit> {
    const scope = scopeOf(call, deps.clock.now(), query);
    const [audit] = await auditsOf(deps.db, { partnerId: partnerOf(call), scope }, [agent]);
    if (!audit) throw notFound('Agent');
    return audit;
  },
});
