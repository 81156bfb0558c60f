import { z } from 'zod';
import { plainDecimal } from '../../domain/kernel/money.ts';
import type { UsageRecordRow } from '../../domain/usage-records/table.ts';
import { datetimeSchema, idSchema, record } from '../resource.ts';

/** A usage record as administrators see it. */
export const usageRecordResource = record(
  z.object({
    id: idSchema,
    partner_id: idSchema,
    dimension: z.string(),
    quantity: z.string().describe('Decimal string.'),
    unit_price: z.string().describe('Decimal string.'),
    currency: z.string(),
    occurred_at: datetimeSchema,
    reference: z.string().nullable(),
    created_at: datetimeSchema,
  }),
  (record: UsageRecordRow) => ({
    quantity: plainDecimal(record.quantity),
    unit_price: plainDecimal(record.unit_price),
  }),
);
