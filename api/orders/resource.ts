import { z } from 'zod';
import { fromMinorUnits } from '../../domain/kernel/money.ts';
import { BILLING_TYPES, type OrderRow } from '../../domain/orders/table.ts';
import { datetimeSchema, idSchema, record } from '../resource.ts';

/** An order as administrators see it. */
export const orderResource = record(
  z.object({
    id: idSchema,
    partner_id: idSchema,
    billing_type: z.enum(BILLING_TYPES),
    amount: z.number().describe('With the digits of the currency.'),
    currency: z.string(),
    tax_included: z.boolean(),
    description: z.string(),
    reference: z.string(),
    created_at: datetimeSchema,
  }),
  (order: OrderRow) => ({
    amount: fromMinorUnits(order.amount_minor, order.currency),
  }),
);
