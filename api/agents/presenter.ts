import { z } from 'zod';
import type { AgentRow } from '../../domain/agents/store.ts';
import { datetime, resource } from '../presenters.ts';
import { datetimeSchema, resourceSchema } from '../response-schemas.ts';

export const agentSchema = resourceSchema(
  'agent',
  {
    name: z.string(),
    agent_type: z.string(),
    description: z.string(),
    is_active: z.boolean(),
    capabilities: z.array(z.string()).nullable().describe('null stands for all.'),
    model: z.string().nullable().describe('null stands for the configured model.'),
    version: z.string(),
    config_version: z.int(),
    settings: z.record(z.string(), z.unknown()),
    created_at: datetimeSchema,
  },
  { links: z.object({ self: z.string() }) },
);

/** An agent of the partner or the platform. */
export function presentAgent(agent: AgentRow): Record<string, unknown> {
  const { name, agent_type, description, is_active, capabilities, model, version, config_version, settings } = agent;
  return resource({
    type: 'agent',
    id: agent.id,
    attributes: {
      name,
      agent_type,
      description,
      is_active,
      capabilities,
      model,
      version,
      config_version,
      settings,
      created_at: datetime(agent.created_at),
    },
    links: { self: `/api/v1/content-workflow/agents/${agent.id}` },
  });
}
