/** Makes what is costly to make, such as a schema that zod compiles at its first use, once for each key; there must be few keys. */
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
