import { DocumentError, MAX_DEPTH, MAX_ELEMENTS } from '../port.ts';

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
 * Counts the elements of XML parts in one pass over their bytes, before anything parses them: parsers take time and stack that grow
 * faster than a part with many or deeply nested elements. Throws DocumentError over the limits, and for document types, which define
 * entities.
 */
export function checkElements(parts: Iterable<Uint8Array>): void {
  let elements = 0;
  for (const part of parts) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    // In UTF-16 there would be no tags to count.
    if (bytes.includes(0)) throw new DocumentError(DAMAGED);
    let depth = 0;
    for (let at = bytes.indexOf(OPEN); at !== -1; ) {
      const end = endOf(bytes, at);
      const next = bytes[at + 1];
      if (next === SLASH) depth -= 1;
      else if (next !== MARK && next !== QUESTION) {
        elements += 1;
        if (bytes[end - 1] !== SLASH) depth += 1;
        if (end - at > MAX_TAG || depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw new DocumentError(TOO_COMPLEX);
      }
      at = bytes.indexOf(OPEN, end);
    }
  }
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
