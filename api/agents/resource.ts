import { z } from 'zod';
import type { AgentRow } from '../../domain/agents/table.ts';
import { datetime, datetimeSchema, resource } from '../resource.ts';

/** An agent of the partner or the platform. */
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
    id: agent.id,
    attributes: {
      name: agent.name,
      agent_type: agent.agent_type,
      description: agent.description,
      is_active: agent.is_active,
      capabilities: agent.capabilities,
      model: agent.model,
      version: agent.version,
      config_version: agent.config_version,
      settings: agent.settings,
      capability_models: agent.capability_models,
      created_at: datetime(agent.created_at),
    },
    links: { self: `/api/v1/content-workflow/agents/${agent.id}` },
  }),
});
