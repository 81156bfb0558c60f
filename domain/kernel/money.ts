import Big from 'big.js';
import { z } from 'zod';

/**
 * Minor-unit digits where they are not two, by ISO 4217, list one (SIX Interbank Clearing, the standard's maintenance
 * agency, https://www.six-group.com/en/products-services/financial-information/data-standards.html). `Intl` does not
 * help: it has the digits of everyday use, for example none for COP or IQD.
 */
export const OTHER_DIGITS: Readonly<Record<number, readonly string[]>> = {
  0: [
    ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG'],
    ...['RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
};

/** Metals, units of account and test codes. The standard lists no digits for them, and nothing can be paid in them. */
const NOT_PAYABLE = new Set([
  ...['XAG', 'XAU', 'XPD', 'XPT', 'XBA', 'XBB', 'XBC', 'XBD'],
  ...['XDR', 'XSU', 'XTS', 'XUA', 'XXX'],
]);

const DIGITS_OF = new Map(
  Object.entries(OTHER_DIGITS).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)] as const)),
);

/** Codes of ISO 4217 in which something can be paid. */
const CURRENCIES: ReadonlySet<string> = new Set(
  [...Intl.supportedValuesOf('currency'), ...DIGITS_OF.keys()].filter((code) => !NOT_PAYABLE.has(code)).sort(),
);

/** Digits after the decimal point of amounts in a currency, 0 to 4. Its minor unit is 10 to the power of minus that. */
export function minorDigits(currency: string): number {
  return DIGITS_OF.get(currency) ?? 2;
}

/** Maximum digits of an amount, including those after the decimal point: what a JSON number holds exactly. */
const MAX_DIGITS = 15;
/** Maximum digits before the decimal point: what the columns can hold, including tax. */
const MAX_INTEGER_DIGITS = 13;
const MAX_MINOR_DIGITS = 4;

/** An ISO 4217 code in capitals. */
export const currencyCode = z
  .string('Must be a string.')
  .trim()
  .refine((code) => CURRENCIES.has(code), 'Must be an ISO 4217 currency code.')
  .meta({ enum: [...CURRENCIES] });

/**
 * A non-negative number, or a string in plain decimal form; becomes a decimal string without superfluous zeros. Numbers
 * are parsed from their text, so that no binary fraction is stored; one with more than 15 digits has lost some by then,
 * and is refused.
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
      .refine((value) => typeof value === 'string' || digitsOf(value) <= MAX_DIGITS, {
        error: `Must be a string where it has more than ${MAX_DIGITS} digits, since a number is not exact then.`,
        abort: true,
      })
      .transform(String)
      // Later checks of the whole body calculate with it, so stop here if it is not a decimal.
      .refine((text) => form.test(text), { error: message, abort: true })
      .refine((text) => maximum === undefined || Number(text) <= maximum, `Must be at most ${maximum}.`)
      .transform(plainDecimal)
  );
}

/** Digits of a number without zeros at either end. */
function digitsOf(value: number): number {
  return new Big(value).c.length;
}

/** A decimal string without superfluous zeros: `007.50` is `7.5`. */
export function plainDecimal(text: string): string {
  return new Big(text).toFixed();
}

/** An amount of money. `amountProblem` checks it against its currency. */
export const amount = decimal(MAX_INTEGER_DIGITS, MAX_MINOR_DIGITS);

/** Why a decimal string is not an amount in a currency; undefined when it is one. */
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
 * Rounds an exact amount to minor units, half to even. This is the only place where amounts are rounded: everything
 * before is exact, everything after is integer addition. Throws RangeError beyond the range of the books.
 */
export function roundToMinorUnits(exact: Big, currency: string): number {
  const rounded = minorUnitsOf(exact, currency).round(0, Big.roundHalfEven);
  if (rounded.abs().gt(maxMinorUnits(currency)))
    throw new RangeError(`An amount in ${currency} is beyond what the books hold.`);
  return rounded.toNumber();
}

/** The exact amount of minor units. */
export function exactAmount(minorUnits: number | Big, currency: string): Big {
  // At most four digits, so the quotient is exact within the twenty that big.js keeps.
  return new Big(minorUnits).div(scaleOf(currency));
}

/** The amount as a JSON number, with at most the currency's digits. */
export function fromMinorUnits(minorUnits: number, currency: string): number {
  // Both are exact as doubles, so the quotient is rounded once, as the nearest double of the decimal is.
  return minorUnits / 10 ** minorDigits(currency);
}

/** An amount for tables and files: a decimal string with all of the currency's digits. */
export function amountText(minorUnits: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** An exact amount in minor units, not rounded. */
export function minorUnitsOf(exact: Big, currency: string): Big {
  return exact.times(scaleOf(currency));
}

/** Largest amount in a currency that the books can hold, in minor units. */
export function maxMinorUnits(currency: string): number {
  return 10 ** (integerDigits(currency) + minorDigits(currency)) - 1;
}

/** Largest total of an invoice, tax included, in minor units: what all payments of one can come to. */
export function maxTotalMinorUnits(currency: string): number {
  return 2 * maxMinorUnits(currency);
}

function integerDigits(currency: string): number {
  return Math.min(MAX_INTEGER_DIGITS, MAX_DIGITS - minorDigits(currency));
}

function scaleOf(currency: string): number {
  return 10 ** minorDigits(currency);
}
