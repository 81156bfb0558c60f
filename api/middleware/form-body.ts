import { randomUUID } from 'node:crypto';
import { MIMEType } from 'node:util';
import { invalid } from '../../domain/kernel/errors.ts';
import type { Turn } from './upload-bytes.ts';

/** Most fields of a form, including its file. */
const MAX_FIELDS = 20;
/** Longest header of a part, bytes. */
const MAX_PART_HEAD = 4_096;
/** Fields that the file becomes; form fields may not have these names. */
const FILE_FIELDS = new Set(['content', 'encoding', 'file_name']);

/** Bytes of a file that become base64 in one turn; three become four characters. */
const SLICE_BYTES = 3 * 32_768;
const END_OF_HEAD = '\r\n\r\n';
/** Ends a part, before the next delimiter. */
const END_OF_PART = '\r\n';

/**
 * Converts a form to equivalent JSON: each field a text, `file` as `content` in base64 with its `file_name`. So forms
 * and JSON share validation, documentation and idempotency. The bytes of the file are encoded in turns; the rest is
 * parsed with a stand-in in their place. Throws VALIDATION_ERROR.
 */
export async function formAsJson(bytes: Buffer, type: string, turn: Turn): Promise<Buffer> {
  await turn();
  const parts = partsOf(bytes, `--${boundaryOf(type)}`);
  if (!parts) {
    throw invalid({
      body: [`Must have at most ${MAX_FIELDS} fields, each with at most ${MAX_PART_HEAD} bytes of head.`],
    });
  }
  const { fields, content } = fieldsOf((await entriesOfShort(bytes, type, parts)) ?? (await entriesOf(bytes, type)));
  if (!content) throw invalid({ file: ['Is required.'] });
  // Base64 needs no escapes, so it is not looked through for them.
  const others = JSON.stringify(fields).slice(0, -1);
  return withBase64(Buffer.from(`${others},"content":"`), content, turn);
}

function fieldsOf(entries: readonly Entry[]): { fields: Record<string, string>; content: Buffer | undefined } {
  const fields: Record<string, string> = {};
  let content: Buffer | undefined;
  for (const { name, value, fileName } of entries) {
    if (typeof value === 'string') {
      if (!FILE_FIELDS.has(name)) fields[name] = value;
    } else if (name === 'file') {
      if (content) throw invalid({ file: ['Must be one file.'] });
      content = value;
      fields['encoding'] = 'base64';
      if (fileName) fields['file_name'] = fileName;
    }
  }
  return { fields, content };
}

/** JSON whose last field is a text of base64. */
async function withBase64(before: Buffer, content: Buffer, turn: Turn): Promise<Buffer> {
  const json = Buffer.allocUnsafeSlow(before.length + Math.ceil(content.length / 3) * 4 + 2);
  let at = before.copy(json);
  for (let start = 0; start < content.length; start += SLICE_BYTES) {
    await turn();
    at += json.write(content.toString('base64', start, start + SLICE_BYTES), at, 'latin1');
  }
  json.write('"}', at);
  return json;
}

/** The boundary; empty without one, which no form has. */
function boundaryOf(type: string): string {
  try {
    return new MIMEType(type).params.get('boundary') ?? '';
  } catch {
    return '';
  }
}

/** A field of a form, or a file. */
interface Entry {
  name: string;
  value: string | Buffer;
  fileName?: string;
}

async function entriesOf(bytes: Buffer, type: string): Promise<Entry[]> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData();
    const entries: Entry[] = [];
    for (const [name, value] of form.entries()) {
      if (typeof value === 'string') entries.push({ name, value });
      else entries.push({ name, value: Buffer.from(await value.arrayBuffer()), fileName: value.name });
    }
    return entries;
  } catch {
    throw invalid({ body: ['Must be a well-formed form (multipart/form-data).'] });
  }
}

/**
 * The same without parsing the bytes of a long file; undefined without such a file, and where its content is not what stands in
 * its part, as with a transfer encoding.
 */
async function entriesOfShort(bytes: Buffer, type: string, parts: readonly Place[]): Promise<Entry[] | undefined> {
  const place = parts.find(({ start, end }) => end - start > SLICE_BYTES);
  if (!place) return undefined;
  const stand = Buffer.from(randomUUID());
  const short = Buffer.concat([bytes.subarray(0, place.start), stand, bytes.subarray(place.end)]);
  const entries = await entriesOf(short, type);
  const cut = entries.find(({ value }) => typeof value !== 'string' && value.equals(stand));
  if (cut) cut.value = bytes.subarray(place.start, place.end);
  return cut && entries;
}

/** Where the content of a part is. */
interface Place {
  start: number;
  end: number;
}

/**
 * The contents of a form's parts; undefined where it has more parts, or a longer part header, than we accept: parsing it
 * would block other requests for a second.
 */
function partsOf(bytes: Buffer, delimiter: string): Place[] | undefined {
  const places: Place[] = [];
  let parts = 0;
  for (let at = bytes.indexOf(delimiter), next = -1; at !== -1; at = next) {
    next = bytes.indexOf(delimiter, at + delimiter.length);
    const head = bytes.subarray(at, at + delimiter.length + MAX_PART_HEAD);
    const headEnd = head.indexOf(END_OF_HEAD);
    if (headEnd !== -1) parts += 1;
    // No part follows the closing delimiter.
    else if (at + head.length < bytes.length) return undefined;
    if (parts > MAX_FIELDS) return undefined;
    const start = at + headEnd + END_OF_HEAD.length;
    const end = next - END_OF_PART.length;
    if (headEnd !== -1 && end >= start) places.push({ start, end });
  }
  return places;
}
