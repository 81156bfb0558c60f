import { z } from 'zod';
import { fromMinorUnits } from '../../domain/kernel/money.ts';
import { BILLING_TYPES, type OrderRow } from '../../domain/orders/table.ts';
import { datetime, datetimeSchema, idSchema, presenter } from '../resource.ts';

/** An order as administrators see it. */
export const orderResource = presenter(
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
    id: order.id,
    partner_id: order.partner_id,
    billing_type: order.billing_type,
    amount: fromMinorUnits(order.amount_minor, order.currency),
    currency: order.currency,
    tax_included: order.tax_included,
    description: order.description,
    reference: order.reference,
    created_at: datetime(order.created_at),
  }),
);
