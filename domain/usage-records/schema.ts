import Big from 'big.js';
import { z } from 'zod';
import { currencyCode, decimal, maxMinorUnits, minorUnitsOf } from '../kernel/money.ts';
import { moment, onceValid, text } from '../kernel/schema.ts';

/** As many digits as the ledger stores. */
const quantity = decimal(14, 6);

export const createUsageRecordBody = z
  .object({
    dimension: text(120).describe("The marketplace's name of what is metered."),
    quantity: quantity.describe('Up to six decimals, as a number or a decimal string.'),
    unit_price: quantity.describe('Price of one unit, up to six decimals, as a number or a decimal string.'),
    currency: currencyCode.describe(
      'Code of ISO 4217 for `unit_price`; each currency is billed by an invoice of its own.',
    ),
    occurred_at: moment.describe('When it was used: not before 2000, and at most five minutes ahead.'),
    reference: text(120).nullish().describe("The metering system's name of the record; unique for the partner."),
  })
  .superRefine(
    (record, context) => {
      const price = new Big(record.quantity).times(record.unit_price);
      if (minorUnitsOf(price, record.currency).lte(maxMinorUnits(record.currency))) return;
      const message = `Makes an amount beyond what the books hold in ${record.currency}.`;
      context.addIssue({ code: 'custom', path: ['quantity'], message });
    },
    onceValid('quantity', 'unit_price', 'currency'),
  );
