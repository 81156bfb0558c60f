import type { Money } from '../port.ts';

/** Currencies in whose own units Stripe counts; https://docs.stripe.com/currencies#zero-decimal. */
const WHOLE_UNITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Those in whose thousandths it counts; https://docs.stripe.com/currencies#three-decimal. All others are hundredths, UGX and ISK too. */
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** An amount as Stripe counts it (a whole number of its smallest units) as a decimal string. Its units are not those of ISO 4217. */
export function stripeMoney(units: number, currency: string): Money {
  const code = currency.toUpperCase();
  const digits = WHOLE_UNITS.has(code) ? 0 : THOUSANDTHS.has(code) ? 3 : 2;
  if (digits === 0) return { amount: String(units), currency: code };
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  const sign = units < 0 ? '-' : '';
  return { amount: `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`, currency: code };
}
