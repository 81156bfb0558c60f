/** The labels of the keys, in their order. */
export function pickLabels<Key extends string>(
  keys: readonly Key[],
  t: Readonly<Record<Key, string>>,
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, t[key]])) as Record<Key, string>;
}

/** An identifier as a label: `call_to_action` becomes "Call to action". */
export function humanize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
