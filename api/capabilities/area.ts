import type { Area } from '../area.ts';
import { capabilityTools } from '../mcp/tools/capabilities.ts';
import { capabilityRoutes } from './routes.ts';

/** What the service can make, with its settings and prices. */
export const capabilitiesArea: Area = {
  tag: {
    name: 'Capabilities',
    group: 'Content',
    description: 'What the service can make, with its settings and prices.',
  },
  routes: capabilityRoutes,
  tools: capabilityTools,
};
