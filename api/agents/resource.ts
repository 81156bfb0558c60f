import { z } from 'zod';
import type { AgentRow } from '../../domain/agents/table.ts';
import { datetimeSchema, resource } from '../resource.ts';

/** An agent of a partner or of the platform. */
export const agentResource = resource({
  type: 'agent',
  attributes: {
    name: z.string().describe('A name for people.'),
    agent_type: z.string().describe('Whose definition it follows: prompts, guardrails and models of its kind of work.'),
    description: z.string().describe('What the agent is for.'),
    is_active: z.boolean().describe('Whether it is given work.'),
    capabilities: z.array(z.string()).nullable().describe('null stands for all.'),
    model: z.string().nullable().describe('null stands for the configured model.'),
    version: z.string().describe('The version of the definition of its type, for people.'),
    config_version: z.int().describe("Version of its type's definition."),
    settings: z
      .record(z.string(), z.unknown())
      .describe('What the partner has set: instructions, tone, audience, language, temperature, phrases and rules.'),
    capability_models: z.record(z.string(), z.string()).describe('Models of its own, by capability.'),
    created_at: datetimeSchema,
  },
  links: { self: z.string() },
  present: (agent: AgentRow) => ({
    links: { self: `/api/v1/content-workflow/agents/${agent.id}` },
  }),
});
