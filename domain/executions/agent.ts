import type { AiPurpose, AiTask } from '../../infra/ai/port.ts';
import { type AgentConfiguration, resolveAgent } from '../agents/configuration.ts';
import { findPinnedAgent } from '../agents/store.ts';
import type { Db } from '../kernel/deps.ts';
import type { ExecutionRow } from './table.ts';

/** The agent's configuration as it was when the execution began. */
export async function agentOf(
  db: Db,
  { agent_id, agent_revision }: Pick<ExecutionRow, 'agent_id' | 'agent_revision'>,
): Promise<AgentConfiguration> {
  const agent = await findPinnedAgent(db, agent_id, agent_revision);
  if (!agent) throw new Error(`There is no agent ${agent_id}.`);
  return resolveAgent(agent);
}

/** Purpose of an AI request for an execution. */
export function purposeOf({ id, partner_id }: Pick<ExecutionRow, 'id' | 'partner_id'>, task: AiTask): AiPurpose {
  return { task, partnerId: partner_id, subject: { type: 'execution', id } };
}
