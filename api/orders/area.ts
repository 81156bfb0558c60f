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
      partner_id: idSchema.describe('Number of the ordering partner.'),
      billing_type: z.enum(BILLING_TYPES).describe('Type of the order, which the invoice shows.'),
      amount: z.number().describe('With the digits of the currency.'),
      currency: z.string().describe('ISO 4217 code.'),
      tax_included: z.boolean().describe('Whether `amount` includes the tax; otherwise the invoice adds it.'),
      description: z.string().describe('Text of the invoice line.'),
      reference: z.string().describe("The billing system's or gateway's reference of the order; unique per partner."),
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
