import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { docxOf, pdfOf } from '../../test/environment/documents.ts';
import { HOSTILE_DOCUMENTS } from '../../test/environment/hostile-documents/index.ts';
import { DocumentError, type DocumentFormat, DocumentsBusy, MAX_INFLATED_BYTES, type Section } from './port.ts';
import { createDocumentReader, type OpenDocumentReader } from './reader.ts';

const readers: OpenDocumentReader[] = [];
afterAll(() => Promise.all(readers.map((reader) => reader.close())));

function open(options: Parameters<typeof createDocumentReader>[0] = {}): OpenDocumentReader {
  const reader = createDocumentReader(options);
  readers.push(reader);
  return reader;
}

const shared = open();
const never = new AbortController().signal;

const readBy = (reader: OpenDocumentReader, format: DocumentFormat, bytes: Uint8Array, onBehalfOf = 'one') =>
  reader.inTurn({ onBehalfOf, signal: never }, (readDocument) => readDocument(format, bytes));
const read = (format: DocumentFormat, bytes: Uint8Array) => readBy(shared, format, bytes);

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

test.each([
  ['handbook.en.md', 'eng', true],
  ['handbuch.de.md', 'deu', true],
  ['manual.es.md', 'spa', true],
  ['release-notes.en.md', 'eng', true],
  ['price-list.en.md', 'eng', false],
  ['preisliste.de.md', 'deu', false],
])('the language of %s is likely %s, and sure: %s', async (name, language, isLanguageSure) => {
  const bytes = await readFile(new URL(`../../test/knowledge/documents/${name}`, import.meta.url));
  expect(await read('markdown', bytes)).toMatchObject({ language, isLanguageSure });
});

test.each([
  [
    'sentences in English',
    [
      'Question,Answer',
      'How do I return it?,You can return every product within thirty days if it is unused and in its box.',
      'When will it arrive?,Orders usually arrive within three working days after the payment was received.',
      'How long is the warranty?,The warranty lasts for five years and covers broken hinges and drawers.',
    ],
    'eng',
    true,
  ],
  [
    'sentences in German below English headings',
    [
      'Question,Answer',
      'Rückgabe,Sie können jedes Produkt innerhalb von dreißig Tagen zurückgeben wenn es unbenutzt ist.',
      'Lieferung,Bestellungen kommen meist innerhalb von drei Werktagen nach dem Eingang der Zahlung an.',
      'Versand,Wir bezahlen den Versand wenn das Produkt beschädigt war sonst bezahlt ihn der Kunde.',
    ],
    'deu',
    true,
  ],
  [
    'names and numbers',
    [
      'Product,Code,Price',
      ...Array.from({ length: 40 }, (_, index) => `Oak desk ${index},SKU-${index},${index}.90 EUR`),
    ],
    expect.anything(),
    false,
  ],
])('the language of a table of %s is told', async (_name, lines, language, isLanguageSure) => {
  expect(await read('csv', Buffer.from(lines.join('\n')))).toMatchObject({ language, isLanguageSure });
});

test.each<[string, DocumentFormat, Uint8Array, RegExp]>([
  ['text that is not UTF-8', 'text', Buffer.from([0x48, 0xff, 0xfe, 0x00]), /not text in UTF-8/],
  ['nothing but spaces', 'markdown', Buffer.from(' \n\n '), /no text/],
  ['a PDF of pictures', 'pdf', pdfOf(['']), /no text/],
  ['text that is called a PDF', 'pdf', Buffer.from('Hello'), /damaged/],
  ['text that is called DOCX', 'docx', Buffer.from('Hello'), /no DOCX/],
  ['another archive', 'docx', Buffer.from(zipSync({ 'a.txt': Buffer.from('Hello') })), /no DOCX/],
  ['half a Word document', 'docx', docxOf(['Hello']).subarray(0, 300), /damaged/],
])('%s is refused with a reason', async (_name, format, bytes, reason) => {
  expect(await problemOf(read(format, bytes))).toMatch(reason);
});

/** Unpacks to more than may be read of a file. */
const archiveBomb = Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(MAX_INFLATED_BYTES.docx + 1_048_576) }));

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

test('a PDF that unpacks to more memory than a document may take ends with its process', async () => {
  const blank = Buffer.alloc(400 * 1_048_576, ' ');
  const bomb = pdfOf(['x'], { bytes: deflateSync(deflateSync(blank)), filter: '[/FlateDecode /FlateDecode]' });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await problemOf(readBy(open({ maxResidentMib: 192 }), 'pdf', bomb))).toMatch(/takes too much memory/);
}, 60_000);

test('a document that takes too long ends with its process', async () => {
  const reader = open({ maxCpuMs: 50 });
  expect(await problemOf(readBy(reader, 'markdown', Buffer.from('# A\n\ntext\n\n'.repeat(200_000))))).toMatch(
    /takes too long/,
  );
});

test('a signal ends the reading at once', async () => {
  const leaving = new AbortController();
  const reading = shared.inTurn({ onBehalfOf: 'one', signal: leaving.signal }, (readDocument) =>
    readDocument('markdown', Buffer.from('# A\n\ntext\n\n'.repeat(200_000))),
  );
  leaving.abort(new Error('The worker stops.'));
  await expect(reading).rejects.toThrow('The worker stops.');
});

/** Less than a document may take, for those that come to the limit, so that the tests take less. */
const hostileReader = open({ maxCpuMs: 2_500 });
const atLimit = (outcome: RegExp | 'ready') => outcome !== 'ready' && outcome.source.startsWith('takes too');

test('there are hostile documents of each format, and no doubles', () => {
  expect(new Set(HOSTILE_DOCUMENTS.map(({ name }) => name)).size).toBe(HOSTILE_DOCUMENTS.length);
  expect(HOSTILE_DOCUMENTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(HOSTILE_DOCUMENTS.map(({ format }) => format)).size).toBe(8);
});

test.each(HOSTILE_DOCUMENTS)(
  '$name is read or refused with a true reason, and what comes after it is read',
  async ({ format, bytes, outcome }) => {
    const own = process.pid;
    const document = bytes();
    const reader = atLimit(outcome) ? hostileReader : shared;
    expect(document.length).toBeLessThanOrEqual(5 * 1_048_576);
    if (outcome === 'ready') expect((await readBy(reader, format, document)).sections).not.toEqual([]);
    else expect(await problemOf(readBy(reader, format, document))).toMatch(outcome);
    expect((await readBy(reader, 'text', Buffer.from('Hello'))).sections).toEqual([{ title: '', text: 'Hello' }]);
    expect(process.pid).toBe(own);
  },
  120_000,
);

test('emphasis that never ends costs no more than other text', async () => {
  const [section] = await sections('markdown', '*a_'.repeat(20_000));
  expect(section?.text).toHaveLength(60_000);
});

test("one partner's documents leave readers to others, and wait in a short line", async () => {
  const reader = open();
  const begun: string[] = [];
  const slow = Promise.withResolvers<void>();
  const turn = (onBehalfOf: string, work: () => Promise<void>) =>
    reader.inTurn({ onBehalfOf, signal: never }, async () => {
      begun.push(onBehalfOf);
      await work();
    });
  const hostile = Array.from({ length: 11 }, () => turn('one', () => slow.promise));
  await expect(turn('one', async () => undefined)).rejects.toThrow(DocumentsBusy);
  await turn('two', async () => undefined);
  expect(begun).toEqual(['one', 'two']);
  slow.resolve();
  await Promise.all(hostile);
});

test('a service that stops leaves the documents that wait to another process', async () => {
  const stopping = new AbortController();
  const reader = open({ stopping: stopping.signal });
  const first = Promise.withResolvers<void>();
  const reading = reader.inTurn({ onBehalfOf: 'one', signal: never }, () => first.promise);
  const waiting = expect(readBy(reader, 'text', Buffer.from('x'))).rejects.toThrow(DocumentsBusy);
  stopping.abort();
  await waiting;
  await expect(readBy(reader, 'text', Buffer.from('x'), 'two')).rejects.toThrow(DocumentsBusy);
  first.resolve();
  await reading;
});
