import type { Area } from '../area.ts';
import { webhookRoutes } from './routes.ts';
import { webhookTools } from './tools.ts';

/** Endpoints that are told of events, and what became of each delivery. */
export const webhooksArea: Area = {
  tag: {
    name: 'Webhooks',
    group: 'Integration',
    description: 'Endpoints that are told of events, and what became of each delivery.',
  },
  routes: webhookRoutes,
  tools: webhookTools,
};
