import { useFormat } from '../../i18n/format.ts';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { DAY_MS } from '../../i18n/zone.ts';
import { readRule, WEEKDAYS, type Weekday } from './repeat.ts';
import { translations } from './repeat-translations.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12);

/** Names of the days of the week, from Monday on. */
export function weekdayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return WEEKDAYS.map((_day, index) => format.format(MONDAY + index * DAY_MS));
}

/** Says a rule in words, such as "Every 2 weeks on Monday and Friday, 10 times". */
export function useRuleWords(): (rule: string) => string {
  const t = useTranslations(translations);
  const format = useFormat();
  const locale = useLocale();
  return (text) => {
    const rule = readRule(text);
    if (!rule) return t.byRule(text);
    const { frequency, interval, weekdays, places, monthDays, months, count, until } = rule;
    const list = (words: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
    const names = weekdayNames(locale);
    const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    const nameOf = (day: Weekday) => names[WEEKDAYS.indexOf(day)] ?? day;
    const days = monthDays.filter((day) => day > 0).map((day) => format.number(day));
    const fromEnd = monthDays.filter((day) => day < 0).map((day) => t.lastDay(-day));
    const when = [
      t.every(frequency, interval),
      weekdays.length > 0 && t.onWeekdays(list(weekdays.map(nameOf))),
      places.length > 0 && list(places.map(({ number, weekday }) => t.onPlace(number, nameOf(weekday)))),
      days.length > 0 && t.onMonthDays(list(days)),
      fromEnd.length > 0 && list(fromEnd),
      months.length > 0 && t.inMonths(list(months.map((number) => month.format(Date.UTC(2024, number - 1, 15))))),
    ].filter((part) => part !== false);
    const end = count === undefined ? until && t.untilDay(format.day(until)) : t.times(format.number(count));
    return end ? `${when.join(' ')}, ${end}` : when.join(' ');
  };
}
