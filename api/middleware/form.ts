import { invalid } from '../../domain/kernel/errors.ts';

const FORM_TYPE = /^multipart\/form-data\s*;/i;
/** Fields of a form, its file included. */
const MAX_FIELDS = 20;

/** Whether a content type is that of a form with files. */
export function isForm(type: string | undefined): type is string {
  return type !== undefined && FORM_TYPE.test(type);
}

/**
 * A form as the JSON that says the same: each field a text, the file as `content` in base64 with its `file_name`. So forms and JSON
 * are checked, described and recognised as repeats in one way. Throws VALIDATION_ERROR.
 */
export async function formAsJson(bytes: Buffer, type: string): Promise<Buffer> {
  const fields: Record<string, string> = {};
  for (const [name, value] of await entriesOf(bytes, type)) {
    if (typeof value === 'string') fields[name] = value;
    else {
      if ('content' in fields) throw invalid({ file: ['Must be one file.'] });
      fields['content'] = Buffer.from(await value.arrayBuffer()).toString('base64');
      fields['encoding'] = 'base64';
      if (value.name !== '') fields['file_name'] = value.name;
    }
  }
  if (fields['encoding'] !== 'base64') throw invalid({ file: ['Is required.'] });
  return Buffer.from(JSON.stringify(fields));
}

async function entriesOf(bytes: Buffer, type: string): Promise<[string, string | File][]> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData();
    const entries = [...form.entries()];
    if (entries.length <= MAX_FIELDS) return entries;
  } catch {
    throw invalid({ body: ['Must be a well-formed form (multipart/form-data).'] });
  }
  throw invalid({ body: [`Must have at most ${MAX_FIELDS} fields.`] });
}
