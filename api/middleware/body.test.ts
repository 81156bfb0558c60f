import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addDocumentBody } from '../../domain/knowledge-bases/schema.ts';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { formAsJson, parseBody } from './body.ts';

const TYPE = 'multipart/form-data; boundary=limit';
const MIB = 1_048_576;

const part = (name: string, content: string, more = '') =>
  `--limit\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const file = (name: string, content: string) => part(name, content, '; filename="a.txt"');
const read = async (form: string): Promise<unknown> =>
  JSON.parse((await formAsJson(Buffer.from(`${form}--limit--\r\n`), TYPE)).toString());
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
    expect(await cpuTimeOf(() => formAsJson(bytes, TYPE).catch(() => undefined), maxMs)).toBeLessThanOrEqual(maxMs);
  });
});

test('a document of 5 MiB is read from a form, parsed and checked in little time', async () => {
  const form = new FormData();
  form.append('file', new Blob([randomBytes(5 * 1_048_576)]), 'a.pdf');
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  const readAndCheck = async () => {
    const { value, problems } = parseBody(await formAsJson(bytes, type));
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
