import { createUsageRecord } from '../../domain/usage-records/operations/create.ts';
import { dataSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { presentUsageRecord, usageRecordSchema } from './presenter.ts';

/** Metered use that metering systems report, for administrators. */
export const usageRecordRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/usage-records',
    summary: 'Report metered use of a partner',
    extension: true,
    operation: createUsageRecord,
    status: 201,
    present: (record) => ({ data: presentUsageRecord(record) }),
    response: dataSchema(usageRecordSchema),
    errors: ['CONFLICT'],
  }),
];
