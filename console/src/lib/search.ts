import { useNavigate, useSearch } from '@tanstack/react-router';

/** Parses one parameter of the address. Returns undefined when it is missing or invalid. */
type Parser<Value> = (raw: unknown) => Value | undefined;

/** Parameters by name, each with its parser. */
export type Parsers = Readonly<Record<string, Parser<unknown>>>;

type Search<P extends Parsers> = { [Name in keyof P]?: NonNullable<ReturnType<P[Name]>> };

/** A whole number from 1, such as a page or an id. */
export const positive: Parser<number> = (raw) => {
  const value = Number(raw);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

/** A text that is not empty. */
export const text: Parser<string> = (raw) =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) || undefined : undefined;

/** A day such as 2026-11-22. */
export const day: Parser<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** True, or missing. */
export const flag: Parser<true> = (raw) => (raw === true || raw === 'true' ? true : undefined);

/** One of the values. */
export function oneOf<const Value extends string>(values: readonly Value[]): Parser<Value> {
  return (raw) => values.find((value) => value === raw);
}

/** The `validateSearch` of a route. Invalid parameters are dropped, because addresses are typed by hand and bookmarked. */
export function searchParams<P extends Parsers>(parsers: P): (raw: Record<string, unknown>) => Search<P> {
  return (raw) => {
    // Sets every name, so that no unparsed value of the address remains.
    const values = Object.entries(parsers).map(([name, read]) => [name, read(raw[name])] as const);
    return Object.fromEntries(values) as Search<P>;
  };
}

/** The parameters in the address of the current view, and a function that changes some of them. */
export function useSearchParams() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: Partial<typeof search>, { replace = false } = {}) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...changes }), replace });
  return [search, setSearch] as const;
}

/** Name of a parameter that some view has. */
export type SearchParam = keyof ReturnType<typeof useSearchParams>[0];
