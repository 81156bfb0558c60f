/** What JSON can hold. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Words that are plain in YAML 1.2 and 1.1 alike, and numbers in neither. */
const PLAIN = /^[A-Za-z$/][\w$/{}.-]*$/;
/** Words that one of the two versions reads as a boolean or null. */
const RESERVED = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/**
 * A value of JSON as YAML. Texts are in double quotes as JSON has them, which YAML takes, unless they are plain words.
 * A general library takes ten times as long, and other requests wait meanwhile (25 against 300 ms for the whole document).
 */
export function yamlOf(value: Json): string {
  const lines: string[] = [];
  write(lines, '', '', value);
  return `${lines.join('\n')}\n`;
}

/** `lead` stands before the value on its first line, `indent` before the lines below. */
function write(lines: string[], lead: string, indent: string, value: Json): void {
  if (Array.isArray(value) && value.length > 0) {
    if (lead.trim() !== '') lines.push(lead.trimEnd());
    for (const item of value) write(lines, `${indent}- `, `${indent}  `, item);
  } else if (isRecord(value)) {
    const isItem = lead.endsWith('- ');
    if (!isItem && lead.trim() !== '') lines.push(lead.trimEnd());
    let first = isItem ? lead : indent;
    for (const [name, field] of Object.entries(value)) {
      const isNested = (Array.isArray(field) && field.length > 0) || isRecord(field);
      write(lines, `${first}${scalar(name)}: `, isNested ? `${indent}  ` : indent, field);
      first = indent;
    }
  } else {
    lines.push(lead + (typeof value === 'string' ? scalar(value) : JSON.stringify(value)));
  }
}

/** A record with fields; an empty one is written as `{}`. */
function isRecord(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

function scalar(text: string): string {
  return PLAIN.test(text) && !RESERVED.has(text.toLowerCase()) ? text : JSON.stringify(text);
}
