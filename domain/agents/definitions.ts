import type { AiTask } from '../../infra/ai/port.ts';
import { slugsOf } from '../capabilities/prices.ts';
import type { CapabilitySlug } from '../kernel/capability-slugs.ts';

/** Types of the agents of partners. */
export const PARTNER_AGENT_TYPES = ['writer', 'analyst', 'publisher', 'campaigner'] as const;
export type PartnerAgentType = (typeof PARTNER_AGENT_TYPES)[number];

/** `platform` is the platform's own agent. */
export const AGENT_TYPES = ['platform', ...PARTNER_AGENT_TYPES] as const;
export type AgentType = (typeof AGENT_TYPES)[number];

/** Guardrails of an agent's type in addition to the product's; they can only be stricter. */
export interface AgentGuardrails {
  /** Rules whose hits block a step instead of sending its text to review. */
  blocking: readonly string[];
  /** Phrases that send a text to review. */
  banned_phrases: readonly string[];
}

/** One version of an agent type. Never change a released version. */
export interface AgentDefinition {
  agent_type: AgentType;
  /** From 1, without gaps. */
  version: number;
  /** Version label. */
  label: string;
  /** Purpose of the type. */
  description: string;
  /** Default capabilities of a new agent; null: all. */
  capabilities: readonly CapabilitySlug[] | null;
  /** Used when the operator offers it; null: the operator's model for each task. */
  model: string | null;
  /** Models by capability that take precedence over `model`, when offered. */
  capability_models: Readonly<Partial<Record<CapabilitySlug, string>>>;
  /** Lines added to the instructions of every question, by task. */
  prompts: Readonly<Record<AiTask, readonly string[]>>;
  /** Temperature of every question, 0 to 2; null: each question's default. */
  temperature: number | null;
  guardrails: AgentGuardrails;
}

/** The platform's agent, which adds nothing to a capability's question. */
export const PLATFORM_1: AgentDefinition = {
  agent_type: 'platform',
  version: 1,
  label: '1.0.0',
  description: "The platform's own agent; it takes what no agent of the partner lists.",
  capabilities: null,
  model: null,
  capability_models: {},
  prompts: { plan: [], write: [], analyse: [] },
  temperature: null,
  guardrails: { blocking: [], banned_phrases: [] },
};

/** The first version of the writer. */
const WRITER_1: AgentDefinition = {
  agent_type: 'writer',
  version: 1,
  label: '1.0.0',
  description: 'Writes and reworks content, alone or as part of a campaign.',
  capabilities: slugsOf('generation', 'workflow'),
  model: null,
  capability_models: {},
  prompts: {
    plan: ['Plan so that research comes before writing wherever the inputs say little.'],
    write: ['You are an experienced writer. Say the most useful thing first, and one thing a paragraph.'],
    analyse: ['Note what a writer can use: facts, names, objections; leave judgement out.'],
  },
  temperature: null,
  guardrails: { blocking: [], banned_phrases: [] },
};

/** Stricter than version 1: promises block a text, stock phrases send it to review; short texts use a small model if offered. */
const WRITER_2: AgentDefinition = {
  ...WRITER_1,
  version: 2,
  label: '2.0.0',
  capability_models: {
    meta_descriptions: 'gpt-5-nano',
    summarization: 'gpt-5-nano',
    social_post_set: 'gpt-5-mini',
  },
  prompts: {
    plan: [
      'Plan so that research comes before writing wherever the inputs say little.',
      'Let one preparing step serve all that is written from it, rather than one for each.',
    ],
    write: [
      'You are an experienced writer. Say the most useful thing first, and one thing a paragraph.',
      'Prefer verbs to nouns and short words to long ones; name who does what.',
      'Take examples from the inputs; where they hold none, do without.',
    ],
    analyse: ['Note what a writer can use: facts, names, objections, each with where it stands in the inputs.'],
  },
  guardrails: {
    blocking: ['claim.banned'],
    banned_phrases: ['game-changer', 'game-changing', 'revolutionary', 'cutting-edge', 'in today’s fast-paced world'],
  },
};

/** The first version of the analyst. */
const ANALYST_1: AgentDefinition = {
  agent_type: 'analyst',
  version: 1,
  label: '1.0.0',
  description: 'Answers questions and examines content, listings, keywords and audiences.',
  capabilities: slugsOf('analysis'),
  model: null,
  capability_models: {},
  prompts: {
    plan: ['Plan one examining step for each thing that is examined.'],
    write: ['Write as an analyst reports: the finding, then what it rests on.'],
    analyse: ['You are a careful analyst. Tell what is observed from what is concluded.'],
  },
  temperature: null,
  guardrails: { blocking: [], banned_phrases: [] },
};

/** States its confidence and blocks findings that promise something; a lower temperature makes answers vary less. */
const ANALYST_2: AgentDefinition = {
  ...ANALYST_1,
  version: 2,
  label: '2.0.0',
  prompts: {
    plan: ANALYST_1.prompts.plan,
    write: ['Write as an analyst reports: the finding, then what it rests on, then how sure it is.'],
    analyse: [
      'You are a careful analyst. Tell what is observed from what is concluded.',
      'Say what is missing rather than guess; a finding without ground in the inputs is left out.',
      'Recommendations name the next step and who takes it.',
    ],
  },
  temperature: 0.2,
  guardrails: { blocking: ['claim.banned'], banned_phrases: [] },
};

/** The first version of the publisher. */
const PUBLISHER_1: AgentDefinition = {
  agent_type: 'publisher',
  version: 1,
  label: '1.0.0',
  description: 'Plans and schedules what is published, and runs campaigns.',
  capabilities: slugsOf('publishing', 'workflow'),
  model: null,
  capability_models: {},
  prompts: {
    plan: ['Plan backwards from the day of publication; what is published needs a review before it.'],
    write: ['Write for the channel that the text is published on; a post has one thing to do and says it.'],
    analyse: ['Look for what stands in the way of publication: gaps, contradictions, missing dates.'],
  },
  temperature: null,
  guardrails: { blocking: ['claim.banned'], banned_phrases: [] },
};

/** The first version of the campaigner. */
const CAMPAIGNER_1: AgentDefinition = {
  agent_type: 'campaigner',
  version: 1,
  label: '1.0.0',
  description: 'Runs campaigns from the message to the last date: everything that is made of several parts.',
  capabilities: [
    ...slugsOf('publishing', 'workflow'),
    'email_campaign',
    'social_post_set',
    'landing_page_copy',
    'audience_insights',
  ],
  model: null,
  capability_models: {},
  prompts: {
    plan: [
      'Settle audience and message in one early step that all parts build on.',
      'Parts that do not build on each other must not wait for each other.',
    ],
    write: [
      'Every part carries the same message and offer, in the words of its channel.',
      'Each part says what the reader does next.',
    ],
    analyse: ['Ask what would make this audience act, and what keeps it from acting; rest on the inputs.'],
  },
  temperature: null,
  guardrails: { blocking: ['claim.banned'], banned_phrases: ['act now', 'last chance', 'don’t miss out'] },
};

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
