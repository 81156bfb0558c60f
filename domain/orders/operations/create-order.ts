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
      .describe('What was ordered; the invoice has it, and rules of tax can depend on it.'),
    amount: amount.describe('With the digits that the currency has at most, as a number or a decimal string.'),
    currency: currencyCode.describe('Code of ISO 4217; the invoice has it, too.'),
    tax_included: flag(false).describe("Whether the amount includes the partner's tax; else it comes on top."),
    description: text(500).describe('Text of the line on the invoice.'),
    reference: text(120).describe("The billing system's name of the order; unique for the partner."),
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
