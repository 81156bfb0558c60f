import { auditedAgent, auditedAgentParams } from '../../agent-configuration/target.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { auditOf } from '../audit.ts';
import { CHALLENGE_CATEGORIES } from '../challenge/types.ts';
import { findLastComplete } from '../challenge-store.ts';
import { readHits } from '../figure-store.ts';
import { figuresQuery, type Scope, scopeOf } from '../period.ts';
import { assessReadiness, type Readiness } from '../readiness.ts';

/** An agent's readiness with the figures behind it. */
export interface AgentReadiness extends Readiness {
  agentId: number;
  scope: Scope;
}

/** Runs the marketplace readiness checks for an agent. */
export const getMarketplaceReadiness = operation({
  name: 'agent_audit.readiness',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: figuresQuery,
  async run(deps, call, query, agent): Promise<AgentReadiness> {
    const partnerId = partnerOf(call);
    const scope = scopeOf(call, deps.clock.now(), query);
    const [audit, { capabilities: permitted }, hits, challenge] = await Promise.all([
      auditOf(deps.db, { partnerId, scope }, agent),
      getPartnerById(deps.db, partnerId),
      readHits(deps.db, { partnerId, scope, agentIds: [agent.id] }),
      findLastComplete(deps.db, {
        partnerId,
        agentId: agent.id,
        sandbox: scope.sandbox,
        categories: CHALLENGE_CATEGORIES.length,
      }),
    ]);
    const blocks = hits.reduce((sum, { action, count }) => sum + (action === 'block' ? count : 0), 0);
    return { agentId: agent.id, scope, ...assessReadiness({ audit, permitted, blocks, challenge }) };
  },
});
