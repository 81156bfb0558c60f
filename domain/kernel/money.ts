import Big from 'big.js';
import { z } from 'zod';
import { CURRENCIES, minorDigits } from './currencies.ts';

/** Most digits of an amount, those after the point included: so many a JSON number holds exactly. */
const MAX_DIGITS = 15;
/** Most digits before the point: so many the books have room for, with tax on top. */
const MAX_INTEGER_DIGITS = 13;
const MAX_MINOR_DIGITS = 4;

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
export function decimal(maxIntegerDigits: number, maxFractionDigits: number, maximum?: number) {
  const form = new RegExp(`^\\d{1,${maxIntegerDigits}}(\\.\\d{1,${maxFractionDigits}})?$`);
  const message = `Must be a number of at least 0 with at most ${maxIntegerDigits} digits before and ${maxFractionDigits} after the point.`;
  return (
    z
      .union([z.number(), z.string().trim()], 'Must be a number or a decimal string.')
      .meta({
        minimum: 0,
        ...(maximum === undefined ? { exclusiveMaximum: 10 ** maxIntegerDigits } : { maximum }),
        pattern: form.source,
      })
      .transform(String)
      // Checks of the whole body count with it, so they wait until it is one.
      .refine((text) => form.test(text), { error: message, abort: true })
      .refine((text) => maximum === undefined || Number(text) <= maximum, `Must be at most ${maximum}.`)
      .transform(plainDecimal)
  );
}

/** A decimal string without superfluous zeros: `007.50` is `7.5`. */
export function plainDecimal(text: string): string {
  return new Big(text).toFixed();
}

/** An amount of money, as its currency may write it: `amountProblem` says what is wrong with it there. */
export const amount = decimal(MAX_INTEGER_DIGITS, MAX_MINOR_DIGITS);

/** What is wrong with a decimal string as an amount in a currency; undefined: nothing. */
export function amountProblem(text: string, currency: string): string | undefined {
  const minorUnits = minorUnitsOf(new Big(text), currency);
  const digits = minorDigits(currency);
  if (!minorUnits.eq(minorUnits.round())) {
    return digits === 0
      ? `Must have no digits after the point, since ${currency} has none.`
      : `Must have at most ${digits} digits after the point, since ${currency} has no more.`;
  }
  if (minorUnits.gt(maxMinorUnits(currency)))
    return `Must be less than ${10 ** integerDigits(currency)} in ${currency}.`;
  return undefined;
}

/** Minor units of a decimal string in a currency. Throws RangeError where the currency has no such amount. */
export function toMinorUnits(text: string, currency: string): number {
  const problem = amountProblem(text, currency);
  if (problem !== undefined) throw new RangeError(problem);
  return minorUnitsOf(new Big(text), currency).toNumber();
}

/**
 * Minor units nearest to an exact amount, the even ones of two that are as near. The one rounding of an amount: what it is
 * made of is exact, and what is made of it adds and subtracts. Throws RangeError beyond what the books hold.
 */
export function roundToMinorUnits(exact: Big, currency: string): number {
  const rounded = minorUnitsOf(exact, currency).round(0, Big.roundHalfEven);
  if (rounded.abs().gt(maxMinorUnits(currency)))
    throw new RangeError(`An amount in ${currency} is beyond what the books hold.`);
  return rounded.toNumber();
}

/** The exact amount of minor units. */
export function exactAmount(minorUnits: number, currency: string): Big {
  // Four digits at most, so the quotient ends within the twenty that big.js keeps.
  return new Big(minorUnits).div(scaleOf(currency));
}

/** The amount as JSON shows it: a number with the currency's digits at most. */
export function fromMinorUnits(minorUnits: number, currency: string): number {
  return exactAmount(minorUnits, currency).toNumber();
}

/** An amount of at least 0 as tables for people and programs show it: a decimal string with all of the currency's digits. */
export function amountText(minorUnits: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(minorUnits).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** An exact amount in minor units, not rounded. */
export function minorUnitsOf(exact: Big, currency: string): Big {
  return exact.times(scaleOf(currency));
}

/** Largest amount that the books take in a currency, in minor units. */
export function maxMinorUnits(currency: string): number {
  return 10 ** (integerDigits(currency) + minorDigits(currency)) - 1;
}

function integerDigits(currency: string): number {
  return Math.min(MAX_INTEGER_DIGITS, MAX_DIGITS - minorDigits(currency));
}

function scaleOf(currency: string): number {
  return 10 ** minorDigits(currency);
}
