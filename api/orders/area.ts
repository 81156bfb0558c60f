import { createOrder } from '../../domain/orders/operations/create-order.ts';
import { area } from '../area.ts';
import { one } from '../resource.ts';
import { route } from '../route.ts';
import { orderResource } from './resource.ts';

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
