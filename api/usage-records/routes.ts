import { createUsageRecord } from '../../domain/usage-records/operations/create-usage-record.ts';
import { one } from '../resource.ts';
import { type Route, route } from '../route.ts';
import { usageRecordResource } from './resource.ts';

/** Metered use that metering systems report, for administrators. */
export const usageRecordRoutes: Route[] = [
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
];
