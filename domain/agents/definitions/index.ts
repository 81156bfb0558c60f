import { ANALYST_1, ANALYST_2 } from './analyst.ts';
import { CAMPAIGNER_1 } from './campaigner.ts';
import { PLATFORM_1 } from './platform.ts';
import { PUBLISHER_1 } from './publisher.ts';
import { AGENT_TYPES, type AgentDefinition, type AgentType } from './types.ts';
import { WRITER_1, WRITER_2 } from './writer.ts';

/** The versions of each type, oldest first. */
const DEFINITIONS: Readonly<Record<AgentType, readonly [AgentDefinition, ...AgentDefinition[]]>> = {
  platform: [PLATFORM_1],
  writer: [WRITER_1, WRITER_2],
  analyst: [ANALYST_1, ANALYST_2],
  publisher: [PUBLISHER_1],
  campaigner: [CAMPAIGNER_1],
};

/** All definitions, by type and oldest first. */
export const ALL_DEFINITIONS: readonly AgentDefinition[] = AGENT_TYPES.flatMap((type) => DEFINITIONS[type]);

/** A version of a type; undefined when the type is unknown or has no such version. */
export function findDefinition(agentType: string, version: number): AgentDefinition | undefined {
  return ALL_DEFINITIONS.find((definition) => definition.agent_type === agentType && definition.version === version);
}

/** The newest version of a type. */
export function latestDefinition(agentType: AgentType): AgentDefinition {
  const versions = DEFINITIONS[agentType];
  return versions[versions.length - 1] ?? versions[0];
}

/** Number of the newest version of a type; undefined when the type is unknown. */
export function latestVersion(agentType: string): number | undefined {
  return isAgentType(agentType) ? latestDefinition(agentType).version : undefined;
}

function isAgentType(text: string): text is AgentType {
  return (AGENT_TYPES as readonly string[]).includes(text);
}
