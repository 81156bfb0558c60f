import type { Area } from '../area.ts';
import { oauthClientRoutes } from './routes.ts';

/** Programs of a partner that fetch access tokens; for administrators. */
export const oauthArea: Area = {
  tag: {
    name: 'OAuth clients',
    group: 'Administration',
    description: 'Programs of a partner that fetch access tokens; for administrators.',
  },
  routes: oauthClientRoutes,
};
