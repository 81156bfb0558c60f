import { getDocumentProxy } from 'unpdf';
import { DocumentError, MAX_CHARACTERS, MAX_PAGES, type Section } from '../port.ts';
import { textHeight } from './pdf-headings.ts';
import { type Line, linesOf } from './pdf-lines.ts';
import { withWholeSentences } from './pdf-page-ends.ts';
import { withoutRunningLines } from './pdf-running-lines.ts';
import { blocksOf } from './pdf-tables.ts';
import type { FormatText } from './sections.ts';
import { TableBudget } from './table.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const NOT_RECOGNIZED = 'Text in pictures is not recognized (no OCR).';

/** The text of a PDF, a section for each page and each heading on it. */
export async function readPdf(bytes: Uint8Array): Promise<FormatText> {
  const hasPictures = showsPictures(bytes);
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES) throw new DocumentError(`The document has more than ${MAX_PAGES} pages.`);
  const pages: Line[][] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages && characters <= MAX_CHARACTERS; number += 1) {
    const lines = await linesOfPage(pdf, number);
    characters += lines.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(lines);
  }
  const empty = pages.filter((lines) => lines.length === 0).length;
  if (empty === pages.length && hasPictures) {
    throw new DocumentError(`The document has no text: its pages are pictures, as of a scan. ${NOT_RECOGNIZED}`);
  }
  const budget = new TableBudget();
  const usual = textHeight(pages);
  let chapter: string | undefined;
  const sections = withWholeSentences(withoutRunningLines(pages)).flatMap((lines, index): Section[] =>
    blocksOf(lines, budget, usual).map(({ heading, ...block }) => {
      chapter = heading ?? chapter;
      return { title: chapter === undefined ? `Page ${index + 1}` : `Page ${index + 1}: ${chapter}`, ...block };
    }),
  );
  const isPartlyScanned = empty > 0 && hasPictures;
  return {
    sections,
    notes: isPartlyScanned ? [`Pages without text: ${empty} of ${pages.length}.`, NOT_RECOGNIZED] : [],
  };
}

/** Whether there are pictures. Their descriptions always stand in the open, and are not decoded for this. */
function showsPictures(bytes: Uint8Array): boolean {
  return /\/Subtype\s{0,9}\/Image/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
  );
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { disableFontFace: true, verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new DocumentError('The document is protected by a password.', { cause: error });
    }
    throw error;
  }
}

async function linesOfPage(pdf: Pdf, number: number): Promise<Line[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return linesOf(items.flatMap((item) => ('str' in item ? [item] : [])));
}
