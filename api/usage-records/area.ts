import type { Area } from '../area.ts';
import { usageRecordRoutes } from './routes.ts';

/** Metered use that upstream systems report; for administrators. */
export const usageRecordsArea: Area = {
  tag: {
    name: 'Usage records',
    group: 'Administration',
    description: 'Metered use that upstream systems report; for administrators.',
  },
  routes: usageRecordRoutes,
};
