import { type ArchiveFormat, DocumentError, type DocumentFormat } from '../port.ts';

/** Bytes that a PDF may have before its first line. */
const PDF_WITHIN = 1_024;
const ARCHIVES: ReadonlySet<DocumentFormat> = new Set<ArchiveFormat>(['docx', 'xlsx', 'pptx']);

const NAMES: Readonly<Record<DocumentFormat, string>> = {
  text: 'TXT',
  markdown: 'Markdown',
  html: 'HTML',
  csv: 'CSV',
  pdf: 'PDF',
  docx: 'DOCX',
  xlsx: 'XLSX',
  pptx: 'PPTX',
};

/** Throws DocumentError for a document whose first bytes are those of another format. */
export function checkSignature(format: DocumentFormat, bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, PDF_WITHIN)).toString('latin1');
  // Older formats of Office, and newer ones that are encrypted.
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
    throw new DocumentError('The document is protected by a password, or of an older format such as DOC, XLS or PPT.');
  }
  const found = signatureOf(head);
  const isArchive = ARCHIVES.has(format);
  const isRight = isArchive ? found === 'ZIP' : found === undefined || found === format.toUpperCase();
  if (isRight) return;
  const name = NAMES[format];
  throw new DocumentError(
    found === undefined ? `The document is no ${name}.` : `The document is ${found}, not ${name}.`,
  );
}

function signatureOf(head: string): string | undefined {
  if (head.startsWith('PK\x03\x04')) return 'ZIP';
  if (head.startsWith('%PDF-')) return 'PDF';
  if (head.startsWith('{\\rtf')) return 'RTF';
  return undefined;
}
