import { getDocumentProxy } from 'unpdf';
import { DocumentError, MAX_CHARACTERS, MAX_PAGES, type Section } from '../port.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The text of a PDF, a section a page. */
export async function readPdf(bytes: Uint8Array): Promise<Section[]> {
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES) throw new DocumentError(`The document has more than ${MAX_PAGES} pages.`);
  const sections: Section[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages && characters <= MAX_CHARACTERS; number += 1) {
    const text = await textOfPage(pdf, number);
    characters += text.length;
    sections.push({ title: `Page ${number}`, text });
  }
  return sections;
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

async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}
