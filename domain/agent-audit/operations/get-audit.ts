import { auditedAgent, auditedAgentParams } from '../../agent-configuration/target.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type AgentAudit, auditOf } from '../audit.ts';
import { figuresQuery, scopeOf } from '../period.ts';

/** One agent with what it came to in the period. */
export const getAgentAudit = operation({
  name: 'agent_audit.get',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: figuresQuery,
  run: (deps, call, query, agent): Promise<AgentAudit> =>
    auditOf(deps.db, { partnerId: partnerOf(call), scope: scopeOf(call, deps.clock.now(), query) }, agent),
});
