import { z } from 'zod';
import { fromMinorUnits } from '../../domain/orders/money.ts';
import type { OrderRow } from '../../domain/orders/store.ts';
import { BILLING_TYPES } from '../../domain/orders/table.ts';
import { datetime } from '../presenters.ts';
import { datetimeSchema, idSchema } from '../response-schemas.ts';

/** An order in answers. */
export const orderSchema = z.object({
  id: idSchema,
  partner_id: idSchema,
  billing_type: z.enum(BILLING_TYPES),
  amount: z.number().describe('At most two decimals.'),
  currency: z.string(),
  description: z.string(),
  reference: z.string(),
  created_at: datetimeSchema,
});

/** An order as administrators see it. */
export function presentOrder(order: OrderRow): z.input<typeof orderSchema> {
  return {
    id: order.id,
    partner_id: order.partner_id,
    billing_type: order.billing_type,
    amount: fromMinorUnits(order.amount_minor),
    currency: order.currency,
    description: order.description,
    reference: order.reference,
    created_at: datetime(order.created_at),
  };
}
