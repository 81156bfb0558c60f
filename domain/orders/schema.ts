import { z } from 'zod';
import { amount, amountProblem, currencyCode } from '../kernel/money.ts';
import { flag, text } from '../kernel/schema.ts';
import { BILLING_TYPES } from './table.ts';

export const createOrderBody = z
  .object({
    billing_type: z.enum(BILLING_TYPES),
    amount: amount.describe('With the digits that the currency has at most, as a number or a decimal string.'),
    currency: currencyCode,
    tax_included: flag(false).describe("Whether the amount includes the partner's tax; else it comes on top."),
    description: text(500),
    reference: text(120).describe("The billing system's name of the order; unique for the partner."),
  })
  .superRefine((order, context) => {
    const problem = amountProblem(order.amount, order.currency);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: problem });
  });
