import { z } from 'zod';
import { moment, text } from '../kernel/schema.ts';
import { currencyCode, decimal } from '../orders/money.ts';

/** As many digits as the books hold. */
const quantity = decimal(14, 6);

/** Body that reports metered use. */
export const createUsageRecordBody = z.object({
  dimension: text(120).describe("The marketplace's name of what is metered."),
  quantity: quantity.describe('Up to six decimals, as a number or a decimal string.'),
  unit_price: quantity.describe('Price of one unit, up to six decimals, as a number or a decimal string.'),
  currency: currencyCode,
  occurred_at: moment,
  reference: text(120).nullish().describe("The metering system's name of the record; unique for the partner."),
});
