import type { Area } from '../area.ts';
import { READS, tool } from '../mcp/tool.ts';
import { shortCatalogue } from './resource.ts';
import { getCapabilityRoute, listCapabilitiesRoute } from './routes.ts';

/** What the service can make, with its settings and prices. */
export const capabilitiesArea: Area = {
  tag: {
    name: 'Capabilities',
    group: 'Content',
    description: 'What the service can make, with its settings and prices.',
  },
  routes: [listCapabilitiesRoute, getCapabilityRoute],
  tools: [
    tool(listCapabilitiesRoute, {
      name: 'list_capabilities',
      title: 'List capabilities',
      description: 'Lists what the service can make: slug and price in credits of each capability, by category.',
      source: shortCatalogue,
      annotations: READS,
    }),
    tool(getCapabilityRoute, {
      name: 'get_capability',
      title: 'Read a capability',
      description: 'Reads one capability with the JSON Schema of its settings. Look here before executing it.',
      whole: ['settings_schema'],
      annotations: READS,
    }),
  ],
};
