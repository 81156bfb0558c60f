import type { AiModel, AiModels, AiTask } from '../../infra/ai/port.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import type { GuardrailHit, GuardrailSubject } from '../guardrails/types.ts';
import { type AgentDefinition, type AgentGuardrails, findDefinition, PLATFORM_1 } from './definitions.ts';
import { type AgentSettings, readSettings } from './settings.ts';
import type { AgentRow } from './table.ts';

/** An agent at one revision: a version of its type's definition, and its own settings. */
export type PinnedAgent = Pick<AgentRow, 'agent_type' | 'config_version' | 'model' | 'capability_models' | 'settings'>;

/** An agent's definition combined with its settings. */
export interface AgentConfiguration {
  definition: AgentDefinition;
  settings: AgentSettings;
  /** The agent's models, which take precedence over those of the definition. */
  model: string | null;
  capability_models: Readonly<Record<string, string>>;
  /** Temperature of every question; null: each question's default. */
  temperature: number | null;
  guardrails: AgentGuardrails;
}

/** Combines definition and settings. An unknown type or version falls back to the platform's agent; invalid settings are ignored. */
export function resolveAgent(agent: PinnedAgent): AgentConfiguration {
  const definition = findDefinition(agent.agent_type, agent.config_version) ?? PLATFORM_1;
  const settings = readSettings(agent.settings);
  const { guardrails } = definition;
  return {
    definition,
    settings,
    model: agent.model,
    capability_models: agent.capability_models,
    temperature: settings.temperature ?? definition.temperature,
    guardrails: {
      blocking: [...new Set([...guardrails.blocking, ...(settings.blocking_rules ?? [])])],
      banned_phrases: [...guardrails.banned_phrases, ...(settings.banned_phrases ?? [])],
    },
  };
}

/** The agent's models for a capability, in order of preference. */
export function preferredModels(configuration: AgentConfiguration, capability: string): string[] {
  const { definition, model, capability_models: own } = configuration;
  const ofType: Readonly<Record<string, string | undefined>> = definition.capability_models;
  return [own[capability], model, ofType[capability], definition.model].filter((name) => name != null);
}

/** The agent's first offered model for a capability; undefined when none is offered and the operator's default applies. */
export function modelFor(
  configuration: AgentConfiguration,
  capability: string,
  models: readonly AiModel[],
): string | undefined {
  const offered = new Set(models.filter(({ isOffered }) => isOffered).map(({ name }) => name));
  return preferredModels(configuration, capability).find((name) => offered.has(name));
}

/** The lines that the agent adds to the instructions of a question. */
function agentLines({ definition, settings }: AgentConfiguration, task: AiTask): string[] {
  const { tone, audience, language, instructions } = settings;
  return [
    ...definition.prompts[task],
    ...(tone ? [`Tone, unless the task names another: ${JSON.stringify(tone)}`] : []),
    ...(audience ? [`Audience, unless the task names another: ${JSON.stringify(audience)}`] : []),
    ...(language ? [`Language, unless the task names another: ${language}`] : []),
    ...(instructions ? [`The owner of the agent asks for this: ${JSON.stringify(instructions)}`] : []),
  ];
}

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

/** Guardrail hits in a text of the agent, including its banned phrases; the agent may block what others send to review. */
export async function checkAgentGuardrails(
  { blocking, banned_phrases }: AgentGuardrails,
  subject: Omit<GuardrailSubject, 'banned'>,
): Promise<GuardrailHit[]> {
  const hits = await checkGuardrails({ ...subject, banned: banned_phrases });
  return hits.map((hit) => (blocking.includes(hit.rule) ? { ...hit, action: 'block' } : hit));
}
