/** An object in JSON that somebody else wrote: of its properties only its own count, whatever they are called. */
export type JsonNode = Readonly<Record<string, unknown>>;

/** Whether the value is an object of JSON, and no list. */
export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property as a list: JSON-LD writes one value without its array. */
export function valuesOf(node: JsonNode, property: string): readonly unknown[] {
  if (!Object.hasOwn(node, property)) return [];
  const value = node[property];
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** The text of a value: its own, or the name, value, text or address of an object. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!isNode(value)) return undefined;
  for (const property of ['name', '@value', 'value', 'text', 'url', '@id']) {
    const inner = Object.hasOwn(value, property) ? value[property] : undefined;
    if (typeof inner === 'string' || typeof inner === 'number') return String(inner);
  }
  return undefined;
}

/** The texts of several properties, in the order they are named. */
export function textsOf(node: JsonNode, ...properties: string[]): string[] {
  return properties.flatMap((property) =>
    valuesOf(node, property).flatMap((value) => {
      const text = textIn(value);
      return text === undefined ? [] : [text];
    }),
  );
}
