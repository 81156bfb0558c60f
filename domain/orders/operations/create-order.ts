import { conflict, notFound } from '../../kernel/errors.ts';
import { toMinorUnits } from '../../kernel/money.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { createOrderBody } from '../schema.ts';
import { findOrder, insertOrder } from '../store.ts';

/** Imports an order from a billing system; invoices are made from orders. */
export const createOrder = operation({
  name: 'orders.create',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: createOrderBody,
  async change(tx, { input: { amount, ...input }, target: partner }) {
    const amount_minor = toMinorUnits(amount, input.currency);
    const order = await insertOrder(tx.em, tx.now, { ...input, amount_minor, partner_id: partner.id });
    if (!order) throw conflict(`The partner has an order with the reference "${input.reference}".`);
    return order;
  },
  audit: ({ id, partner_id }) => ({ type: 'order', id, partnerId: partner_id }),
  async recover(deps, _call, madeId) {
    const order = await findOrder(deps.db, Number(madeId));
    if (!order) throw notFound('Order');
    return order;
  },
});
