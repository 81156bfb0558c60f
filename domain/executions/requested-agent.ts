import type { AgentRow } from '../agents/table.ts';
import { ownAgent } from '../agents/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid, preconditionFailed } from '../kernel/errors.ts';

/**
 * The agent that a request specifies, if any. It must be active (else PRECONDITION_FAILED) and support all the
 * capabilities (else VALIDATION_ERROR).
 */
export async function requestedAgent(
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
