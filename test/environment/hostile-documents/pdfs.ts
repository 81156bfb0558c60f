import { deflateSync } from 'node:zlib';
import type { HostileDocument } from './document.ts';

/** A PDF whose pages all show the same compressed stream. */
function pdfOfOneStream(pages: number, drawn: Buffer): Buffer {
  const packed = deflateSync(drawn);
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 9 9] >>`,
    streamOf(packed.toString('latin1'), '/Filter /FlateDecode'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>'),
  ]);
}

/** A PDF of these objects, the first of which is its root, without a table of where they are. */
function pdfOfObjects(objects: readonly string[], trailer = ''): Buffer {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(
    `%PDF-1.4\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n%%EOF`,
    'latin1',
  );
}

function streamOf(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>';
const HELLO = 'BT /F1 12 Tf (Hello) Tj ET';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const ENDS = /takes too (long|much memory)|no text|damaged/;

/** A page that shows this, with these resources. */
const page =
  (content: string, resources: string, ...more: readonly string[]) =>
  () =>
    pdfOfObjects([
      CATALOG,
      PAGES,
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> >>`,
      streamOf(content),
      ...more,
    ]);

/** PDF that costs its parser most. */
export const HOSTILE_PDFS: HostileDocument[] = [
  {
    name: 'a PDF of 1,999 pages that share one stream',
    format: 'pdf',
    bytes: () => pdfOfOneStream(1_999, Buffer.from('BT (x) Tj ET '.repeat(40_000))),
    outcome: /takes too (long|much memory)/,
  },
  {
    name: 'a PDF of 4.8 MB of what is no drawing',
    format: 'pdf',
    bytes: () => pdfOfOneStream(1_999, Buffer.from('[<< ( '.repeat(800_000))),
    outcome: ENDS,
  },
  {
    name: 'a PDF of 4.8 MB of garbage',
    format: 'pdf',
    bytes: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('obj << endobj 1 0 ( '.repeat(250_000))]),
    outcome: ENDS,
  },
  {
    name: 'a PDF whose pages are in a circle',
    format: 'pdf',
    bytes: () => pdfOfObjects([CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000 >>']),
    outcome: ENDS,
  },
  {
    name: 'a PDF of pages in pages, 50,000 deep',
    format: 'pdf',
    bytes: () =>
      pdfOfObjects([
        CATALOG,
        ...Array.from({ length: 50_000 }, (_, index) => `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 >>`),
      ]),
    outcome: ENDS,
  },
  {
    name: 'a PDF that says it has two billion pages',
    format: 'pdf',
    bytes: () => pdfOfObjects([CATALOG, '<< /Type /Pages /Kids [] /Count 2000000000 >>']),
    outcome: /more than 2000 pages|no text|damaged/,
  },
  {
    name: 'a PDF of streams of objects that extend each other',
    format: 'pdf',
    bytes: () =>
      pdfOfObjects([
        CATALOG,
        PAGES,
        streamOf('4 0 5 0 <<>> <<>>', '/Type /ObjStm /N 2 /First 8 /Extends 3 0 R'),
        streamOf('3 0 <<>>', '/Type /ObjStm /N 999999999 /First 4 /Extends 3 0 R'),
      ]),
    outcome: ENDS,
  },
  {
    name: 'a PDF whose table of objects is before itself',
    format: 'pdf',
    bytes: () =>
      Buffer.from(
        '%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer << /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF',
      ),
    outcome: ENDS,
  },
  {
    name: 'a PDF of a million arrays in one another',
    format: 'pdf',
    bytes: () => pdfOfObjects([CATALOG, PAGES, '['.repeat(1_000_000)]),
    outcome: ENDS,
  },
  {
    name: 'a PDF of a drawing of a million arrays in one another',
    format: 'pdf',
    bytes: page('['.repeat(1_000_000), ''),
    outcome: ENDS,
  },
  {
    name: 'a PDF of a form that draws itself twice',
    format: 'pdf',
    bytes: page(
      '/X Do',
      '/XObject << /X 5 0 R >>',
      streamOf('/X Do /X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>'),
    ),
    outcome: ENDS,
  },
  {
    name: 'a PDF of a font that names characters without end',
    format: 'pdf',
    bytes: page(
      HELLO,
      '/Font << /F1 5 0 R >>',
      `${FONT.slice(0, -2)} /ToUnicode 6 0 R >>`,
      streamOf(`begincmap ${'1 beginbfrange <0000> <FFFF> <0000> endbfrange '.repeat(300)}endcmap`),
    ),
    outcome: 'ready',
  },
  {
    name: 'a PDF of letters each in its place',
    format: 'pdf',
    bytes: page(
      `BT /F1 12 Tf ${Array.from({ length: 100_000 }, (_, index) => `1 0 0 1 ${index % 600} ${(index * 7) % 800} Tm (x) Tj`).join(' ')} ET`,
      '/Font << /F1 5 0 R >>',
      FONT,
    ),
    outcome: 'ready',
  },
  {
    name: 'a PDF that is encrypted without a key',
    format: 'pdf',
    bytes: () =>
      pdfOfObjects(
        [CATALOG, PAGES, '<< /Type /Page /Parent 2 0 R >>'],
        '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >> /ID [(a) (a)]',
      ),
    outcome: /password|damaged|no text/,
  },
];
