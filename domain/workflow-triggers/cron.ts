/** The values that the fields of a cron expression name, each ascending. Sunday is 0. */
export interface Cron {
  minutes: readonly number[];
  hours: readonly number[];
  days: readonly number[];
  months: readonly number[];
  weekdays: readonly number[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Field {
  least: number;
  greatest: number;
  /** Names of the values from the least on. */
  names?: readonly string[];
}

const FIELDS: readonly Field[] = [
  { least: 0, greatest: 59 },
  { least: 0, greatest: 23 },
  { least: 1, greatest: 31 },
  { least: 1, greatest: 12, names: MONTHS },
  { least: 0, greatest: 6, names: WEEKDAYS },
];
const WEEKDAY = FIELDS[4] as Field;
/** Sunday at the end of a range, and by itself. */
const SUNDAY = 7;

/** `*`, a value or a range, each with an optional step. */
const PART = /^(?:\*|([0-9A-Z]+)(?:-([0-9A-Z]+))?)(?:\/(\d+))?$/i;

const FIVE_FIELDS = 'Must be five fields: minute, hour, day of the month, month, day of the week.';
const NAMES = 'Names must be those of months (JAN) or days (MON), in their fields.';
const RANGE = 'Must not have a range that ends before it begins.';
const NUMBERS = 'Must be a cron expression whose numbers are within their fields, such as `0 9 * * MON`.';
const NOT_BOTH = 'Must name days of the month or days of the week, not both.';

/** An error in a cron expression; the message is a sentence for its author. */
export class CronError extends Error {
  override readonly name = 'CronError';
}

/**
 * The values of a cron expression with five fields of numbers, names, lists, ranges and steps; no `L`, `W`, `#`, `?` or
 * `@`. This is the only reading of one: next times, missed times and the engine's calendars are made from it. Throws
 * CronError.
 */
export function parseCron(expression: string): Cron {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) throw new CronError(FIVE_FIELDS);
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = FIELDS.map((field, index) =>
    valuesOf(fields[index] ?? '', field),
  );
  if (fields[2] !== '*' && fields[4] !== '*') throw new CronError(NOT_BOTH);
  return { minutes, hours, days, months, weekdays };
}

function valuesOf(text: string, field: Field): number[] {
  const values = text.split(',').flatMap((part) => valuesOfPart(part, field));
  return [...new Set(values.map((value) => (field === WEEKDAY ? value % SUNDAY : value)))].sort((a, b) => a - b);
}

function valuesOfPart(part: string, field: Field): number[] {
  const match = PART.exec(part);
  if (!match) throw new CronError(FIVE_FIELDS);
  const [, first, last, written] = match;
  const { least, greatest } = field;
  const start = first === undefined ? least : numberOf(first, field, false);
  const isOpen = first === undefined || (last === undefined && written !== undefined);
  const isSame = last?.toUpperCase() === first?.toUpperCase();
  // A week that begins at a day ends on Sunday, as the engine has it.
  const greatestEnd = field === WEEKDAY && first !== undefined ? SUNDAY : greatest;
  const end = isOpen ? greatestEnd : last === undefined || isSame ? start : numberOf(last, field, true);
  const step = written === undefined ? 1 : Number(written);
  if (end < start) throw new CronError(RANGE);
  if (step < 1 || step > greatest) throw new CronError(NUMBERS);
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
}

/** Days of the week: 7 is Sunday, and so is `SUN` at the end of a range. */
function numberOf(text: string, field: Field, isEnd: boolean): number {
  const { least, greatest, names = [] } = field;
  const place = names.indexOf(text.toUpperCase());
  if (place >= 0) return isEnd && field === WEEKDAY && place === 0 ? SUNDAY : place + least;
  if (!/^\d+$/.test(text)) throw new CronError(NAMES);
  const value = Number(text);
  if (value < least || value > (field === WEEKDAY ? SUNDAY : greatest)) throw new CronError(NUMBERS);
  return value;
}
