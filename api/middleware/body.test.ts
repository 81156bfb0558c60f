import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addDocumentBody } from '../../domain/knowledge-bases/schema.ts';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { parseBody } from './body.ts';
import { formAsJson } from './form-body.ts';

const TYPE = 'multipart/form-data; boundary=limit';
const MIB = 1_048_576;

const part = (name: string, content: string, more = '') =>
  `--limit\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const file = (name: string, content: string) => part(name, content, '; filename="a.txt"');
const read = async (form: string): Promise<unknown> =>
  JSON.parse((await turnsOf(Buffer.from(`${form}--limit--\r\n`))).json.toString());
const turnsOf = async (bytes: Buffer, type = TYPE) => {
  let turns = 0;
  const json = await formAsJson(bytes, type, async () => {
    turns += 1;
  });
  return { json, turns };
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a form', () => {
  test('becomes the JSON that says the same', async () => {
    const form = part('title', 'Prices') + file('file', 'Low.') + part('other', 'x');
    expect(await read(form)).toEqual({
      title: 'Prices',
      content: base64('Low.'),
      encoding: 'base64',
      file_name: 'a.txt',
      other: 'x',
    });
  });

  test('says nothing else of its file than the file does', async () => {
    const texts = part('content', 'eA==') + part('encoding', 'utf8') + part('file_name', 'b.pdf');
    for (const form of [texts + file('file', 'Low.'), file('file', 'Low.') + texts]) {
      expect(await read(form)).toEqual({ content: base64('Low.'), encoding: 'base64', file_name: 'a.txt' });
    }
  });

  test.each([
    ['without a file', part('encoding', 'base64') + part('content', 'eA==')],
    ['whose file has another name', file('document', 'Low.')],
    ['with a text in the place of the file', part('file', 'Low.')],
  ])('%s is refused', async (_what, form) => {
    await expect(read(form)).rejects.toMatchObject({ details: { file: ['Is required.'] } });
  });

  test.each([
    ['two files', file('file', 'a') + file('file', 'b')],
    ['21 fields', file('file', 'a') + part('a', '').repeat(20)],
    ['a long head', file('file', 'a') + part('a', '', `; b="${'b'.repeat(5_000)}"`)],
  ])('with %s is refused', async (_what, form) => {
    await expect(read(form)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('may have 20 fields', async () => {
    expect(await read(file('file', 'a') + part('a', '').repeat(19))).toMatchObject({ content: base64('a') });
  });

  test.each([
    ['parts', part('a', '')],
    ['files', file('file', '')],
    ['lines of a head', 'A: b\r\n'],
    ['parameters of a head', '; a=b'],
    ['almost delimiters', '\r\n--limi'],
    ['lines', '\r\n'],
  ])('of 5 MiB of %s keeps nobody waiting', async (_what, text) => {
    const start = text.startsWith('--') ? '' : '--limit\r\nContent-Disposition: form-data';
    const bytes = Buffer.from(`${start}${text.repeat((5 * MIB) / text.length)}`);
    const maxMs = 200;
    expect(await cpuTimeOf(() => turnsOf(bytes).catch(() => undefined), maxMs)).toBeLessThanOrEqual(maxMs);
  });
});

describe('a form with a long file', () => {
  const long = 'Low prices. '.repeat(100_000);

  test('is encoded in a turn for each 96 KiB, of which none parses the file', async () => {
    const { json, turns } = await turnsOf(Buffer.from(`${part('title', 'Prices')}${file('file', long)}--limit--\r\n`));
    expect(JSON.parse(json.toString())).toEqual({
      title: 'Prices',
      content: base64(long),
      encoding: 'base64',
      file_name: 'a.txt',
    });
    expect(turns).toBe(1 + Math.ceil(long.length / 98_304));
  });

  test.each([
    ['in a transfer encoding', '; filename="a.txt"\r\nContent-Transfer-Encoding: base64', base64(long), long],
    ['after a long text', '; filename="a.txt"', long, long],
  ])('%s is what the parser of forms says', async (what, head, content, expected) => {
    const form = `${part('notes', what.startsWith('after') ? long : '')}${part('file', content, head)}--limit--\r\n`;
    const parsed = await new Response(form, { headers: { 'Content-Type': TYPE } }).formData();
    const given = parsed.get('file');
    expect(given instanceof File && (await given.text()) === expected).toBe(true);
    const { json } = await turnsOf(Buffer.from(form));
    expect(JSON.parse(json.toString()).content).toBe(base64(expected));
  });
});

test('a document of 5 MiB is read from a form, parsed and checked in little time', async () => {
  const form = new FormData();
  form.append('file', new Blob([randomBytes(5 * 1_048_576)]), 'a.pdf');
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  const readAndCheck = async () => {
    const { value, problems } = await parseBody((await turnsOf(bytes, type)).json);
    expect({ problems, ok: addDocumentBody.safeParse(value).success }).toEqual({ problems: undefined, ok: true });
  };
  // An expression over the base64 alone took as long.
  expect(await cpuTimeOf(readAndCheck, 150)).toBeLessThan(400);
});

test.each(['QQ==', 'QUI=', 'QUJD'])('%s is base64', (content) => {
  expect(addDocumentBody.safeParse({ file_name: 'a.pdf', encoding: 'base64', content }).success).toBe(true);
});

test.each(['Q', 'QQ=', 'Q===', 'QQ==QQ==', 'Q-==', 'Q_==', 'QU J', 'QQ\n=', '====', 'QÄ=='])(
  '%j is no base64',
  (content) => {
    expect(addDocumentBody.safeParse({ file_name: 'a.pdf', encoding: 'base64', content }).success).toBe(false);
  },
);
