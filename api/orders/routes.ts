import { createOrder } from '../../domain/orders/operations/create.ts';
import { dataSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { orderSchema, presentOrder } from './presenter.ts';

/** Orders that billing systems report, for administrators. */
export const orderRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/3pi-partners/{partner_id}/orders',
    summary: 'Report an order of a partner',
    extension: true,
    operation: createOrder,
    status: 201,
    present: (order) => ({ data: presentOrder(order) }),
    response: dataSchema(orderSchema),
    errors: ['CONFLICT'],
  }),
];
