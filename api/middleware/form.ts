import { MIMEType } from 'node:util';
import { invalid } from '../../domain/kernel/errors.ts';

const FORM_TYPE = /^multipart\/form-data\s*;/i;
/** Fields of a form, its file included. */
const MAX_FIELDS = 20;
/** What stands above the content of a part, bytes. */
const MAX_PART_HEAD = 4_096;
/** What the file becomes; fields of these names would speak of it, too. */
const OF_THE_FILE = new Set(['content', 'encoding', 'file_name']);

/** Whether a content type is that of a form with files. */
export function isForm(type: string | undefined): type is string {
  return type !== undefined && FORM_TYPE.test(type);
}

/**
 * A form as the JSON that says the same: each field a text, `file` as `content` in base64 with its `file_name`. So forms and JSON
 * are checked, described and recognised as repeats in one way. Throws VALIDATION_ERROR.
 */
export async function formAsJson(bytes: Buffer, type: string): Promise<Buffer> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await entriesOf(bytes, type)) {
    if (typeof value === 'string') {
      if (!OF_THE_FILE.has(name)) fields[name] = value;
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
  if (isLaborious(bytes, `--${boundaryOf(type)}`)) {
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

/** Empty without one, which no form is. */
function boundaryOf(type: string): string {
  try {
    return new MIMEType(type).params.get('boundary') ?? '';
  } catch {
    return '';
  }
}

/** Whether a form has more parts, or a longer head of one, than any of ours: nobody else is served for a second while it is read. */
function isLaborious(bytes: Buffer, delimiter: string): boolean {
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const head = bytes.subarray(at, at + delimiter.length + MAX_PART_HEAD);
    if (head.includes('\r\n\r\n')) parts += 1;
    // The delimiter at the end has no part after it.
    else if (at + head.length < bytes.length) return true;
    if (parts > MAX_FIELDS) return true;
  }
  return false;
}
