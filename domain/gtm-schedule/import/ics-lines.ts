/** A property of iCalendar: `NAME;PARAMETER=value:value`. */
export interface Property {
  /** In capital letters, as the names of parameters are. */
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** A component that stands in the calendar itself, with the first property of each name. */
export interface Component {
  name: string;
  /** Where it begins, from 1 on. */
  line: number;
  properties: ReadonlyMap<string, Property>;
  /** Those that may come more than once. */
  repeated: readonly Property[];
  /** What its calendar is sent for (RFC 5546, section 1.4), such as `CANCEL`, in capital letters; `undefined` of one that is only shown. */
  method: string | undefined;
}

/** Properties of a component that are read; calendars have some twenty. */
const MAX_PROPERTIES = 200;
const REPEATED: ReadonlySet<string> = new Set(['EXDATE', 'RDATE']);

/**
 * The components of iCalendar text (RFC 5545, section 3.1), `undefined` after each line, for slices. Takes time in proportion to
 * the text; what is nested, such as alarms, and what is not closed is left out.
 */
export function* componentsOf(text: string): Generator<Component | undefined> {
  const open: string[] = [];
  let method: string | undefined;
  let current: { name: string; line: number; properties: Map<string, Property>; repeated: Property[] } | undefined;
  for (const content of contentLines(text)) {
    yield undefined;
    const property = content && propertyOf(content.text);
    if (!property) continue;
    const { name, value } = property;
    const word = value.trim().toUpperCase();
    if (name === 'BEGIN') {
      // Deeper than calendars are; a file of BEGIN alone would fill the memory.
      if (open.length >= 10) return;
      open.push(word);
      if (open.length === 2) current = { name: word, line: content.line, properties: new Map(), repeated: [] };
    } else if (name === 'END') {
      if (open.length === 2 && current) yield { ...current, method };
      if (open.length === 2) current = undefined;
      open.pop();
    } else if (open.length === 1 && name === 'METHOD') method = word;
    else if (open.length === 2 && current) keep(current, property);
  }
}

function keep(
  { properties, repeated }: { properties: Map<string, Property>; repeated: Property[] },
  property: Property,
) {
  if (properties.size + repeated.length >= MAX_PROPERTIES) return;
  if (!properties.has(property.name)) properties.set(property.name, property);
  if (REPEATED.has(property.name)) repeated.push(property);
}

/** Continuations of a line between two yields. */
const CONTINUED_LINES = 1_000;

/** Whole lines: one that begins with a space continues the one before. `undefined` within long ones. */
function* contentLines(text: string): Generator<{ line: number; text: string } | undefined> {
  let parts: string[] = [];
  let began = 1;
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const given = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
    at = end + 1;
    line += 1;
    if (given.startsWith(' ') || given.startsWith('\t')) {
      if (parts.push(given.slice(1)) % CONTINUED_LINES === 0) yield undefined;
      continue;
    }
    if (parts.length > 0) yield { line: began, text: parts.join('') };
    [parts, began] = [[given], line];
  }
  if (parts.length > 0) yield { line: began, text: parts.join('') };
}

/** Null where the line is no property. */
function propertyOf(text: string): Property | null {
  let at = text.search(/[:;]/);
  if (at === -1) return null;
  const name = text.slice(0, at).trim().toUpperCase();
  const parameters = new Map<string, string>();
  while (text[at] === ';') {
    const equals = text.indexOf('=', at);
    if (equals === -1) return null;
    const parameter = text.slice(at + 1, equals).toUpperCase();
    const isQuoted = text[equals + 1] === '"';
    const start = isQuoted ? equals + 2 : equals + 1;
    const end = isQuoted ? text.indexOf('"', start) : endOfParameter(text, start);
    if (end === -1) return null;
    if (!parameters.has(parameter)) parameters.set(parameter, text.slice(start, end));
    at = isQuoted ? end + 1 : end;
    // Further values of a parameter.
    while (at < text.length && text[at] !== ';' && text[at] !== ':') at += 1;
  }
  return text[at] === ':' ? { name, parameters, value: text.slice(at + 1) } : null;
}

function endOfParameter(text: string, start: number): number {
  let end = start;
  while (end < text.length && !';:,'.includes(text.charAt(end))) end += 1;
  return end === text.length ? -1 : end;
}

/** Characters of an escaped text that are read: twice the longest description and more, so that one that is too long stays so. */
const MAX_ESCAPED = 50_000;

/** A text without its escapes (section 3.3.11); what is much too long is cut off. */
export function unescaped(value: string): string {
  return value
    .slice(0, MAX_ESCAPED)
    .replace(/\\([\\;,nN])/g, (_escape, character: string) => (/n/i.test(character) ? '\n' : character));
}
