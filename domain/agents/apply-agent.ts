import type { AiModels, AiTask } from '../../infra/ai/port.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import { type AgentConfiguration, agentLines, modelFor } from './configuration.ts';

/** What a question is part of. */
interface QuestionPurpose {
  task: AiTask;
  /** Slug. */
  capability: string;
  models: AiModels;
}

/** The question as this agent puts it; the rules that hold for all work outweigh what the agent adds. */
export function applyAgent<Question extends StepQuestion>(
  agent: AgentConfiguration,
  { task, capability, models }: QuestionPurpose,
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
