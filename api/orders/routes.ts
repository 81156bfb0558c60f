import { createOrder } from '../../domain/orders/operations/create-order.ts';
import { one } from '../resource.ts';
import { type Route, route } from '../route.ts';
import { orderResource } from './resource.ts';

/** Orders that billing systems report, for administrators. */
export const orderRoutes: Route[] = [
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
];
