import type { AiPurpose, AiTask } from '../../infra/ai/port.ts';
import { type AgentConfiguration, resolveAgent } from '../agents/configuration.ts';
import { findPinnedAgent } from '../agents/revision-store.ts';
import type { AgentRow } from '../agents/table.ts';
import { ownAgent } from '../agents/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { invalid, preconditionFailed } from '../kernel/errors.ts';
import type { ExecutionRow } from './table.ts';

/** How the agent of an execution works, as it was when the execution began. */
export async function agentOf(
  db: Db,
  { agent_id, agent_revision }: Pick<ExecutionRow, 'agent_id' | 'agent_revision'>,
): Promise<AgentConfiguration> {
  const agent = await findPinnedAgent(db, agent_id, agent_revision);
  if (!agent) throw new Error(`There is no agent ${agent_id}.`);
  return resolveAgent(agent);
}

/**
 * The agent that an order names, if any; it must be active (else PRECONDITION_FAILED) and carry out all the capabilities (else
 * VALIDATION_ERROR).
 */
export async function namedAgent(
  deps: Deps,
  call: Call,
  id: number | null,
  capabilities: readonly string[],
): Promise<AgentRow | null> {
  if (id === null) return null;
  const agent = await ownAgent(deps, call, { id });
  if (!agent.is_active)
    throw preconditionFailed('The agent is not active.', { agent_id: ['The agent is not active.'] });
  const foreign = capabilities.find((slug) => agent.capabilities && !agent.capabilities.includes(slug));
  if (foreign) throw invalid({ agent_id: [`The agent does not carry out "${foreign}".`] });
  return agent;
}

/** What the AI is asked for on behalf of an execution. */
export function purposeOf({ id, partner_id }: Pick<ExecutionRow, 'id' | 'partner_id'>, task: AiTask): AiPurpose {
  return { task, partnerId: partner_id, subject: { type: 'execution', id } };
}
