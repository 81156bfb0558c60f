import { getCapability, listCapabilities } from '../../domain/capabilities/operations/reads.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { capabilityDetailResource, catalogue, shortCatalogue } from './resource.ts';

const PREFIX = '/content-workflow/capabilities';

export const capabilitiesArea = area({
  tag: {
    name: 'Capabilities',
    group: 'Content',
    description: 'What the service can make, with its settings and prices.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List the capabilities; unpaged',
      operation: listCapabilities,
      body: catalogue,
      tool: {
        name: 'list_capabilities',
        title: 'List capabilities',
        description: 'Lists the capabilities by category, with slug and price in credits.',
        source: shortCatalogue,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{slug}`,
      summary: 'One capability with its settings',
      operation: getCapability,
      body: one(capabilityDetailResource),
      tool: {
        name: 'get_capability',
        title: 'Read a capability',
        description: 'Reads one capability with the JSON Schema of its settings. Call this before executing it.',
        whole: ['settings_schema'],
      },
    }),
  ],
});
