/** Reads one parameter of an address; undefined: it is not there, or makes no sense. */
type Parser<Value> = (raw: unknown) => Value | undefined;

/** What the readers of a view make of an address. */
type Search<Parsers extends Record<string, Parser<unknown>>> = {
  [Name in keyof Parsers]?: NonNullable<ReturnType<Parsers[Name]>>;
};

/** A number from 1, such as that of a page. */
export const positive: Parser<number> = (raw) => {
  const value = Number(raw);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

/** Some text. */
export const text: Parser<string> = (raw) =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) || undefined : undefined;

/** A day such as 2026-11-22. */
export const day: Parser<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** Something that is asked for, or not. */
export const flag: Parser<true> = (raw) => (raw === true || raw === 'true' ? true : undefined);

/** One of the words. */
export function oneOf<const Value extends string>(values: readonly Value[]): Parser<Value> {
  return (raw) => values.find((value) => value === raw);
}

/**
 * The filters of a view as they stand in the address, for `validateSearch` of its route. What makes no sense is left out: an address may
 * be old, or typed.
 */
export function searchParams<Parsers extends Record<string, Parser<unknown>>>(
  parsers: Parsers,
): (raw: Record<string, unknown>) => Search<Parsers> {
  return (raw) => {
    // Every name, so that none of the address's own values is left in its place.
    const values = Object.entries(parsers).map(([name, read]) => [name, read(raw[name])] as const);
    return Object.fromEntries(values) as Search<Parsers>;
  };
}
