/** Gathers the parameters of a statement; absent values get no placeholder, so that their condition can be left out. */
export function placeholders(values: unknown[]): (value: unknown) => string | undefined {
  return (value) => (value === undefined ? undefined : `$${values.push(value)}`);
}

/** Joins the conditions that are there with AND. */
export function allOf(conditions: readonly (string | undefined | false)[]): string {
  return conditions.filter(Boolean).join(' AND ');
}

/** Start of a UTC day given as a placeholder or expression of `YYYY-MM-DD`. */
export function startOfDay(dayExpression: string): string {
  return `(${dayExpression}::date::timestamp AT TIME ZONE 'UTC')`;
}

/** End of a UTC day (exclusive), given likewise. */
export function endOfDay(dayExpression: string): string {
  return `((${dayExpression}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
}
