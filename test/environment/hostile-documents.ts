import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import type { DocumentFormat } from '../../infra/documents/port.ts';
import { docxOfBody } from './documents.ts';

/** A document that costs its reader far more than its size. */
export interface HostileDocument {
  name: string;
  format: DocumentFormat;
  bytes(): Buffer;
  /** How small it is, bytes. */
  maxBytes: number;
  /** The reason that its owner is given. */
  problem: RegExp;
}

/** Documents that ended or held up the process that read them. */
export const HOSTILE_DOCUMENTS: HostileDocument[] = [
  {
    name: 'a Word document of 200,000 elements in one another',
    format: 'docx',
    bytes: () => docxOfBody(`${'<w:p>'.repeat(200_000)}${'</w:p>'.repeat(200_000)}`),
    maxBytes: 30_000,
    problem: /too many elements/,
  },
  {
    name: 'a Word document of four million empty runs',
    format: 'docx',
    bytes: () => docxOfBody(`<w:p>${'<w:r/>'.repeat(4_000_000)}</w:p>`),
    maxBytes: 40_000,
    problem: /too many elements/,
  },
  {
    name: 'a Word document with a tag of many attributes',
    format: 'docx',
    bytes: () => docxOfBody(`<w:p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    maxBytes: 500_000,
    problem: /too many elements/,
  },
  {
    name: 'a Word document with entities that grow',
    format: 'docx',
    bytes: () =>
      Buffer.from(
        zipSync({ 'word/document.xml': Buffer.from('<!DOCTYPE a [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><a>&c;</a>') }),
      ),
    maxBytes: 1_000,
    problem: /damaged/,
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
    maxBytes: 1_000_000,
    problem: /too many files/,
  },
  {
    name: 'Markdown of lists in one another',
    format: 'markdown',
    bytes: () => Buffer.from(`${'- - '.repeat(60_000)}a`),
    maxBytes: 250_000,
    problem: /takes too (long|much memory)|damaged/,
  },
  {
    name: 'a PDF of 1,999 pages that share one stream',
    format: 'pdf',
    bytes: () => pdfOfOneStream(1_999, Buffer.from('BT (x) Tj ET '.repeat(40_000))),
    maxBytes: 250_000,
    problem: /takes too (long|much memory)/,
  },
  {
    name: 'a PDF of 4.8 MB of what is no drawing',
    format: 'pdf',
    bytes: () => pdfOfOneStream(1_999, Buffer.from('[<< ( '.repeat(800_000))),
    maxBytes: 250_000,
    problem: /takes too (long|much memory)|no text|damaged/,
  },
];

/** A PDF whose pages all show the same compressed stream. */
function pdfOfOneStream(pages: number, drawn: Buffer): Buffer {
  const packed = deflateSync(drawn);
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 9 9] >>`,
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>'),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`, 'latin1');
}
