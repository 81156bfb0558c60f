import type { Area } from '../area.ts';
import { webhookDeliveryTools } from '../mcp/tools/webhook-deliveries.ts';
import { webhookTools } from '../mcp/tools/webhooks.ts';
import { webhookRoutes } from './routes.ts';

/** Endpoints that are told of events, and what became of each delivery. */
export const webhooksArea: Area = {
  tag: {
    name: 'Webhooks',
    group: 'Integration',
    description: 'Endpoints that are told of events, and what became of each delivery.',
  },
  routes: webhookRoutes,
  tools: [...webhookTools, ...webhookDeliveryTools],
};
