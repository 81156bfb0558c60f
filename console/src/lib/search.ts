/** Reads one parameter of an address; undefined: it is not there, or makes no sense. */
type Reader<Value> = (raw: unknown) => Value | undefined;

/** What the readers of a view make of an address. */
type Search<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers]?: NonNullable<ReturnType<Readers[Name]>>;
};

/** A number from 1, such as that of a page. */
export const positive: Reader<number> = (raw) => {
  const value = Number(raw);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

/** Some text. */
export const text: Reader<string> = (raw) =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) || undefined : undefined;

/** A day such as 2026-11-22. */
export const day: Reader<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** Something that is asked for, or not. */
export const flag: Reader<true> = (raw) => (raw === true || raw === 'true' ? true : undefined);

/** One of the words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (raw) => words.find((word) => word === raw);
}

/**
 * The filters of a view as they stand in the address, for `validateSearch` of its route. What makes no sense is left out: an address may
 * be old, or typed.
 */
export function searchOf<Readers extends Record<string, Reader<unknown>>>(
  readers: Readers,
): (raw: Record<string, unknown>) => Search<Readers> {
  return (raw) => {
    // Every name, so that none of the address's own values is left in its place.
    const values = Object.entries(readers).map(([name, read]) => [name, read(raw[name])] as const);
    return Object.fromEntries(values) as Search<Readers>;
  };
}
