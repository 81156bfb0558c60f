import type { AiTask } from '../../../infra/ai/port.ts';
import type { CapabilitySlug } from '../../kernel/capability-slugs.ts';

/** Types of agents; `platform` is the platform's own. */
export const AGENT_TYPES = ['platform', 'writer', 'analyst', 'publisher', 'campaigner'] as const;
export type AgentType = (typeof AGENT_TYPES)[number];

/** What an agent's type forbids, beyond the guardrails of the whole product; a version can only be stricter than those. */
export interface AgentGuardrails {
  /** Rules whose hits stop a step that else would send what it wrote to review. */
  blocking: readonly string[];
  /** Phrases that send what was written to review. */
  banned_phrases: readonly string[];
}

/** One version of a type of agents: data, which are never changed once the version is released. */
export interface AgentDefinition {
  agent_type: AgentType;
  /** From 1, without gaps. */
  version: number;
  /** The version as agents show it. */
  label: string;
  /** What an agent of the type is for. */
  description: string;
  /** What a new agent of the type carries out unless its partner says otherwise; null: everything. */
  capabilities: readonly CapabilitySlug[] | null;
  /** null: the operator's model for each kind of work. It is used where the operator offers it. */
  model: string | null;
  /** Models that go before `model`, by capability, where the operator offers them. */
  capability_models: Readonly<Partial<Record<CapabilitySlug, string>>>;
  /** Lines that stand in the instructions of every question of a kind. */
  prompts: Readonly<Record<AiTask, readonly string[]>>;
  /** Goes with every question; null: what each question wants. 0 to 2. */
  temperature: number | null;
  guardrails: AgentGuardrails;
}
