import { z } from 'zod';
import type { AgentRow } from '../../domain/agents/table.ts';
import { datetimeSchema, resource } from '../resource.ts';

/** An agent of a partner or of the platform. */
export const agentResource = resource({
  type: 'agent',
  attributes: {
    name: z.string(),
    agent_type: z.string(),
    description: z.string(),
    is_active: z.boolean(),
    capabilities: z.array(z.string()).nullable().describe('null stands for all.'),
    model: z.string().nullable().describe('null stands for the configured model.'),
    version: z.string(),
    config_version: z.int().describe("Version of its type's definition."),
    settings: z.record(z.string(), z.unknown()),
    capability_models: z.record(z.string(), z.string()).describe('Models of its own, by capability.'),
    created_at: datetimeSchema,
  },
  links: { self: z.string() },
  present: (agent: AgentRow) => ({
    links: { self: `/api/v1/content-workflow/agents/${agent.id}` },
  }),
});
