import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { docxOf, pdfOf } from '../../test/environment/documents.ts';
import { DocumentError, type DocumentFormat, MAX_INFLATED_BYTES, type Section } from './port.ts';
import { createDocumentReader } from './reader.ts';

const reader = createDocumentReader();
const never = new AbortController().signal;

const read = (format: DocumentFormat, bytes: Uint8Array) => reader.read(format, bytes, never);

async function sections(format: DocumentFormat, content: string | Uint8Array): Promise<Section[]> {
  return (await read(format, typeof content === 'string' ? Buffer.from(content) : content)).sections;
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DocumentError) return error.message;
  throw new Error('The document was read.', { cause: error });
}

test('text is one section, in UTF-8 or in UTF-16 with its mark', async () => {
  const utf16 = Buffer.from('\uFEFFZwölf', 'utf16le');
  expect(await sections('text', '\uFEFFOne\r\n\r\n\r\n\r\nTwo\u202E  three')).toEqual([
    { title: '', text: 'One\n\nTwo three' },
  ]);
  expect(await sections('text', utf16)).toEqual([{ title: '', text: 'Zwölf' }]);
});

test('Markdown has a section for each heading, below those above it; a heading in code is none', async () => {
  const markdown =
    'Before\n\n# Prices\nAll.\n\n### Discounts\nTen *per cent*.\n\n```\n# not a heading\n```\n\nRefunds\n-------\nIn days.';
  expect(await sections('markdown', markdown)).toEqual([
    { title: '', text: 'Before' },
    { title: 'Prices', text: 'All.' },
    { title: 'Prices > Discounts', text: 'Ten *per cent*.\n\n```\n# not a heading\n```' },
    { title: 'Prices > Refunds', text: 'In days.' },
  ]);
});

test('a Word document has a section for each heading', async () => {
  expect(await sections('docx', docxOf(['Before', '# Returns', 'Thirty days.', 'With the receipt.']))).toEqual([
    { title: '', text: 'Before' },
    { title: 'Returns', text: 'Thirty days.\n\nWith the receipt.' },
  ]);
});

test('a PDF has a section for each page', async () => {
  expect(await sections('pdf', pdfOf(['Returns\nThirty days.', 'Prices']))).toEqual([
    { title: 'Page 1', text: 'Returns\nThirty days.' },
    { title: 'Page 2', text: 'Prices' },
  ]);
});

test.each([
  ['English', 'The goods can be returned within thirty days of the purchase with the receipt. ', 'eng'],
  ['German', 'Die Waren können innerhalb von dreißig Tagen nach dem Kauf zurückgegeben werden. ', 'deu'],
])('the language of %s is told, but not that of a few words', async (_name, sentence, code) => {
  expect((await read('text', Buffer.from(sentence.repeat(4)))).language).toBe(code);
  expect((await read('text', Buffer.from(sentence.slice(0, 40)))).language).toBeNull();
});

test.each<[string, DocumentFormat, Uint8Array, RegExp]>([
  ['text that is not UTF-8', 'text', Buffer.from([0x48, 0xff, 0xfe, 0x00]), /not text in UTF-8/],
  ['nothing but spaces', 'markdown', Buffer.from(' \n\n '), /no text/],
  ['a PDF of pictures', 'pdf', pdfOf(['']), /no text/],
  ['text that is called a PDF', 'pdf', Buffer.from('Hello'), /damaged/],
  ['text that is called DOCX', 'docx', Buffer.from('Hello'), /damaged/],
  ['another archive', 'docx', Buffer.from(zipSync({ 'a.txt': Buffer.from('Hello') })), /no Word document/],
  ['half a Word document', 'docx', docxOf(['Hello']).subarray(0, 300), /damaged/],
])('%s is refused with a reason', async (_name, format, bytes, reason) => {
  expect(await problemOf(read(format, bytes))).toMatch(reason);
});

/** Unpacks to more than may be read of a file. */
const archiveBomb = Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(MAX_INFLATED_BYTES + 1_048_576) }));

test('a small archive that unpacks to much is not unpacked', async () => {
  expect(archiveBomb.length).toBeLessThan(200_000);
  expect(await problemOf(read('docx', archiveBomb))).toMatch(/too large when it is unpacked/);
});

test('an archive that lies of its sizes is unpacked no further than it says', async () => {
  const bomb = Buffer.from(archiveBomb);
  // The size stands in the central directory, 24 bytes behind its signature.
  bomb.writeUInt32LE(1_000, bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  expect(await problemOf(read('docx', bomb))).toMatch(/damaged|takes too/);
});

test('a PDF that unpacks to more memory than a document may take ends with its thread', async () => {
  const blank = Buffer.alloc(400 * 1_048_576, ' ');
  const bomb = pdfOf(['x'], { bytes: deflateSync(deflateSync(blank)), filter: '[/FlateDecode /FlateDecode]' });
  expect(bomb.length).toBeLessThan(100_000);
  const small = createDocumentReader({ maxBuffersMib: 64 });
  expect(await problemOf(small.read('pdf', bomb, never))).toMatch(/takes too much memory/);
}, 60_000);

test('a document that takes too long ends with its thread', async () => {
  const hasty = createDocumentReader({ maxCpuMs: 50 });
  const long = Buffer.from('# A\n\ntext *with* [links](x) and `code`\n\n'.repeat(100_000));
  expect(await problemOf(hasty.read('markdown', long, never))).toMatch(/takes too long/);
});

test('a signal ends the reading at once', async () => {
  const leaving = new AbortController();
  const reading = reader.read('markdown', Buffer.from('# A\n\ntext\n\n'.repeat(200_000)), leaving.signal);
  leaving.abort(new Error('The worker stops.'));
  await expect(reading).rejects.toThrow('The worker stops.');
});
