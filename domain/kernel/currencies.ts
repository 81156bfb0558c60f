/**
 * Minor-unit digits where they are not two, by ISO 4217, list one (SIX Interbank Clearing, the standard's maintenance
 * agency, https://www.six-group.com/en/products-services/financial-information/data-standards.html). `Intl` does not
 * help: it has the digits of everyday use, for example none for COP or IQD.
 */
const DIGITS: Record<number, readonly string[]> = {
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
  Object.entries(DIGITS).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)] as const)),
);

/** Codes of ISO 4217 in which something can be paid. */
export const CURRENCIES: ReadonlySet<string> = new Set(
  [...Intl.supportedValuesOf('currency'), ...DIGITS_OF.keys()].filter((code) => !NOT_PAYABLE.has(code)).sort(),
);

/** Digits after the decimal point of amounts in a currency, 0 to 4. Its minor unit is 10 to the power of minus that. */
export function minorDigits(currency: string): number {
  return DIGITS_OF.get(currency) ?? 2;
}
