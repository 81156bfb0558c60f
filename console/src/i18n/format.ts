import { formatRelative } from './relative-time.ts';
import { useLocale } from './translations.ts';
import { getZone } from './zone.ts';

/** Formats of numbers and times in a locale. */
export interface Format {
  number(value: number): string;
  percent(share: number): string;
  /** An amount in major units. Unit prices may have more digits than the currency. */
  money(amount: number, currency: string): string;
  /** In the person's time zone, to the minute. */
  dateTime(iso: string): string;
  /** In the person's time zone, to the second. */
  precise(iso: string): string;
  date(iso: string): string;
  /** A day such as 2026-11-22, which has no time zone. */
  day(day: string): string;
  /** A day without its year, for axes. */
  shortDay(day: string): string;
  /** Relative to a time in milliseconds, such as "5 minutes ago"; a date when it is more than six days away. */
  relative(iso: string, nowMs: number): string;
  /** In UTC, as in the logs. */
  utc(iso: string): string;
  /** `240 ms`, `12.3 s`, `4:05 min`. */
  duration(ms: number): string;
}

/** Formats in the current language and the browser's region. */
export function useFormat(): Format {
  const locale = useLocale();
  const zone = getZone();
  const key = `${locale} ${zone ?? ''}`;
  const cached = formats.get(key) ?? createFormat(locale, zone);
  formats.set(key, cached);
  return cached;
}

const formats = new Map<string, Format>();

/** Made when it is first used: ten formatters take as long as rendering a dozen components, and most views show two kinds of values. */
function onFirstUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function createFormat(locale: string, timeZone: string | undefined): Format {
  const numbers = (options?: Intl.NumberFormatOptions) => onFirstUse(() => new Intl.NumberFormat(locale, options));
  const times = (options: Intl.DateTimeFormatOptions) => onFirstUse(() => new Intl.DateTimeFormat(locale, options));
  const number = numbers();
  const tenths = numbers({ maximumFractionDigits: 1 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const dateTime = times({ dateStyle: 'medium', timeStyle: 'short', timeZone });
  const precise = times({ dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const date = times({ dateStyle: 'medium', timeZone });
  const wholeDay = times({ dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = times({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const utc = times({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  const relative = onFirstUse(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  return {
    number: (value) => number().format(value),
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 }).format(amount),
    percent: (share) => percent().format(share),
    dateTime: (iso) => dateTime().format(new Date(iso)),
    precise: (iso) => precise().format(new Date(iso)),
    date: (iso) => date().format(new Date(iso)),
    day: (day) => wholeDay().format(new Date(`${day}T12:00:00Z`)),
    shortDay: (day) => shortDay().format(new Date(`${day}T12:00:00Z`)),
    relative: (iso, nowMs) => formatRelative(relative(), iso, nowMs) ?? date().format(new Date(iso)),
    utc: (iso) => `${utc().format(new Date(iso))} UTC`,
    duration(ms) {
      if (ms < 1000) return `${number().format(Math.round(ms))} ms`;
      if (ms < 60_000) return `${tenths().format(ms / 1000)} s`;
      const seconds = Math.round(ms / 1000);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
    },
  };
}
