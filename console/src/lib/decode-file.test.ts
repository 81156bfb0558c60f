import { expect, test } from '@jest/globals';
import { decodedText } from './decode-file.ts';

const TEXT = 'title;scheduled_at\r\nMärz – “Größe”;2030-03-01\r\n';
const bytesOf = (encoding: BufferEncoding, text: string) => Uint8Array.from(Buffer.from(text, encoding));
const swapped = (bytes: Uint8Array) => bytes.map((_byte, place) => bytes[place ^ 1] ?? 0);
/** In Windows-1252. */
const WINDOWS = Uint8Array.from(
  Buffer.from(TEXT.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1'),
);

test.each([
  ['UTF-8', bytesOf('utf8', TEXT)],
  ['UTF-8 with a byte order mark', bytesOf('utf8', `\uFEFF${TEXT}`)],
  ['UTF-16, little endian', bytesOf('utf16le', `\uFEFF${TEXT}`)],
  ['UTF-16, big endian', swapped(bytesOf('utf16le', `\uFEFF${TEXT}`))],
  ['Windows-1252', WINDOWS],
])('a file in %s has its letters', (_encoding, bytes) => {
  expect(decodedText(bytes)).toBe(TEXT);
});

test.each(['\r\n ', '\n\t'])('a line of iCalendar may be broken amid the bytes of a letter: %j', (lineBreak) => {
  const [before = 0, after = 0] = bytesOf('utf8', 'ä');
  const line = [
    ...bytesOf('utf8', 'SUMMARY:M'),
    before,
    ...bytesOf('utf8', lineBreak),
    after,
    ...bytesOf('utf8', 'rz\r\n'),
  ];
  expect(decodedText(Uint8Array.from(line))).toBe('SUMMARY:März\r\n');
});

test('an empty file is empty', () => {
  expect(decodedText(new Uint8Array())).toBe('');
});
