import Big from 'big.js';
import { z } from 'zod';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** An ISO 4217 code in capitals. */
export const currencyCode = z
  .string('Must be a string.')
  .trim()
  .refine((code) => CURRENCIES.has(code), 'Must be an ISO 4217 currency code.')
  .meta({ enum: [...CURRENCIES] });

/**
 * A number, or a string in plain decimal form, that is not negative; becomes a decimal string without superfluous
 * zeros. Numbers are taken as written, so that no binary fraction gets into the books.
 */
export function decimal(maxIntegerDigits: number, maxFractionDigits: number) {
  const form = new RegExp(`^\\d{1,${maxIntegerDigits}}(\\.\\d{1,${maxFractionDigits}})?$`);
  const message = `Must be a number of at least 0 with at most ${maxIntegerDigits} digits before and ${maxFractionDigits} after the point.`;
  return z
    .union([z.number(), z.string().trim()], 'Must be a number or a decimal string.')
    .meta({ minimum: 0, exclusiveMaximum: 10 ** maxIntegerDigits, pattern: form.source })
    .transform(String)
    .refine((text) => form.test(text), message)
    .transform(plainDecimal);
}

/** A decimal string without superfluous zeros: `007.50` is `7.5`. */
export function plainDecimal(text: string): string {
  return new Big(text).toFixed();
}

/** An amount of money with up to two decimals; becomes minor units. */
export const amountInMinorUnits = decimal(13, 2).transform(toMinorUnits);

/** Minor units (hundredths) of a decimal string with up to two decimals. */
function toMinorUnits(amount: string): number {
  return new Big(amount).times(100).toNumber();
}

/** The amount as JSON shows it: a number with two decimals at most. */
export function fromMinorUnits(minorUnits: number): number {
  return minorUnits / 100;
}
