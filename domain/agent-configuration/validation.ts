import type { AiModels } from '../../infra/ai/port.ts';
import { preferredModels, resolveAgent } from '../agents/configuration.ts';
import { findDefinition, latestVersion } from '../agents/definitions.ts';
import { agentSettings } from '../agents/settings.ts';
import type { AgentRow } from '../agents/table.ts';
import { CAPABILITY_SLUGS, isCapabilitySlug } from '../kernel/capability-slugs.ts';
import { detailsOf } from '../kernel/invoke.ts';

/** A problem of an agent's configuration: the field, and a message for the partner. */
export interface Finding {
  field: string;
  message: string;
}

/** Findings about an agent's configuration. */
export interface Validation {
  /** The agent does not work as configured. */
  errors: Finding[];
  /** The agent works, but perhaps not as expected. */
  warnings: Finding[];
}

/** Validates an agent's configuration against definitions, catalogue, models and the partner's permitted capabilities (null: all). */
export function validateConfiguration(
  agent: AgentRow,
  models: AiModels,
  permitted: readonly string[] | null,
): Validation {
  return {
    errors: [...errorsOf(agent), ...permissionErrors(agent, permitted)],
    warnings: [...warningsOf(agent), ...permissionWarnings(agent, permitted), ...modelWarnings(agent, models)],
  };
}

/** An error when the partner may use none of the agent's capabilities. */
export function permissionErrors({ capabilities }: AgentRow, permitted: readonly string[] | null): Finding[] {
  if (permitted === null || capabilities?.length === 0) return [];
  if (capabilities === null ? permitted.length > 0 : capabilities.some((slug) => permitted.includes(slug))) return [];
  return [{ field: 'capabilities', message: 'You may use none of the capabilities that the agent carries out.' }];
}

function permissionWarnings({ capabilities }: AgentRow, permitted: readonly string[] | null): Finding[] {
  if (permitted === null || capabilities === null) return [];
  const refused = capabilities.filter((slug) => !permitted.includes(slug));
  if (refused.length === 0 || refused.length === capabilities.length) return [];
  return [
    { field: 'capabilities', message: `You may not use some that the agent carries out: ${refused.join(', ')}.` },
  ];
}

/** Errors that keep the agent from working as configured; they must be fixed before a migration. */
export function errorsOf(agent: AgentRow): Finding[] {
  const errors: Finding[] = [];
  const add = (field: string, message: string) => errors.push({ field, message });
  if (latestVersion(agent.agent_type) === undefined) add('agent_type', 'There is no such type of agents any more.');
  else if (!findDefinition(agent.agent_type, agent.config_version))
    add('config_version', `There is no version ${agent.config_version} of its type.`);
  const settings = agentSettings.safeParse(agent.settings, { reportInput: true });
  for (const [field, messages] of Object.entries(settings.error ? detailsOf(settings.error) : {}))
    add(`settings.${field}`, messages.join(' '));
  for (const slug of agent.capabilities ?? [])
    if (!isCapabilitySlug(slug)) add('capabilities', `There is no capability "${slug}".`);
  for (const slug of Object.keys(agent.capability_models))
    if (!isCapabilitySlug(slug)) add(`capability_models.${slug}`, 'There is no such capability.');
  return errors;
}

function warningsOf(agent: AgentRow): Finding[] {
  const warnings: Finding[] = [];
  const newest = latestVersion(agent.agent_type) ?? 0;
  if (agent.config_version < newest)
    warnings.push({ field: 'config_version', message: `Version ${newest} of its type is out; migrate to it.` });
  if (!agent.is_active) warnings.push({ field: 'is_active', message: 'The agent is inactive, and gets no work.' });
  if (agent.capabilities?.length === 0)
    warnings.push({ field: 'capabilities', message: 'The agent carries out nothing.' });
  for (const slug of Object.keys(agent.capability_models))
    if (agent.capabilities && !agent.capabilities.includes(slug))
      warnings.push({ field: `capability_models.${slug}`, message: 'The agent does not carry out this capability.' });
  return warnings;
}

/** Warnings about the agent's models that are not offered. */
function modelWarnings(agent: AgentRow, { known }: AiModels): Finding[] {
  const offered = new Set(known.filter(({ isOffered }) => isOffered).map(({ name }) => name));
  const configuration = resolveAgent(agent);
  const slugs = agent.capabilities ?? CAPABILITY_SLUGS;
  const capabilitiesOf = new Map<string, string[]>();
  for (const slug of slugs) {
    const first = preferredModels(configuration, slug)[0];
    if (first !== undefined && !offered.has(first))
      capabilitiesOf.set(first, [...(capabilitiesOf.get(first) ?? []), slug]);
  }
  return [...capabilitiesOf].map(([name, these]) => ({
    field: agent.model === name ? 'model' : 'capability_models',
    message: `The model ${name} is not on offer; another one is asked for: ${these.join(', ')}.`,
  }));
}
