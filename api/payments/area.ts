import type { Area } from '../area.ts';
import { paymentRoutes } from './routes.ts';

/** What payment gateways tell; for administrators. */
export const paymentsArea: Area = {
  tag: {
    name: 'Payments',
    group: 'Administration',
    description: 'What payment gateways tell, and what has become of it; for administrators.',
  },
  routes: paymentRoutes,
};
