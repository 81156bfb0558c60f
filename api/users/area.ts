import type { Area } from '../area.ts';
import { userRoutes } from './routes.ts';

/** People of a partner, with their roles; for administrators. */
export const usersArea: Area = {
  tag: {
    name: 'Users',
    group: 'Administration',
    description: 'People of a partner, with their roles; for administrators.',
  },
  routes: userRoutes,
};
