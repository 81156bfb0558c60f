import type { Area } from '../area.ts';
import { partnerRoutes } from './routes.ts';

/** Partners of this service, for administrators. */
export const partnersArea: Area = {
  tag: { name: 'Partners', group: 'Administration', description: 'Partners of this service, for administrators.' },
  routes: partnerRoutes,
};
