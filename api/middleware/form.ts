import { MIMEType } from 'node:util';
import { invalid } from '../../domain/kernel/errors.ts';

const FORM_TYPE = /^multipart\/form-data\s*;/i;
/** Most fields of a form, including its file. */
const MAX_FIELDS = 20;
/** Longest header of a part, bytes. */
const MAX_PART_HEAD = 4_096;
/** Fields that the file becomes; form fields may not have these names. */
const FILE_FIELDS = new Set(['content', 'encoding', 'file_name']);

/** Whether a content type is that of a form with files. */
export function isForm(type: string | undefined): type is string {
  return type !== undefined && FORM_TYPE.test(type);
}

/**
 * Converts a form to equivalent JSON: each field a text, `file` as `content` in base64 with its `file_name`. So forms
 * and JSON share validation, documentation and idempotency. Throws VALIDATION_ERROR.
 */
export async function formAsJson(bytes: Buffer, type: string): Promise<Buffer> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await entriesOf(bytes, type)) {
    if (typeof value === 'string') {
      if (!FILE_FIELDS.has(name)) fields[name] = value;
    } else if (name === 'file') {
      if ('content' in fields) throw invalid({ file: ['Must be one file.'] });
      fields['content'] = Buffer.from(await value.arrayBuffer()).toString('base64');
      fields['encoding'] = 'base64';
      if (value.name !== '') fields['file_name'] = value.name;
    }
  }
  if (fields['content'] === undefined) throw invalid({ file: ['Is required.'] });
  return Buffer.from(JSON.stringify(fields));
}

async function entriesOf(bytes: Buffer, type: string): Promise<[string, string | File][]> {
  if (exceedsLimits(bytes, `--${boundaryOf(type)}`)) {
    throw invalid({
      body: [`Must have at most ${MAX_FIELDS} fields, each with at most ${MAX_PART_HEAD} bytes of head.`],
    });
  }
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData();
    return [...form.entries()];
  } catch {
    throw invalid({ body: ['Must be a well-formed form (multipart/form-data).'] });
  }
}

/** The boundary; empty without one, which no form has. */
function boundaryOf(type: string): string {
  try {
    return new MIMEType(type).params.get('boundary') ?? '';
  } catch {
    return '';
  }
}

/**
 * Whether a form has more parts, or a longer part header, than we accept: parsing it would block other requests for a
 * second.
 */
function exceedsLimits(bytes: Buffer, delimiter: string): boolean {
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const head = bytes.subarray(at, at + delimiter.length + MAX_PART_HEAD);
    if (head.includes('\r\n\r\n')) parts += 1;
    // No part follows the closing delimiter.
    else if (at + head.length < bytes.length) return true;
    if (parts > MAX_FIELDS) return true;
  }
  return false;
}
