import { DocumentError, type DocumentFormat, type Section } from '../port.ts';
import { tidied } from './sections.ts';

type Read = (bytes: Uint8Array) => Section[] | Promise<Section[]>;

/** Loaded when there is a document of the kind: a thread reads one and is gone. */
const READERS: Record<DocumentFormat, () => Promise<Read>> = {
  text: async () => (await import('./sections.ts')).readText,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  pdf: async () => (await import('./pdf.ts')).readPdf,
  docx: async () => (await import('./docx.ts')).readDocx,
};

/** The text of a document, by section. Throws DocumentError, or whatever its parser throws. */
export async function readFormat(format: DocumentFormat, bytes: Uint8Array): Promise<Section[]> {
  const read = await READERS[format]();
  const sections = tidied(await read(bytes));
  if (sections.length === 0) throw new DocumentError('The document has no text.');
  return sections;
}
