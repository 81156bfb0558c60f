import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { fontsFor } from '../pdf/fonts.ts';
import { numberPages, writeLine } from '../pdf/pages.ts';
import { type Tags, tagDocument } from '../pdf/tags.ts';
import { createTypesetter, type Typesetter } from '../pdf/typesetter.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { Job } from './job.ts';

/** In points; A4 is 595 by 842. */
const MARGIN = 56;
const RIGHT = 539;
const BOTTOM = 780;

/** A Markdown text as a PDF file: A4, in any script, tagged for screen readers, with page numbers. */
export async function toPdf({ title, body }: Pick<Job, 'title' | 'body'>): Promise<Uint8Array> {
  const blocks = blocksOf(body);
  const textsOf = (bold: boolean) =>
    blocks.filter(({ style }) => (style.bold === true) === bold).map(({ text }) => text);
  const fonts = await fontsFor({ regular: textsOf(false), bold: textsOf(true), regions: [] });
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // No font that is not in the file.
    font: null as unknown as string,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: { Title: title },
  });
  const written = buffer(doc);
  const typesetter = createTypesetter(doc, fonts);
  tagDocument(doc, true, (tags) => {
    let y: number = MARGIN;
    for (const block of blocks) y = drawBlock({ doc, typesetter }, tags, block, y);
  });
  numberPages({ doc, typesetter }, RIGHT, (page, count) => `${page} / ${count}`);
  doc.end();
  return written;
}

interface Drawing {
  doc: InstanceType<typeof PDFDocument>;
  typesetter: Typesetter;
}

/** Draws it below what is there, over as many pages as it needs; returns where the next one goes. */
function drawBlock({ doc, typesetter }: Drawing, tags: Tags, block: Block, above: number): number {
  const { tag, text, style, indent } = block;
  const height = typesetter.lineHeight(style);
  let y = above === MARGIN ? MARGIN : above + block.gap;
  const x = MARGIN + indent;
  tags.element(tag, (element) => {
    for (const line of typesetter.wrap(text, RIGHT - x, style)) {
      if (y + height > BOTTOM) {
        doc.addPage();
        y = MARGIN;
      }
      writeLine(typesetter, element, line, { x, y }, style);
      y += height;
    }
  });
  return y;
}
