/**
 * Caches values that are expensive to create, such as schemas that zod compiles on first use, by key. Only for a small
 * set of keys.
 */
export function memoize<Subject, Value>(
  keyOf: (subject: Subject) => string,
  make: (subject: Subject) => Value,
): (subject: Subject) => Value {
  const cache = new Map<string, Value>();
  return (subject) => {
    const key = keyOf(subject);
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const created = make(subject);
    cache.set(key, created);
    return created;
  };
}
