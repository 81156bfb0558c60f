import type { AiModel, AiTask } from '../../infra/ai/port.ts';
import { findDefinition } from './definitions/index.ts';
import { PLATFORM_1 } from './definitions/platform.ts';
import type { AgentDefinition, AgentGuardrails } from './definitions/types.ts';
import { type AgentSettings, readSettings } from './settings.ts';
import type { AgentRow } from './table.ts';

/** What an agent is at one moment: a version of its type's definition, and its own settings. */
export type PinnedAgent = Pick<AgentRow, 'agent_type' | 'config_version' | 'model' | 'capability_models' | 'settings'>;

/** How an agent works: its definition with its own settings. */
export interface AgentConfiguration {
  definition: AgentDefinition;
  settings: AgentSettings;
  /** Models of its own, which go before those of the definition. */
  model: string | null;
  capability_models: Readonly<Record<string, string>>;
  /** Goes with every question; null: what each question wants. */
  temperature: number | null;
  guardrails: AgentGuardrails;
}

/** How the agent works. One whose type or version is not known works as the platform's own, and a setting that no longer fits counts as none. */
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

/** Models that the agent would take for a capability, the one it would rather have first. */
export function preferredModels(configuration: AgentConfiguration, capability: string): string[] {
  const { definition, model, capability_models: own } = configuration;
  const ofType: Readonly<Record<string, string | undefined>> = definition.capability_models;
  return [own[capability], model, ofType[capability], definition.model].filter((name) => name != null);
}

/** The model that the agent names for a capability; undefined: the operator's own for the kind of work, as none of its is on offer. */
export function modelFor(
  configuration: AgentConfiguration,
  capability: string,
  models: readonly AiModel[],
): string | undefined {
  const offered = new Set(models.filter(({ isOffered }) => isOffered).map(({ name }) => name));
  return preferredModels(configuration, capability).find((name) => offered.has(name));
}

/** The lines that the agent adds to the instructions of a question. */
export function agentLines({ definition, settings }: AgentConfiguration, task: AiTask): string[] {
  const { tone, audience, language, instructions } = settings;
  return [
    ...definition.prompts[task],
    ...(tone ? [`Tone, unless the task names another: ${JSON.stringify(tone)}`] : []),
    ...(audience ? [`Audience, unless the task names another: ${JSON.stringify(audience)}`] : []),
    ...(language ? [`Language, unless the task names another: ${language}`] : []),
    ...(instructions ? [`The owner of the agent asks for this: ${JSON.stringify(instructions)}`] : []),
  ];
}
