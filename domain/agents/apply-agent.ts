import type { AiModels, AiTask } from '../../infra/ai/port.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import { type AgentConfiguration, agentLines, modelFor } from './configuration.ts';

/** Context of a question. */
interface QuestionPurpose {
  task: AiTask;
  /** Slug. */
  capability: string;
  models: AiModels;
}

/** Adds the agent's model, temperature and instructions to a question; the product's own rules take precedence. */
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
