const EXPORT =
  /^export (?:default )?(?:abstract |async |declare )*(?:function\*?|class|const|let|type|interface|enum) (\w+)/;
/** A type made of the declaration above it, such as the values of a list or the row of a table, shares its line. */
const DERIVED = /^export type \w+ = .*\btypeof (\w+)\b/;

/** What the name says already. A function is never one of these, whatever it is called. */
const SELF_EXPLANATORY: readonly RegExp[] = [
  // An area has its description in its `tag`, which the API document shows.
  /^export const \w+ = area\(\{$/,
  // Zod schemas: the descriptions of their fields are in the API document.
  /^export const \w*(?:schema|Schema|body|Body|query|Query|params|Params)(?::[^=]+)? = (?!async\b|function\b|\(|<|\w+ =>)/,
  /^export type \w+(?:<[^=]+>)? = z\.(?:infer|input|output)</,
  /^export type \w+Row = Row</,
];

/** Names of exports that have no TSDoc line and need one, with their line numbers. Reads code as Biome formats it. */
export function undocumentedExports(text: string): { line: number; name: string }[] {
  const lines = text.split('\n');
  let last = '';
  return lines.flatMap((line, index) => {
    const [, name] = EXPORT.exec(line) ?? [];
    const [, source] = DERIVED.exec(line) ?? [];
    const isOverload = name === last;
    const isDerived = source !== undefined && source === last;
    last = name ?? last;
    if (name === undefined || isOverload || isDerived) return [];
    if (SELF_EXPLANATORY.some((form) => form.test(line)) || isDocumented(lines, index)) return [];
    return [{ line: index + 1, name }];
  });
}

/** Comments for tools may stand between the TSDoc line and its export. */
function isDocumented(lines: readonly string[], index: number): boolean {
  const above = lines.slice(0, index).findLast((line) => !line.startsWith('//'));
  return above?.endsWith('*/') === true;
}
