import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { decodeBase64 } from '../../domain/kernel/base64.ts';
import { GivenFile } from '../../domain/kernel/given-file.ts';
import { isStorable, UNSTORABLE } from '../../domain/kernel/json.ts';
import { endOfString } from '../inspect-json.ts';
import { invalidJson, type JsonBody, parseBody } from './body.ts';

/** The field of a file, in JSON as in what a form becomes. */
const FIELD = 'content';
const OPENING = /^\s*:\s*"/;
/** Longest space around the colon after a field's name, bytes. */
const MAX_SPACE = 64;
/** Bytes of the text that are decoded in one turn; about a millisecond of work. */
const SLICE_BYTES = 131_072;

const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const UNICODE_ESCAPE = 6;
const SHORT_ESCAPE = 2;

/**
 * Parses the JSON body of an upload. Its `content` becomes a `GivenFile`, decoded slice by slice, each in a `turn` of the
 * caller; all else is parsed as any body. Throws INVALID_JSON.
 */
export async function parseUpload(bytes: Buffer, turn: () => Promise<void>): Promise<JsonBody> {
  await turn();
  const place = isUtf8(bytes) ? placeOfText(bytes) : undefined;
  if (!place) return parseBody(bytes);
  const stand = randomUUID();
  const rest = Buffer.concat([bytes.subarray(0, place.start), Buffer.from(stand), bytes.subarray(place.end)]);
  const body = parseRest(rest);
  // Else the text stands elsewhere: in another object, or before a second field of the name.
  if (!isFields(body?.value) || body.value[FIELD] !== stand) return parseBody(bytes);
  const encoding = body.value['encoding'] === 'base64' ? 'base64' : 'utf8';
  const decoder = createDecoder(encoding, place.end - place.start);
  for (let start = place.start; start < place.end; ) {
    const end = endOfSlice(bytes, start, place.end);
    decoder.add(textOf(bytes.toString('utf8', start, end)));
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
function placeOfText(bytes: Buffer): { start: number; end: number } | undefined {
  const name = JSON.stringify(FIELD);
  const at = bytes.indexOf(name);
  if (at === -1) return undefined;
  const after = at + name.length;
  const [opening] = OPENING.exec(bytes.toString('latin1', after, after + MAX_SPACE)) ?? [];
  if (opening === undefined) return undefined;
  const start = after + opening.length;
  const end = endOfString(bytes, start - 1);
  return end > start && end < bytes.length ? { start, end } : undefined;
}

/** Where a slice ends: not within a character or an escape, nor between the two escapes of one character. */
function endOfSlice(bytes: Buffer, start: number, end: number): number {
  const wanted = Math.min(start + SLICE_BYTES, end);
  let at = start;
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
 * Decodes a text that comes in parts and becomes at most so many bytes. `isWhole` is false where it has characters that the
 * database refuses.
 */
function createDecoder(encoding: GivenFile['encoding'], maxBytes: number) {
  const hash = createHash('sha256');
  // In one piece from the start: chunks that are joined in the end would be copied, and cost a large collection of garbage.
  const bytes = Buffer.allocUnsafe(maxBytes);
  let size = 0;
  let length = 0;
  let isWhole = true;
  let isEncoded = true;
  let isPadded = false;
  let rest = '';
  const take = (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.copy(bytes, size);
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
    add(text: string) {
      length += text.length;
      isWhole &&= isStorable(text);
      if (encoding === 'base64') takeBase64(text);
      else take(Buffer.from(text));
    },
    end() {
      isEncoded &&= rest === '';
      const source = isEncoded ? bytes.subarray(0, size) : null;
      return { file: new GivenFile({ length, encoding, source, sha256: hash.digest('hex') }), isWhole };
    },
  };
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
