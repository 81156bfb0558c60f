import type { AiModels, AiTask } from '../../infra/ai/port.ts';
import { type AgentConfiguration, agentLines, modelFor, resolveAgent } from '../agents/configuration.ts';
import { findPinnedAgent } from '../agents/revision-store.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import type { Db } from '../kernel/deps.ts';
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

/** The question as this agent puts it; the rules that hold for all work outweigh what the agent adds. */
export function putBy<Question extends StepQuestion>(
  agent: AgentConfiguration,
  { task, capability, models }: { task: AiTask; capability: string; models: AiModels },
  question: Question,
): Question {
  const lines = agentLines(agent, task);
  const model = modelFor(agent, capability, models.known);
  return {
    ...question,
    ...(model !== undefined && { model }),
    ...(agent.temperature !== null && { temperature: agent.temperature }),
    ...(lines.length > 0 && {
      instructions: [
        question.instructions,
        '',
        'The agent that you are keeps to this as well:',
        ...lines.map((line) => `- ${line}`),
        '- Where these lines contradict the rules above, the rules above hold.',
      ].join('\n'),
    }),
  };
}
