import { isAscii, isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { decodeBase64 } from '../../domain/kernel/base64.ts';
import { GivenFile } from '../../domain/kernel/given-file.ts';
import { isStorable, UNSTORABLE } from '../../domain/kernel/json.ts';
import { endOfString, isEscaped } from '../inspect-json.ts';
import { invalidJson, type JsonBody, parseBody } from './body.ts';

/** The field of a file, in JSON as in what a form becomes. */
const FIELD = 'content';
const OPENING = /^\s*:\s*"/;
/** Longest space around the colon after a field's name, bytes. */
const MAX_SPACE = 64;
/** Bytes of the text that are decoded in one turn; about a millisecond of work where it has escapes. */
const SLICE_BYTES = 131_072;
/** Bytes in which the end of the text is looked for in one turn; about a millisecond of work where it has quotes. */
const SEARCH_BYTES = 1_048_576;

const SPACE = 0x20;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const UNICODE_ESCAPE = 6;
const SHORT_ESCAPE = 2;

/**
 * Parses the JSON body of an upload. Its `content` becomes a `GivenFile`, decoded slice by slice, each in a `turn` of the
 * caller; all else is parsed as any body. The text is decoded in its place: `bytes` belong to the file from then on. Throws
 * INVALID_JSON.
 */
export async function parseUpload(bytes: Buffer, turn: () => Promise<void>): Promise<JsonBody> {
  await turn();
  const place = isUtf8(bytes) ? await placeOfText(bytes, turn) : undefined;
  if (!place) return parseBody(bytes);
  const stand = randomUUID();
  const rest = Buffer.concat([bytes.subarray(0, place.start), Buffer.from(stand), bytes.subarray(place.end)]);
  const body = parseRest(rest);
  // Else the text stands elsewhere: in another object, or before a second field of the name.
  if (!isFields(body?.value) || body.value[FIELD] !== stand) return parseBody(bytes);
  const encoding = body.value['encoding'] === 'base64' ? 'base64' : 'utf8';
  const decoder = createDecoder(encoding, bytes, place.start);
  let backslash = -1;
  for (let start = place.start; start < place.end; ) {
    if (backslash < start) backslash = nextOf(bytes, BACKSLASH, start);
    const end = endOfSlice(bytes, start, place.end, backslash);
    decoder.add(start, end, backslash < end);
    start = end;
    await turn();
  }
  const { file, isWhole } = decoder.end();
  const problems = isWhole ? body.problems : { ...body.problems, [FIELD]: [UNSTORABLE] };
  return { value: { ...body.value, [FIELD]: file }, problems };
}

/** undefined where it is no JSON without the text; the whole then says what is wrong. */
function parseRest(rest: Buffer): JsonBody | undefined {
  try {
    return parseBody(rest);
  } catch {
    return undefined;
  }
}

/** Where the text of the first field of the name is, between its quotes; undefined where there is none, or an empty one. */
async function placeOfText(
  bytes: Buffer,
  turn: () => Promise<void>,
): Promise<{ start: number; end: number } | undefined> {
  const name = JSON.stringify(FIELD);
  const at = bytes.indexOf(name);
  if (at === -1) return undefined;
  const after = at + name.length;
  const [opening] = OPENING.exec(bytes.toString('latin1', after, after + MAX_SPACE)) ?? [];
  if (opening === undefined) return undefined;
  const start = after + opening.length;
  const end = await endOfText(bytes, start, turn);
  return end > start && end < bytes.length ? { start, end } : undefined;
}

/** The closing quote of the text that starts here; the end of the bytes without one. */
async function endOfText(bytes: Buffer, start: number, turn: () => Promise<void>): Promise<number> {
  for (let from = start; from < bytes.length; ) {
    const searched = bytes.subarray(0, from + SEARCH_BYTES);
    const end = endOfString(searched, from - 1);
    if (end < searched.length) return end;
    // What comes next may be escaped by what was searched.
    from = searched.length + (isEscaped(bytes, searched.length, from) ? 1 : 0);
    await turn();
  }
  return bytes.length;
}

function nextOf(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at === -1 ? bytes.length : at;
}

/** Where a slice ends: not within a character or an escape, nor between the two escapes of one character. */
function endOfSlice(bytes: Buffer, start: number, end: number, backslash: number): number {
  const wanted = Math.min(start + SLICE_BYTES, end);
  let at = Math.min(backslash, wanted);
  while (at < wanted) at += bytes[at] === BACKSLASH ? lengthOfEscape(bytes, at) : 1;
  while (at < end && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return Math.min(at, end);
}

/** Of an escape, and of the one after it where both are one character. */
function lengthOfEscape(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== SMALL_U) return SHORT_ESCAPE;
  const isHighSurrogate = /^d[89ab]/i.test(bytes.toString('latin1', at + 2, at + 4));
  const isPair = bytes[at + UNICODE_ESCAPE] === BACKSLASH && bytes[at + UNICODE_ESCAPE + 1] === SMALL_U;
  return isHighSurrogate && isPair ? 2 * UNICODE_ESCAPE : UNICODE_ESCAPE;
}

/** A part of a string's JSON as the text it stands for. Throws INVALID_JSON. */
function textOf(json: string): string {
  try {
    return JSON.parse(`"${json}"`);
  } catch {
    throw invalidJson('The body is not valid JSON.');
  }
}

/** Characters of base64 that are decoded together. */
const GROUP = 4;

/**
 * Decodes a text of valid UTF-8 in its place, from `start` on: neither its text nor its bytes are longer than its JSON.
 * `isWhole` is false where it has characters that the database refuses.
 */
function createDecoder(encoding: GivenFile['encoding'], bytes: Buffer, start: number) {
  const hash = createHash('sha256');
  let at = start;
  let length = 0;
  let isWhole = true;
  let isEncoded = true;
  let isPadded = false;
  let rest = '';
  const take = (chunk: Buffer) => {
    hash.update(chunk);
    // Bytes that say the same are mostly where they belong already.
    if (chunk.buffer !== bytes.buffer || chunk.byteOffset !== bytes.byteOffset + at) chunk.copy(bytes, at);
    at += chunk.length;
  };
  const takeBase64 = (text: string) => {
    const part = rest + text;
    const groups = part.length - (part.length % GROUP);
    rest = part.slice(groups);
    if (groups === 0) return;
    const chunk = decodeBase64(part.slice(0, groups));
    // The padding ends the text.
    isEncoded &&= chunk !== null && !isPadded;
    isPadded = part[groups - 1] === '=';
    if (chunk && isEncoded) take(chunk);
  };
  return {
    /** Takes the JSON between two places, which come one after the other. Throws INVALID_JSON. */
    add(from: number, to: number, hasEscapes: boolean) {
      const json = bytes.subarray(from, to);
      // Most texts stand for themselves, and become no string, which would be garbage a moment later.
      if (!hasEscapes && isAscii(json) && !hasControls(json)) {
        length += json.length;
        return encoding === 'base64' ? takeBase64(json.toString('latin1')) : take(json);
      }
      const text = textOf(json.toString('utf8'));
      length += text.length;
      isWhole &&= isStorable(text);
      return encoding === 'base64' ? takeBase64(text) : take(Buffer.from(text));
    },
    end() {
      isEncoded &&= rest === '';
      const source = isEncoded ? bytes.subarray(start, at) : null;
      return { file: new GivenFile({ length, encoding, source, sha256: hash.digest('hex') }), isWhole };
    },
  };
}

/** Characters that are looked at together. */
const WORD = 4;
/** A space in each byte of a word, and the highest bit of each. */
const SPACES = 0x20202020;
const HIGH_BITS = 0x80808080;

/** Whether ASCII has characters that JSON has in a string as escapes only; four at once, as there are millions. */
function hasControls(bytes: Buffer): boolean {
  const before = (WORD - (bytes.byteOffset % WORD)) % WORD;
  if (bytes.length < before + WORD) return hasControlByte(bytes);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + before, Math.floor((bytes.length - before) / WORD));
  const ends = [bytes.subarray(0, before), bytes.subarray(before + words.length * WORD)];
  if (ends.some(hasControlByte)) return true;
  let at = 0;
  // A byte below a space borrows the highest bit, which no ASCII has.
  while (at < words.length && (((words[at] ?? 0) - SPACES) & HIGH_BITS) === 0) at += 1;
  return at < words.length;
}

function hasControlByte(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < SPACE);
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
