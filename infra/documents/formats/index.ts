import { DocumentError, type DocumentFormat } from '../port.ts';
import { type FormatText, tidied } from './sections.ts';
import { checkSignature } from './signature.ts';

type Read = (bytes: Uint8Array) => FormatText | Promise<FormatText>;

/** Loaded when there is a document of the kind: a process may read one and be gone. */
const READERS: Record<DocumentFormat, () => Promise<Read>> = {
  text: async () => (await import('./sections.ts')).readText,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  html: async () => (await import('./html.ts')).readHtml,
  csv: async () => (await import('./csv.ts')).readCsv,
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
  xlsx: async () => (await import('./xlsx.ts')).readXlsx,
  pptx: async () => (await import('./pptx.ts')).readPptx,
};

/** The text of a document, by section. Throws DocumentError, or whatever its parser throws. */
export async function readFormat(format: DocumentFormat, bytes: Uint8Array): Promise<Required<FormatText>> {
  checkSignature(format, bytes);
  const read = await READERS[format]();
  const { sections: given, notes = [] } = await read(bytes);
  const sections = tidied(given);
  if (sections.length === 0) throw new DocumentError(['The document has no text.', ...notes].join(' '));
  return { sections, notes };
}
