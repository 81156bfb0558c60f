import { createUsageRecord } from '../../domain/usage-records/operations/create-usage-record.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { usageRecordResource } from './resource.ts';

export const usageRecordsArea = area({
  tag: {
    name: 'Usage records',
    group: 'Administration',
    description: 'Metered use that upstream systems report; for administrators.',
  },
  routes: [
    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/usage-records',
      summary: 'Report metered use of a partner',
      extension: true,
      operation: createUsageRecord,
      status: 201,
      body: one(usageRecordResource),
      errors: ['CONFLICT'],
    }),
  ],
});
