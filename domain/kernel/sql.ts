import { OTHER_DIGITS } from './money.ts';
import type { PageOrder } from './page.ts';

/** Collects the parameters of a statement. An absent value gets no placeholder, so its condition can be left out. */
export function placeholders(values: unknown[]): (value: unknown) => string | undefined {
  return (value) => (value === undefined ? undefined : `$${values.push(value)}`);
}

/** Joins the present conditions with AND. */
export function allOf(conditions: readonly (string | undefined | false)[]): string {
  return conditions.filter(Boolean).join(' AND ');
}

/** Condition on the column `sandbox`, as a literal, so that a partial index applies; undefined: no condition. */
export function whereSandbox(wanted: boolean | undefined, column = 't.sandbox'): string | undefined {
  return wanted === undefined ? undefined : `${wanted ? '' : 'NOT '}${column}`;
}

/** `IN ('a', 'b')` for constants in code, in the form of the index condition. Never for input of callers. */
export function inWords(words: readonly string[]): string {
  return `IN (${words.map((word) => `'${word}'`).join(', ')})`;
}

/**
 * Whether a lease until a moment, by the clock of the database, is over; null where the moment is. No lease lasts for ten minutes: one
 * that ends later was taken while that clock was ahead, and would last for as long as it was.
 */
export function isLapsed(until: string): string {
  return `(${until} < clock_timestamp() OR ${until} > clock_timestamp() + interval '10 minutes')`;
}

/** Rows that wait for background work, of all partners. All of it is SQL of the code. */
interface WaitingRows {
  /** What the statement returns of a row. */
  columns: string;
  /** The rows: a statement with a column `partner_id`. */
  waiting: string;
  /** Columns in whose order those of one partner have their turn; an index has the first of them. */
  order: string;
  /** How many rows the statement returns. */
  limit: string;
  /** How many of one partner; as many as there are when absent. */
  each?: string;
}

/** Rows among which partners have turns: sorting so many takes some milliseconds. */
const CANDIDATES = 10_000;

/**
 * A statement for rows in turns: of the first 10,000, the first one of each partner comes before the second one of any, so that what one
 * partner has waiting, or what fails each time, keeps no other from its turn.
 */
export function roundRobin({ columns, waiting, order, limit, each }: WaitingRows): string {
  return `SELECT ${columns} FROM (
      SELECT *, row_number() OVER (PARTITION BY partner_id ORDER BY ${order}) AS turn FROM (
        SELECT * FROM (${waiting}) waiting ORDER BY ${order} LIMIT ${CANDIDATES}
      ) candidates
    ) ranked ${each ? `WHERE turn <= ${each} ` : ''}ORDER BY turn, ${order} LIMIT ${limit}`;
}

/** Start of a UTC day given as a placeholder or expression of `YYYY-MM-DD`. */
export function startOfDay(dayExpression: string): string {
  return `(${dayExpression}::date::timestamp AT TIME ZONE 'UTC')`;
}

/** End of a UTC day (exclusive), given in the same form. */
export function endOfDay(dayExpression: string): string {
  return `((${dayExpression}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
}

/**
 * A moment as text: ISO 8601 in UTC with milliseconds and `Z`, as in answers of the API. As JSON, which takes half as long as `to_char`;
 * the microsecond that is added keeps zeros at the end, and is cut off.
 */
export function datetimeText(moment: string): string {
  const whole = `date_bin('1 millisecond', ${moment} AT TIME ZONE 'UTC', timestamp '2000-01-01')`;
  return `substr(to_json(${whole} + interval '1 microsecond')::text, 2, 23) || 'Z'`;
}

/** A decimal as text, without superfluous zeros. */
export function decimalText(decimal: string): string {
  return `trim_scale(${decimal})`;
}

/** An amount in minor units of the column `currency` as text, with all of the currency's digits: a product has those of its factors. */
export function amountText(minorUnits: string): string {
  const others = Object.entries(OTHER_DIGITS).map(
    ([digits, codes]) => ` WHEN currency ${inWords(codes)} THEN ${(10 ** -Number(digits)).toFixed(Number(digits))}`,
  );
  const usual = `currency NOT ${inWords(Object.values(OTHER_DIGITS).flat())}`;
  return `(${minorUnits}) * CASE WHEN ${usual} THEN 0.01${others.join('')} END`;
}

/** Order of a list, as its query gives it. */
export interface Order<Sort extends string> {
  sort?: Sort | 'created_at' | undefined;
  dir?: 'asc' | 'desc' | undefined;
}

/** What a list is sorted by: the columns of each sort, constants in code, all in the direction; newest first by default. */
export function orderOf<Sort extends string>(
  columns: Readonly<Record<Sort | 'created_at', readonly string[]>>,
  { sort = 'created_at', dir = 'desc' }: Order<Sort>,
): PageOrder {
  return { keys: columns[sort], isAscending: dir === 'asc' };
}
