import { z } from 'zod';
import { plainDecimal } from '../../domain/kernel/money.ts';
import { createUsageRecord } from '../../domain/usage-records/operations/create-usage-record.ts';
import type { UsageRecordRow } from '../../domain/usage-records/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, idSchema, one, record } from '../resource.ts';
import { route } from '../route.ts';

/** A usage record as administrators see it. */
export const usageRecordResource = record(
  z
    .object({
      id: idSchema,
      partner_id: idSchema.describe('Number of the partner.'),
      dimension: z.string().describe("The marketplace's name of the dimension, shown on invoice lines."),
      quantity: z.string().describe('Decimal string.'),
      unit_price: z.string().describe('Decimal string.'),
      currency: z.string().describe('ISO 4217 code for `unit_price`.'),
      occurred_at: datetimeSchema.describe('Time of use; its UTC day determines the billing period.'),
      reference: z
        .string()
        .nullable()
        .describe("The metering system's reference of the record, unique per partner; null if not given."),
      created_at: datetimeSchema,
    })
    .meta({ title: 'UsageRecord' }),
  (record: UsageRecordRow) => ({
    quantity: plainDecimal(record.quantity),
    unit_price: plainDecimal(record.unit_price),
  }),
);

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
