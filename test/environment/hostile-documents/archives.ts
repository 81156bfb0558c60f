import { zipSync } from 'fflate';
import { docxOf, docxOfBody } from '../documents.ts';
import type { HostileDocument } from './document.ts';

const DIRECTORY = 'PK\x01\x02';
const HEADER = 'PK\x03\x04';
const END = 'PK\x05\x06';

/** A good document with some of its bytes changed; places are counted from the first such mark. */
function patched(mark: string, ...changes: readonly [at: number, value: number, bytes: 2 | 4][]): Buffer {
  const bytes = docxOf(['Hello']);
  const start = bytes.indexOf(mark, 0, 'latin1');
  for (const [at, value, size] of changes) bytes.writeUIntLE(value, start + at, size);
  return bytes;
}

/** Two entries of the directory with the same bytes in the archive. */
function overlapping(): Buffer {
  const bytes = docxOf(['Hello']);
  const first = bytes.indexOf(DIRECTORY, 0, 'latin1');
  const second = bytes.indexOf(DIRECTORY, first + 4, 'latin1');
  bytes.copy(bytes, second + 42, first + 42, first + 46);
  return bytes;
}

/** The name of the second entry becomes that of the first. */
function doubled(): Buffer {
  const zip = Buffer.from(
    zipSync({ 'word/document.xml': Buffer.from('<a/>'), 'word/documenT.xml': Buffer.from('<b/>') }),
  );
  return Buffer.from(zip.toString('latin1').replaceAll('documenT', 'document'), 'latin1');
}

/** An entry whose size stands in an extra field, as 2^60 bytes. */
function endless(): Buffer {
  const extra = Buffer.alloc(8);
  extra.writeBigUInt64LE(1n << 60n);
  const zip = Buffer.from(zipSync({ 'word/document.xml': [Buffer.from('<a/>'), { extra: { 1: extra } }] }));
  zip.writeUInt32LE(0xffffffff, zip.indexOf(DIRECTORY, 0, 'latin1') + 24);
  return zip;
}

const xmlOf = (xml: string) => () => Buffer.from(zipSync({ 'word/document.xml': Buffer.from(xml) }));

const LAUGHS = Array.from({ length: 30 }, (_, index) => `<!ENTITY l${index + 1} "&l${index};&l${index};">`).join('');

/** Archives that are not what they say, and XML that grows. */
export const HOSTILE_ARCHIVES: HostileDocument[] = [
  { name: 'an archive whose files overlap', format: 'docx', bytes: overlapping, outcome: /damaged/ },
  { name: 'an archive with two files of one name', format: 'docx', bytes: doubled, outcome: /damaged/ },
  {
    name: 'an archive that declares less than it has',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [24, 1, 4]),
    outcome: /damaged/,
  },
  {
    name: 'an archive that declares 4 GiB',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [24, 0xfffffffe, 4]),
    outcome: /too large when it is unpacked/,
  },
  {
    name: 'an archive with a packed size beyond its end',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [20, 0x00ffffff, 4]),
    outcome: /damaged/,
  },
  { name: 'an archive with a file of 2^60 bytes', format: 'docx', bytes: endless, outcome: /damaged|too large/ },
  {
    name: 'an archive with a header elsewhere',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [42, 0x7fffffff, 4]),
    outcome: /damaged/,
  },
  { name: 'an encrypted archive', format: 'docx', bytes: () => patched(DIRECTORY, [8, 1, 2]), outcome: /password/ },
  {
    name: 'an archive packed in an unknown way',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [10, 14, 2]),
    outcome: /damaged/,
  },
  {
    name: 'an archive with a wrong checksum',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [16, 1, 4]),
    outcome: /damaged/,
  },
  {
    name: 'an archive whose directory counts more files than it has',
    format: 'docx',
    bytes: () => patched(END, [10, 4_000, 2]),
    outcome: /damaged/,
  },
  {
    name: 'an archive whose directory is elsewhere',
    format: 'docx',
    bytes: () => patched(END, [16, 0xffffff00, 4]),
    outcome: /damaged/,
  },
  {
    name: 'an archive whose names are longer than it',
    format: 'docx',
    bytes: () => patched(DIRECTORY, [28, 0xffff, 2]),
    outcome: /damaged/,
  },
  {
    name: 'an archive whose header names more than it has',
    format: 'docx',
    bytes: () => patched(HEADER, [26, 0xffff, 2]),
    outcome: /damaged/,
  },
  {
    name: 'an archive without an end',
    format: 'docx',
    bytes: () => Buffer.concat([Buffer.from(HEADER, 'latin1'), Buffer.alloc(4_000_000)]),
    outcome: /damaged/,
  },
  {
    name: 'an archive of names that lead out of it',
    format: 'docx',
    bytes: () =>
      docxOfBody('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>', {
        '../../etc/passwd': 'x',
        '/word/../../x': 'x',
        'c:\\x': 'x',
      }),
    outcome: 'ready',
  },
  {
    name: 'an archive of many files',
    format: 'docx',
    bytes: () =>
      Buffer.from(
        zipSync(Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`a${index}`, new Uint8Array()])), {
          level: 0,
        }),
      ),
    outcome: /too many files/,
  },
  {
    name: 'an archive that unpacks to 33 MiB',
    format: 'docx',
    bytes: xmlOf(' '.repeat(33 * 1_048_576)),
    outcome: /too large when it is unpacked/,
  },
  {
    name: 'XML with a billion laughs',
    format: 'docx',
    bytes: xmlOf(`<!DOCTYPE a [<!ENTITY l0 "ha">${LAUGHS}]><a>&l30;</a>`),
    outcome: /damaged/,
  },
  {
    name: 'XML with one long entity many times',
    format: 'docx',
    bytes: xmlOf(`<!DOCTYPE a [<!ENTITY l "${'a'.repeat(100_000)}">]><a>${'&l;'.repeat(100_000)}</a>`),
    outcome: /damaged/,
  },
  {
    name: 'XML that reads a file',
    format: 'docx',
    bytes: xmlOf('<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'),
    outcome: /damaged/,
  },
  {
    name: 'XML with a document type behind its root',
    format: 'docx',
    bytes: xmlOf('<a><!DOCTYPE a [<!ENTITY l "ha">]>&l;</a>'),
    outcome: /damaged/,
  },
  {
    name: 'XML in UTF-16',
    format: 'docx',
    bytes: () =>
      Buffer.from(zipSync({ 'word/document.xml': Buffer.from(`\uFEFF${'<a>'.repeat(100_000)}`, 'utf16le') })),
    outcome: /damaged/,
  },
  {
    name: 'XML with a comment that does not end',
    format: 'docx',
    bytes: xmlOf(`<a><!-- ${'<b>'.repeat(100_000)}`),
    outcome: /damaged/,
  },
  {
    name: 'XML with a tag that does not end',
    format: 'docx',
    bytes: xmlOf(`<a b="${'>'.repeat(100_000)}`),
    outcome: /damaged/,
  },
  {
    name: 'XML that is closed more often than it is opened',
    format: 'docx',
    bytes: xmlOf(`<a>${'</a>'.repeat(1_000_000)}`),
    outcome: /no text/,
  },
];
