import { offsetOf, type PageRequest } from './page.ts';

/** Gathers the parameters of a statement; absent values get no placeholder, so that their condition can be left out. */
export function placeholders(values: unknown[]): (value: unknown) => string | undefined {
  return (value) => (value === undefined ? undefined : `$${values.push(value)}`);
}

/** Joins the conditions that are there with AND. */
export function allOf(conditions: readonly (string | undefined | false)[]): string {
  return conditions.filter(Boolean).join(' AND ');
}

/** `IN ('a', 'b')` of words that the code declares, as an index with the same condition has it; never of what callers send. */
export function inWords(words: readonly string[]): string {
  return `IN (${words.map((word) => `'${word}'`).join(', ')})`;
}

/** Start of a UTC day given as a placeholder or expression of `YYYY-MM-DD`. */
export function startOfDay(dayExpression: string): string {
  return `(${dayExpression}::date::timestamp AT TIME ZONE 'UTC')`;
}

/** End of a UTC day (exclusive), given likewise. */
export function endOfDay(dayExpression: string): string {
  return `((${dayExpression}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
}

/** The rows of a page, as the end of a statement whose text is then the same for every page. */
export function pageOf(values: readonly unknown[], page: PageRequest): { limit: string; values: unknown[] } {
  const size = values.length;
  return { limit: `LIMIT $${size + 1} OFFSET $${size + 2}`, values: [...values, page.per_page, offsetOf(page)] };
}
