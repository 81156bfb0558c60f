import { isAscii, isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { decodeBase64 } from '../../domain/kernel/base64.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { isJsonObject, isStorable, UNSTORABLE } from '../../domain/kernel/json.ts';
import { UploadedFile } from '../../domain/kernel/uploaded-file.ts';
import { endOfString, isEscaped } from '../inspect-json.ts';
import { invalidJson, type JsonBody, MAX_BODY_BYTES, parseBody, readJson, requireJson } from './body.ts';
import type { Turn } from './upload-bytes.ts';

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
 * Parses the JSON body of an upload. Its `content` becomes a `UploadedFile`, decoded slice by slice, each in a `turn` of the
 * caller; all else is parsed as any body, and no larger. The text is decoded in its place: `bytes` belong to the file from
 * then on. Throws INVALID_JSON and PAYLOAD_TOO_LARGE.
 */
export async function parseUpload(bytes: Buffer, turn: Turn): Promise<JsonBody> {
  await turn();
  const found = isUtf8(bytes) ? await findText(bytes, turn) : undefined;
  if (!found) return parseRest(bytes, turn);
  const { place, body } = found;
  const encoding = body.value['encoding'] === 'base64' ? 'base64' : 'utf8';
  const decoder = createDecoder(encoding, bytes, place.start);
  let backslash = -1;
  for (let start = place.start; start < place.end; ) {
    if (backslash < start) backslash = nextOf(bytes, BACKSLASH, start);
    const end = endOfSlice(bytes, start, place.end, backslash);
    if (!decoder.add(start, end, backslash < end)) {
      // What is decoded has taken the place of its JSON.
      const read = Buffer.concat([bytes.subarray(0, place.start), bytes.subarray(start, end)]);
      await requireJson(read, turn, decoder.taken());
    }
    start = end;
    await turn();
  }
  const { file, isWhole } = decoder.end();
  const problems = isWhole ? body.problems : { ...body.problems, [FIELD]: [UNSTORABLE] };
  return { value: { ...body.value, [FIELD]: file }, problems };
}

/**
 * A body without the text, or whose text stands where it is not looked for. Parsing holds up others, so one that is larger
 * than other bodies may be is only looked through.
 */
async function parseRest(bytes: Buffer, turn: Turn): Promise<JsonBody> {
  if (bytes.length <= MAX_BODY_BYTES) return parseBody(bytes, turn);
  if (!isUtf8(bytes)) throw invalidJson('The body is not UTF-8.');
  await requireJson(bytes, turn);
  throw new AppError('PAYLOAD_TOO_LARGE', `All but \`${FIELD}\` must be at most ${MAX_BODY_BYTES} bytes.`);
}

/** Bytes between the quotes of a text. */
interface Place {
  start: number;
  end: number;
}

/** The body without its text, and where that is. */
interface FoundText {
  place: Place;
  body: JsonBody & { value: Record<string, unknown> };
}

/** Places of the name that are tried, as a text or another object may have it before. */
const MAX_PLACES = 8;

/** Finds the text of the body's field; undefined where there is none, an empty one, or no JSON around it. */
async function findText(bytes: Buffer, turn: Turn): Promise<FoundText | undefined> {
  let from = 0;
  for (let tried = 0; tried < MAX_PLACES; tried += 1) {
    const place = await placeOfText(bytes, from, turn);
    if (!place) return undefined;
    const body = bodyWithout(bytes, place);
    if (body) return { place, body };
    from = place.end;
    await turn();
  }
  return undefined;
}

/** The body with a word in place of a text; undefined where that is not the text of the field. */
function bodyWithout(bytes: Buffer, { start, end }: Place): FoundText['body'] | undefined {
  if (bytes.length - (end - start) > MAX_BODY_BYTES) return undefined;
  const stand = randomUUID();
  const body = readJson(Buffer.concat([bytes.subarray(0, start), Buffer.from(stand), bytes.subarray(end)]));
  // Else it stands elsewhere: in another object, or before a second field of the name.
  return isJsonObject(body?.value) && body.value[FIELD] === stand ? { ...body, value: body.value } : undefined;
}

/** Where the next text of a field of the name is; undefined where there is none. */
async function placeOfText(bytes: Buffer, from: number, turn: Turn): Promise<Place | undefined> {
  const name = JSON.stringify(FIELD);
  for (let at = bytes.indexOf(name, from); at !== -1; at = bytes.indexOf(name, at + 1)) {
    const after = at + name.length;
    const [opening] = OPENING.exec(bytes.toString('latin1', after, after + MAX_SPACE)) ?? [];
    if (opening === undefined) continue;
    const start = after + opening.length;
    const end = await endOfText(bytes, start, turn);
    if (end > start && end < bytes.length) return { start, end };
  }
  return undefined;
}

/** The closing quote of the text that starts here; the end of the bytes without one. */
async function endOfText(bytes: Buffer, start: number, turn: Turn): Promise<number> {
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

/** A part of a string's JSON as the text it stands for; undefined for what is none. */
function textOf(json: string): string | undefined {
  try {
    return JSON.parse(`"${json}"`);
  } catch {
    return undefined;
  }
}

/** Characters of base64 that are decoded together. */
const GROUP = 4;

/**
 * Decodes a text of valid UTF-8 in its place, from `start` on: neither its text nor its bytes are longer than its JSON.
 * `isWhole` is false where it has characters that the database refuses.
 */
function createDecoder(encoding: UploadedFile['encoding'], bytes: Buffer, start: number) {
  const hash = createHash('sha256');
  let at = start;
  let length = 0;
  let taken = 0;
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
    /** Takes the JSON between two places, which come one after the other; false where it is none. */
    add(from: number, to: number, hasEscapes: boolean): boolean {
      const bytesOfJson = bytes.subarray(from, to);
      // Most texts stand for themselves, and become no string, which would be garbage a moment later.
      if (!hasEscapes && isAscii(bytesOfJson) && !hasControls(bytesOfJson)) {
        length += bytesOfJson.length;
        taken += bytesOfJson.length;
        if (encoding === 'base64') takeBase64(bytesOfJson.toString('latin1'));
        else take(bytesOfJson);
        return true;
      }
      const json = bytesOfJson.toString('utf8');
      const text = textOf(json);
      if (text === undefined) return false;
      length += text.length;
      taken += json.length;
      isWhole &&= isStorable(text);
      if (encoding === 'base64') takeBase64(text);
      else take(Buffer.from(text));
      return true;
    },
    /** Characters of JSON that were taken. */
    taken: () => taken,
    end() {
      isEncoded &&= rest === '';
      const source = isEncoded ? bytes.subarray(start, at) : null;
      return { file: new UploadedFile({ length, encoding, source, sha256: hash.digest('hex') }), isWhole };
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
