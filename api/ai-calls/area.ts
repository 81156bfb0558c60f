import type { Area } from '../area.ts';
import { aiCallRoutes } from './routes.ts';

/** What the AI was asked, and what that cost; for administrators. */
export const aiCallsArea: Area = {
  tag: {
    name: 'AI calls',
    group: 'Administration',
    description: 'What the AI was asked for a partner or an execution, and what that cost; for administrators.',
  },
  routes: aiCallRoutes,
};
