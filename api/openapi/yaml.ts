/** What JSON can hold, and fields that it leaves out. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** Words that are plain in YAML 1.2 and 1.1 alike, and numbers in neither. */
const PLAIN = /^[A-Za-z$/][\w$/{}.-]*$/;
/** Words that one of the two versions reads as a boolean or null. */
const RESERVED = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** Levels whose fields are parts: the fields of the document, and paths and schemas in them. */
const LEVELS = 3;

/**
 * A value of JSON as YAML, part by part. Texts are in double quotes as JSON has them, which YAML takes, unless they are plain words.
 * A general library takes ten times as long.
 */
export function* yamlParts(value: Json): Generator<string> {
  const lines: string[] = [];
  for (const _end of write(lines, '', '', value, 0)) yield textOf(lines.splice(0));
  yield textOf(lines);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** `lead` stands before the value on its first line, `indent` before the lines below. Yields where a part ends. */
function* write(lines: string[], lead: string, indent: string, value: Json, level: number): Generator<undefined> {
  if (Array.isArray(value) && value.length > 0) {
    if (lead.trim() !== '') lines.push(lead.trimEnd());
    for (const item of value) yield* write(lines, `${indent}- `, `${indent}  `, item, level + 1);
  } else if (isRecord(value)) {
    const isItem = lead.endsWith('- ');
    if (!isItem && lead.trim() !== '') lines.push(lead.trimEnd());
    let first = isItem ? lead : indent;
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const isNested = (Array.isArray(field) && field.length > 0) || isRecord(field);
      yield* write(lines, `${first}${scalar(name)}: `, isNested ? `${indent}  ` : indent, field, level + 1);
      first = indent;
      if (level < LEVELS) yield;
    }
  } else {
    lines.push(lead + (typeof value === 'string' ? scalar(value) : JSON.stringify(value)));
  }
}

/** A record with fields; an empty one is written as `{}`. */
function isRecord(value: Json): value is { readonly [name: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(isThere);
}

function isThere(value: unknown): boolean {
  return value !== undefined;
}

function scalar(text: string): string {
  return PLAIN.test(text) && !RESERVED.has(text.toLowerCase()) ? text : JSON.stringify(text);
}
