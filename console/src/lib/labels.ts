/** The texts of some words, in the words' order. */
export function pickLabels<Key extends string>(
  keys: readonly Key[],
  t: Readonly<Record<Key, string>>,
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, t[key]])) as Record<Key, string>;
}

/** A name that programs use, as people read it: `call_to_action` as "Call to action". */
export function humanize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
