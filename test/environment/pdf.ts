import { getDocumentProxy } from 'unpdf';

/** A text on a page of a PDF file; points from the lower left corner. */
interface PlacedText {
  text: string;
  x: number;
  y: number;
  width: number;
}

/** An element of a PDF file's structure: its role, and those in it. */
export interface StructureNode {
  role: string;
  alt?: string;
  children: StructureNode[];
}

/** What a second library (pdf.js) reads from a PDF file. */
export interface ReadPdf {
  /** By page. */
  texts: PlacedText[][];
  /** The texts of each page, one after the other. */
  pages: string[];
  /** The structure of each page; empty where the file has none. */
  structure: StructureNode[];
  isMarked: boolean;
  title: unknown;
  language: unknown;
  /** XMP. */
  metadata: string;
  /** Embedded files by name, as text. */
  attachments: Record<string, string>;
}

/** Reads a PDF file. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const { info, metadata } = await document.getMetadata();
  const read: ReadPdf = {
    texts: [],
    pages: [],
    structure: [],
    isMarked: (await document.getMarkInfo())?.['Marked'] === true,
    title: (info as Record<string, unknown>)['Title'],
    language: (info as Record<string, unknown>)['Language'],
    metadata: String(metadata?.getRaw() ?? ''),
    attachments: {},
  };
  for (const name of (await document.getAttachments())?.keys() ?? [])
    read.attachments[name] = Buffer.from((await document.getAttachmentContent(name)) ?? []).toString();
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const texts = (await page.getTextContent()).items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
        : [],
    );
    read.texts.push(texts);
    read.pages.push(texts.map(({ text }) => text).join('\n'));
    const tree = (await page.getStructTree()) as unknown as StructureNode | null;
    if (tree) read.structure.push(tree);
  }
  return read;
}

/** Roles of a structure in the order in which they are read. */
export function rolesIn({ role, children }: StructureNode): string[] {
  return [...(role === undefined ? [] : [role]), ...(children ?? []).flatMap(rolesIn)];
}
