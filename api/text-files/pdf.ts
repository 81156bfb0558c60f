import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { fontsFor } from '../pdf/fonts.ts';
import { decorate, type Tags, tagDocument } from '../pdf/tags.ts';
import { createTypesetter, type Typesetter } from '../pdf/typesetter.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { Job } from './job.ts';

/** In points; A4 is 595 by 842. */
const MARGIN = 56;
const RIGHT = 539;
const BOTTOM = 780;
const NUMBER = { y: 800, size: 8, color: '#595959' } as const;

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
  drawPageNumbers({ doc, typesetter });
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
      const at = { x, y };
      const actual = typesetter.spoken(line, style);
      const draw = () => typesetter.line(line, at, style);
      if (actual === undefined) element.content(draw);
      else element.element('Span', (span) => span.content(draw), { actual });
      y += height;
    }
  });
  return y;
}

function drawPageNumbers({ doc, typesetter }: Drawing): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Otherwise text below the margin would add a page.
    doc.page.margins.bottom = 0;
    const place = { x: RIGHT, y: NUMBER.y, align: 'right' } as const;
    decorate(doc, () => typesetter.line(`${page + 1} / ${count}`, place, NUMBER));
  }
}
