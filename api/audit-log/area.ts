import type { Area } from '../area.ts';
import { auditLogRoutes } from './routes.ts';

/** Who did what to which record; for administrators. */
export const auditLogArea: Area = {
  tag: { name: 'Audit log', group: 'Administration', description: 'Who did what to which record; for administrators.' },
  routes: auditLogRoutes,
};
