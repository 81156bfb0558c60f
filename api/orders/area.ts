import type { Area } from '../area.ts';
import { orderRoutes } from './routes.ts';

/** Orders that a billing system reports; for administrators. */
export const ordersArea: Area = {
  tag: {
    name: 'Orders',
    group: 'Administration',
    description: 'Orders that a billing system reports; for administrators.',
  },
  routes: orderRoutes,
};
