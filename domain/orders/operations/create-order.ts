import { z } from 'zod';
import { conflict, notFound } from '../../kernel/errors.ts';
import { amount, amountProblem, currencyCode, toMinorUnits } from '../../kernel/money.ts';
import { operation } from '../../kernel/operation.ts';
import { flag, onceValid, text } from '../../kernel/schema.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { findOrder, insertOrder } from '../store.ts';
import { BILLING_TYPES } from '../table.ts';

const createOrderBody = z
  .object({
    billing_type: z
      .enum(BILLING_TYPES)
      .describe('Type of the order, which the invoice shows and tax rules can depend on.'),
    amount: amount.describe("A number or a decimal string, with at most the currency's digits."),
    currency: currencyCode.describe('ISO 4217 code, used by the invoice.'),
    tax_included: flag(false).describe("Whether the amount includes the partner's tax; otherwise it is added."),
    description: text(500).describe('Text of the invoice line.'),
    reference: text(120).describe("The billing system's reference of the order; unique per partner."),
  })
  .superRefine(
    (order, context) => {
      const problem = amountProblem(order.amount, order.currency);
      if (problem !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: problem });
    },
    onceValid('amount', 'currency'),
  );

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
