import { z } from 'zod';
import { fromMinorUnits } from '../../domain/kernel/money.ts';
import { createOrder } from '../../domain/orders/operations/create-order.ts';
import { BILLING_TYPES, type OrderRow } from '../../domain/orders/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, idSchema, one, record } from '../resource.ts';
import { route } from '../route.ts';

/** An order as administrators see it. */
export const orderResource = record(
  z
    .object({
      id: idSchema,
      partner_id: idSchema,
      billing_type: z.enum(BILLING_TYPES),
      amount: z.number().describe('With the digits of the currency.'),
      currency: z.string(),
      tax_included: z.boolean(),
      description: z.string(),
      reference: z.string(),
      created_at: datetimeSchema,
    })
    .meta({ title: 'Order' }),
  (order: OrderRow) => ({
    amount: fromMinorUnits(order.amount_minor, order.currency),
  }),
);

export const ordersArea = area({
  tag: {
    name: 'Orders',
    group: 'Administration',
    description: 'Orders that a billing system reports; for administrators.',
  },
  routes: [
    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/orders',
      summary: 'Report an order of a partner',
      extension: true,
      operation: createOrder,
      status: 201,
      body: one(orderResource),
      errors: ['CONFLICT'],
    }),
  ],
});
