import type { Area } from '../area.ts';
import { partnerKeyRoutes } from './routes.ts';

/** Keys of partners: make, rotate, revoke, list; for administrators. */
export const partnerKeysArea: Area = {
  tag: {
    name: 'Partner API keys',
    group: 'Administration',
    description: 'Keys of partners: make, rotate, revoke, list; for administrators.',
  },
  routes: partnerKeyRoutes,
};
