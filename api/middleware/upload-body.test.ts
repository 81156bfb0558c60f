import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { UploadedFile } from '../../domain/kernel/uploaded-file.ts';
import { addDocumentBody, documentOf } from '../../domain/knowledge-bases/schema.ts';
import { longestHoldOf } from '../../test/environment/cpu-time.ts';
import { toJsonSchema } from '../openapi/schemas.ts';
import { parseBody } from './body.ts';
import { parseUpload } from './upload-body.ts';

const SLICE = 131_072;
const MIB = 1_048_576;

/** The body as it is read slice by slice, and the number of its turns. */
async function read(text: string | Buffer) {
  let turns = 0;
  const body = await parseUpload(Buffer.from(text), async () => {
    turns += 1;
  });
  const { value } = body as { value: Record<string, unknown> };
  return { ...body, turns, file: value?.['content'] };
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Texts that are cut in the middle of what must not be cut, wherever a slice ends. */
const TEXTS: [string, string][] = [
  ['letters', 'x'.repeat(3 * SLICE)],
  ['lines', 'line\n'.repeat(SLICE)],
  ['line feeds', '\n'.repeat(SLICE)],
  ['backslashes', '\\'.repeat(SLICE)],
  ['quotes', '"'.repeat(SLICE)],
  ['characters of three bytes', '漢'.repeat(SLICE)],
  ['characters of four bytes', '😀'.repeat(SLICE)],
  ['backslashes before a u', '\\u'.repeat(SLICE)],
];

describe.each(TEXTS)('a text of %s', (_what, content) => {
  test.each(['', 'a', 'ab', 'abc'])('is decoded as it would be in one piece, after %j', async (before) => {
    const text = before + content;
    const { value, file } = await read(JSON.stringify({ title: 'T', content: text, format: 'text' }));
    expect(value).toMatchObject({ title: 'T', format: 'text' });
    const { source, ...rest } = file as UploadedFile;
    expect(rest).toEqual({ length: text.length, encoding: 'utf8', sha256: sha256(Buffer.from(text)) });
    expect(source?.toString() === text).toBe(true);
  });
});

test('escapes of one character stay together', async () => {
  const json = `{"content":"${'a'.repeat(5)}${'\\ud83d\\ude00'.repeat(30_000)}"}`;
  const { file, problems } = await read(json);
  expect(problems).toBeUndefined();
  expect((file as UploadedFile).source?.toString()).toBe(JSON.parse(json).content);
});

test('5 MiB are decoded in forty slices', async () => {
  const bytes = randomBytes(5 * MIB);
  const { turns, file } = await read(JSON.stringify({ encoding: 'base64', content: bytes.toString('base64') }));
  expect(turns).toBeGreaterThanOrEqual((5 * MIB) / SLICE);
  expect((file as UploadedFile).sha256).toBe(sha256(bytes));
  const { source, contentHash } = documentOf(
    addDocumentBody.parse({ file_name: 'a.pdf', encoding: 'base64', content: file }),
  );
  expect([source.equals(bytes), contentHash]).toEqual([true, sha256(bytes)]);
});

test('the end of a text full of quotes is looked for in turns of 1 MiB', async () => {
  const { turns, file } = await read(`{"content":"${'\\"'.repeat((5 * MIB) / 2)}"}`);
  expect(turns).toBeGreaterThanOrEqual(1 + 4 + (5 * MIB) / SLICE);
  expect((file as UploadedFile).length).toBe((5 * MIB) / 2);
});

test.each([
  ['letters', 'utf8', 'x'.repeat(5 * MIB)],
  ['escapes', 'utf8', '"\n'.repeat(MIB)],
  ['base64', 'base64', 'QUJD'.repeat(MIB)],
])('%s are decoded within the bytes of the body', async (_what, encoding, content) => {
  const bytes = Buffer.from(JSON.stringify({ encoding, content }));
  const body = await parseUpload(bytes, async () => undefined);
  const { source } = (body.value as { content: UploadedFile }).content;
  expect(source?.buffer).toBe(bytes.buffer);
  expect(source?.equals(Buffer.from(content, encoding as BufferEncoding))).toBe(true);
});

test.each([
  ['no base64', `${'QUJD'.repeat(SLICE)}QU J`],
  ['padding in the middle', `${'QUJD'.repeat(SLICE)}QQ==${'QUJD'.repeat(SLICE)}`],
  ['a group that is not whole', `${'QUJD'.repeat(SLICE)}QU`],
])('%s is refused', async (_what, content) => {
  const body = { file_name: 'a.pdf', encoding: 'base64' };
  const { file } = await read(JSON.stringify({ ...body, content }));
  for (const given of [file, content]) {
    const { error } = addDocumentBody.safeParse({ ...body, content: given });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Must be base64.']);
  }
});

test.each([
  ['in another object', { meta: { content: 'x' } }],
  ['no text', { content: 7 }],
  ['empty', { content: '' }],
  ['missing', { title: 'content' }],
])('a field that is %s is read as in any body', async (_what, body) => {
  const text = JSON.stringify(body);
  expect((await read(text)).value).toEqual((await parseBody(Buffer.from(text))).value);
});

test.each([
  ['a field of the same name before', '{"content":"first","content":', '}'],
  ['a text of its name before', '{"title":"content","content":', '}'],
  ['another object before', '{"meta":{"content":"x"},"content":', '}'],
  ['several objects before', `{"meta":[${'{"content":"x"},'.repeat(6)}{}],"content":`, '}'],
  ['a name that ends like its own before', '{"\\"content":"x","content":', '}'],
])('a text is found behind %s', async (_what, head, tail) => {
  const content = 'x'.repeat(2 * MIB);
  const { file } = await read(`${head}${JSON.stringify(content)}${tail}`);
  expect((file as UploadedFile).source?.toString() === content).toBe(true);
});

describe('a body without a text', () => {
  const MAX_HELD_MS = 20;
  const ONES = '1,'.repeat((7 * MIB) / 2);

  test.each([
    ['stops being JSON at its end', `[${ONES}x`, { code: 'INVALID_JSON', details: { body: [placeOf(7 * MIB + 2)] } }],
    ['stops in its text', `{"content":"${'x'.repeat(7 * MIB)}\u0001"}`, { details: { body: [placeOf(7 * MIB + 13)] } }],
    ['has a broken escape', `{"content":"${'漢\\n'.repeat(MIB)}\\x"}`, { details: { body: [placeOf(3 * MIB + 14)] } }],
    [
      'has too many levels',
      '{"a":'.repeat(MIB),
      { code: 'INVALID_JSON', message: expect.stringContaining('64 levels') },
    ],
    ['is of numbers alone', `{"content":[${ONES}1]}`, { code: 'PAYLOAD_TOO_LARGE' }],
    ['has a small text beside', `{"content":"x","more":[${ONES}1]}`, { code: 'PAYLOAD_TOO_LARGE' }],
    ['has its name in an escape', `{"c\\u006fntent":"${'x'.repeat(7 * MIB)}"}`, { code: 'PAYLOAD_TOO_LARGE' }],
  ])('is refused, and holds up nobody: %s', async (_what, text, refusal) => {
    const given = Buffer.from(text);
    const work = () => expect(parseUpload(Buffer.from(given), nextTurn)).rejects.toMatchObject(refusal);
    expect(await longestHoldOf(work, MAX_HELD_MS)).toBeLessThanOrEqual(MAX_HELD_MS);
  });
});

function placeOf(column: number): string {
  return `Stops being JSON at line 1, column ${column}.`;
}

test.each([
  ['what is no JSON', '{"content":"x"'],
  ['an escape that is none', '{"content":"\\x"}'],
  ['a line feed in a string', '{"content":"a\nb"}'],
  ['bytes that are not UTF-8', Buffer.from([...Buffer.from('{"content":"'), 0xff, ...Buffer.from('"}')])],
  ['a string without an end', '{"content":"x\\"}'],
])('%s is refused', async (_what, text) => {
  await expect(read(text)).rejects.toMatchObject({ code: 'INVALID_JSON' });
});

test.each([0x00, 0x09, 0x1f])('the control character %d is refused wherever it stands', async (code) => {
  const bytes = Buffer.from(JSON.stringify({ content: 'x'.repeat(SLICE + 9) }));
  const start = bytes.indexOf('x');
  const places = Array.from({ length: 18 }, (_, index) => (index < 9 ? index : SLICE + index - 9));
  for (const place of places) {
    const given = Buffer.from(bytes);
    given[start + place] = code;
    await expect(read(given)).rejects.toMatchObject({ code: 'INVALID_JSON' });
  }
});

test('characters around the control characters stay', async () => {
  const content = ' !\u007f~'.repeat(SLICE);
  const { file, problems } = await read(JSON.stringify({ content }));
  expect(problems).toBeUndefined();
  expect((file as UploadedFile).source?.toString() === content).toBe(true);
});

test.each(['\\u0000', '\\ud83d'])('a text with %s has the problem that it has in one piece', async (sequence) => {
  const text = `{"content":"a${sequence}b"}`;
  const { problems } = await read(text);
  expect(problems).toEqual((await parseBody(Buffer.from(text))).problems);
  expect(problems).toHaveProperty('content');
});

test('the document shows a string', () => {
  const { content } = toJsonSchema(addDocumentBody, 'input').properties ?? {};
  expect(content).toEqual({ type: 'string', minLength: 1, maxLength: 8_000_000, description: 'The document.' });
});
