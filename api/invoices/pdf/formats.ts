import { plainDecimal } from '../../../domain/kernel/money.ts';
import type { Labels } from './labels/en.ts';

/** Writes numbers, days and countries as a language does. Decimals are exact at any length. */
export interface Formats {
  /** A decimal with the digits after the point that it has. */
  decimal(value: string): string;
  /** A decimal with at least some digits after the point, and at most some more. */
  price(value: string, minDigits: number, maxDigits: number): string;
  /** A fraction as a percentage. */
  percent(rate: string): string;
  /** The UTC day of a moment. */
  day(moment: Date): string;
  /** A range of UTC days (`YYYY-MM-DD`), both inclusive. */
  days(from: string, to: string): string;
  /** The name of a country by its code. */
  country(code: string): string;
}

/** The formats of a catalogue's locale. */
export function formatsOf({ locale }: Labels): Formats {
  const numbers = new Map<string, Intl.NumberFormat>();
  // Creating a format takes longer than using it.
  const numberFormat = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits });
    numbers.set(key, format);
    return format;
  };
  const price: Formats['price'] = (value, minDigits, maxDigits) =>
    numberFormat(minDigits, maxDigits).format(value as Intl.StringNumericLiteral);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  return {
    decimal: (value) => {
      const digits = value.split('.')[1]?.length ?? 0;
      return price(value, digits, digits);
    },
    price,
    percent: (rate) => percents.format(plainDecimal(rate) as Intl.StringNumericLiteral),
    day: (moment) => dates.format(moment),
    days: (from, to) => (from === to ? dates.format(new Date(from)) : dates.formatRange(new Date(from), new Date(to))),
    country: (code) => countries.of(code) ?? code,
  };
}
