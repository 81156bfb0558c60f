import { z } from 'zod';
import { auditedAgent, auditedAgentParams } from '../../agent-configuration/target.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { listChallenges } from '../challenge-store.ts';
import type { AgentChallengeRow } from '../table.ts';

/** The challenges of an agent by the caller's partner, newest first, with reports and progress. */
export const listAgentChallenges = operation({
  name: 'agent_audit.list_challenges',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: z.object(pageQuery()),
  run: (deps, call, query, agent): Promise<Page<AgentChallengeRow>> =>
    listChallenges(deps.db, { partnerId: partnerOf(call), agentId: agent.id }, query),
});
