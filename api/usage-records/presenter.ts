import { z } from 'zod';
import { plainDecimal } from '../../domain/orders/money.ts';
import type { UsageRecordRow } from '../../domain/usage-records/store.ts';
import { datetime } from '../presenters.ts';
import { datetimeSchema, idSchema } from '../response-schemas.ts';

/** A usage record in answers. */
export const usageRecordSchema = z.object({
  id: idSchema,
  partner_id: idSchema,
  dimension: z.string(),
  quantity: z.string().describe('Decimal string.'),
  unit_price: z.string().describe('Decimal string.'),
  currency: z.string(),
  occurred_at: datetimeSchema,
  reference: z.string().nullable(),
  created_at: datetimeSchema,
});

/** A usage record as administrators see it. */
export function presentUsageRecord(record: UsageRecordRow): z.input<typeof usageRecordSchema> {
  return {
    id: record.id,
    partner_id: record.partner_id,
    dimension: record.dimension,
    quantity: plainDecimal(record.quantity),
    unit_price: plainDecimal(record.unit_price),
    currency: record.currency,
    occurred_at: datetime(record.occurred_at),
    reference: record.reference,
    created_at: datetime(record.created_at),
  };
}
