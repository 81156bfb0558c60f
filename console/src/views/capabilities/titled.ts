/** As much of a JSON Schema as has names. */
interface Schema {
  title?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  [keyword: string]: unknown;
}

/** The schema with a title for every field without one: its name in words, such as "Call to action". */
export function titled({ properties, items, ...schema }: Schema): Schema {
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, { title: inWords(name), ...titled(field) }]),
      ),
    }),
    ...(items && { items: titled(items) }),
  };
}

function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
