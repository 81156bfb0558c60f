/**
 * A name in the form that slugs, fields and keys have: lower-case letters, digits and underscores, beginning with a letter; at most
 * `longest` characters, and empty where the text has no such letter.
 */
export function identifierOf(text: string, longest: number): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, longest)
    .replace(/_$/, '');
}
