import type { AiTask } from '../../../infra/ai/port.ts';
import type { CapabilitySlug } from '../../kernel/capability-slugs.ts';

/** `platform` is the platform's own agent. */
export const AGENT_TYPES = ['platform', 'writer', 'analyst', 'publisher', 'campaigner'] as const;
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
