import { z } from 'zod';
import type { AgentRow } from '../../domain/agents/table.ts';
import { datetimeSchema, resource } from '../resource.ts';

/** An agent of a partner or of the platform. */
export const agentResource = resource({
  type: 'agent',
  attributes: {
    name: z.string().describe('Display name.'),
    agent_type: z.string().describe("The type defines prompts, guardrails and models of the agent's kind of work."),
    description: z.string().describe('Purpose of the agent.'),
    is_active: z.boolean().describe('Whether it gets work.'),
    capabilities: z.array(z.string()).nullable().describe('null means all.'),
    model: z.string().nullable().describe('null means the configured model.'),
    version: z.string().describe('Version of the definition of its type, for display.'),
    config_version: z.int().describe("Version of its type's definition."),
    settings: z
      .record(z.string(), z.unknown())
      .describe("The partner's settings: instructions, tone, audience, language, temperature, phrases and rules."),
    capability_models: z.record(z.string(), z.string()).describe('Models set for individual capabilities.'),
    created_at: datetimeSchema,
  },
  links: { self: z.string() },
  present: (agent: AgentRow) => ({
    links: { self: `/api/v1/content-workflow/agents/${agent.id}` },
  }),
});
