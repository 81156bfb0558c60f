import { z } from 'zod';
import { text } from '../kernel/schema.ts';
import { amountInMinorUnits, currencyCode } from './money.ts';
import { BILLING_TYPES } from './table.ts';

/** Body that reports an order. */
export const createOrderBody = z.object({
  billing_type: z.enum(BILLING_TYPES),
  amount: amountInMinorUnits.describe('Up to two decimals, as a number or a decimal string.'),
  currency: currencyCode,
  description: text(500),
  reference: text(120).describe("The billing system's name of the order; unique for the partner."),
});
