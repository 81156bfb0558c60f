import type { Input } from './brief.ts';

/** A text of the inputs with the name it was given under. */
export interface NamedText {
  name: string;
  text: string;
}

/** Texts by name; of objects, the texts inside by their own name, `company: {name}` by the outer one. */
export function flatten(name: string, value: unknown, depth = 0): NamedText[] {
  if (typeof value === 'string') return value.trim() ? [{ name, text: value.trim() }] : [];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  if (Array.isArray(value)) return value.flatMap((each) => flatten(name, each, depth + 1));
  return Object.entries(value).flatMap(([key, each]) => flatten(key === 'name' ? name : key, each, depth + 1));
}

/** The first text under one of the names, in the order of the names. */
export function textOf(texts: NamedText[], names: readonly string[]): string | undefined {
  return names.flatMap((name) => texts.find((each) => each.name === name)?.text ?? [])[0];
}

/** Entries of lists, whether given as arrays, lines or with separators; running text stays whole. */
export function listOf(texts: NamedText[], names: readonly string[]): string[] {
  return texts
    .filter(({ name }) => names.includes(name))
    .flatMap(({ text }) =>
      /[;\n]/.test(text) ? text.split(/[;\n]/) : /[.!?](\s|$)/.test(text) ? [text] : text.split(','),
    )
    .map((each) =>
      each
        .replace(/^\s*[-*]\s*/, '')
        .replace(/^(?:and|or)\s+/, '')
        .replace(/\.$/, '')
        .trim(),
    )
    .filter(Boolean);
}

/** The value of the input of this name, when it is one line of text. */
export function inputText(inputs: Input[], name: string): string | undefined {
  const value = inputs.find((each) => each.name === name)?.value;
  return typeof value === 'string' && !value.includes('\n') ? value : undefined;
}
