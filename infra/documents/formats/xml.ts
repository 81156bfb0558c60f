import { Parser } from 'htmlparser2';
import { DocumentError, MAX_DEPTH } from '../port.ts';

const TOO_COMPLEX = 'The document has too many elements.';
const DAMAGED = 'The document is damaged.';
/** Longest tag, bytes: attributes are compared with each other. */
const MAX_TAG = 65_536;

const OPEN = '<'.charCodeAt(0);
const CLOSE = '>'.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);
const MARK = '!'.charCodeAt(0);
const QUESTION = '?'.charCodeAt(0);

/**
 * Counts the elements of an XML part in one pass over its bytes, before anything parses it: parsers take time and stack that grow
 * faster than a part with many or deeply nested elements. Returns their number. Throws DocumentError over the limits, and for document
 * types, which define entities.
 */
export function countElements(part: Uint8Array, maxElements: number): number {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  // In UTF-16 there would be no tags to count.
  if (bytes.includes(0)) throw new DocumentError(DAMAGED);
  let elements = 0;
  let depth = 0;
  for (let at = bytes.indexOf(OPEN); at !== -1; ) {
    const end = endOf(bytes, at);
    const next = bytes[at + 1];
    if (next === SLASH) depth -= 1;
    else if (next !== MARK && next !== QUESTION) {
      elements += 1;
      if (bytes[end - 1] !== SLASH) depth += 1;
      if (end - at > MAX_TAG || depth > MAX_DEPTH || elements > maxElements) throw new DocumentError(TOO_COMPLEX);
    }
    at = bytes.indexOf(OPEN, end);
  }
  return elements;
}

/** Attributes of an element by their names as they are written. */
export type Attributes = Readonly<Record<string, string>>;

/** What is made of the elements of XML, by their names without prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** What the parser is given at once, bytes. */
const CHUNK = 65_536;

/** Parses XML whose elements were counted. Throws what the handler throws. */
export function parseXml(bytes: Uint8Array, handler: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open(localName(name), attributes),
      onclosetag: (name) => handler.close(localName(name)),
      ontext: (text) => handler.text(text),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }));
  }
  parser.end(decoder.decode());
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The attribute of this name, with whatever prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const plain = attributes[name];
  return plain ?? qualifiedAttribute(attributes, name);
}

/** The attribute of this name that has a prefix: `r:id` beside `id`. */
export function qualifiedAttribute(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key];
  return undefined;
}

/** Whether a property such as `<w:vanish/>` is on. */
export function isOn(attributes: Attributes): boolean {
  return !/^(?:0|false|off|none)$/.test(attribute(attributes, 'val') ?? '1');
}

/** Index of the last byte of what begins at `at`. */
function endOf(bytes: Buffer, at: number): number {
  const starts = (text: string) => bytes.toString('latin1', at, at + text.length) === text;
  if (bytes[at + 1] !== MARK) return found(tagEnd(bytes, at));
  if (starts('<!--')) return found(bytes.indexOf('-->', at)) + 2;
  if (starts('<![CDATA[')) return found(bytes.indexOf(']]>', at)) + 2;
  throw new DocumentError(DAMAGED);
}

/** A `>` in a quoted value does not end a tag. */
function tagEnd(bytes: Buffer, at: number): number {
  let quote = 0;
  for (let index = at + 1; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 0x22 || byte === 0x27) quote = byte;
    else if (byte === CLOSE) return index;
  }
  return -1;
}

function found(index: number): number {
  if (index === -1) throw new DocumentError(DAMAGED);
  return index;
}
