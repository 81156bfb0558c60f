import type { AgentDefinition } from './types.ts';

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
