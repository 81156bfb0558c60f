import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import type { Partner } from '../../partners/store.ts';
import { namedPartner } from '../../partners/target.ts';
import { createOrderBody } from '../schema.ts';
import { findOrder, insertOrder } from '../store.ts';

/** Takes an order over from a billing system; invoices are made from orders. */
export const createOrder = operation({
  name: 'orders.create',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: createOrderBody,
  run: (deps, call, { amount, ...body }, partner: Partner) =>
    deps.transaction(call, async (tx) => {
      const order = await insertOrder(tx.em, tx.now, { ...body, amount_minor: amount, partner_id: partner.id });
      if (!order) throw conflict(`The partner has an order with the reference "${body.reference}".`);
      tx.audit({ type: 'order', id: order.id, partnerId: partner.id });
      tx.made({ type: 'order', id: order.id });
      return order;
    }),
  recover: async (deps, _call, madeId) => {
    const order = await findOrder(deps.db, Number(madeId));
    if (!order) throw notFound('Order');
    return order;
  },
});
