import Big from 'big.js';
import { z } from 'zod';
import { currencyCode, decimal, maxMinorUnits, minorUnitsOf } from '../kernel/money.ts';
import { moment, onceValid, text } from '../kernel/schema.ts';

/** As many digits as the ledger stores. */
const quantity = decimal(14, 6);

export const createUsageRecordBody = z
  .object({
    dimension: text(120).describe("The marketplace's name of the dimension."),
    quantity: quantity.describe('A number or a decimal string with up to six decimals.'),
    unit_price: quantity.describe('Price per unit, a number or a decimal string with up to six decimals.'),
    currency: currencyCode.describe('ISO 4217 code for `unit_price`; each currency is billed on its own invoice.'),
    occurred_at: moment.describe('Time of use: not before 2000, and at most five minutes ahead.'),
    reference: text(120).nullish().describe("The metering system's reference of the record; unique per partner."),
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
