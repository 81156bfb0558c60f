/**
 * Caches values that are expensive to create, such as schemas that zod compiles on first use, by key. Only for a small
 * set of keys.
 */
export function memoize<Subject, Made>(
  keyOf: (subject: Subject) => string,
  make: (subject: Subject) => Made,
): (subject: Subject) => Made {
  const made = new Map<string, Made>();
  return (subject) => {
    const key = keyOf(subject);
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(subject);
    made.set(key, fresh);
    return fresh;
  };
}
