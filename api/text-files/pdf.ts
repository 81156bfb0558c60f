import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { fontsFor } from '../pdf/fonts.ts';
import { numberPages, writeLine } from '../pdf/pages.ts';
import { type Tags, tagDocument } from '../pdf/tags.ts';
import { createTypesetter, type Typesetter } from '../pdf/typesetter.ts';
import { blocksOf, type PictureBlock, type TextBlock } from './blocks.ts';
import { dataOf, type TextImage } from './images.ts';
import type { Job } from './job.ts';

/** In points; A4 is 595 by 842. */
const MARGIN = 56;
const RIGHT = 539;
const BOTTOM = 780;
/** Of a pixel at 96 to the inch. */
const POINTS_PER_PIXEL = 0.75;

/** A Markdown text as a PDF file: A4, in any script, with its pictures, tagged for screen readers, with page numbers. */
export async function toPdf({ title, body, images }: Omit<Job, 'format'>): Promise<Uint8Array> {
  const blocks = blocksOf(body, images);
  const textsOf = (bold: boolean) =>
    blocks.flatMap((block) => (block.tag !== 'Figure' && (block.style.bold === true) === bold ? [block.text] : []));
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
  const addressOf = addressesOf();
  tagDocument(doc, true, (tags) => {
    let y: number = MARGIN;
    for (const block of blocks) {
      y =
        block.tag === 'Figure'
          ? drawPicture(doc, addressOf(block.image), tags, block, y)
          : drawText({ doc, typesetter }, tags, block, y);
    }
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
function drawText({ doc, typesetter }: Drawing, tags: Tags, block: TextBlock, above: number): number {
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

type Document = Drawing['doc'];

/** Addresses of images, made once: by them a file has each once, however often it is drawn. */
function addressesOf(): (image: TextImage) => string {
  const known = new Map<number, string>();
  return (image) => {
    const address = known.get(image.reference) ?? dataOf(image);
    known.set(image.reference, address);
    return address;
  };
}

/** The same for a picture, which is made smaller to fit onto a page. */
function drawPicture(
  doc: Document,
  address: string,
  tags: Tags,
  { image, alt, indent, gap }: PictureBlock,
  above: number,
): number {
  const x = MARGIN + indent;
  const [width, height] = [image.width * POINTS_PER_PIXEL, image.height * POINTS_PER_PIXEL];
  const scale = Math.min(1, (RIGHT - x) / width, (BOTTOM - MARGIN) / height);
  const size = { width: width * scale, height: height * scale };
  let y = above === MARGIN ? MARGIN : above + gap;
  if (y + size.height > BOTTOM && y > MARGIN) {
    doc.addPage();
    y = MARGIN;
  }
  const draw = () => doc.image(address, x, y, size);
  tags.element('Figure', (inner) => inner.content(draw), {
    alt,
    bbox: [x, y, x + size.width, y + size.height],
    placement: 'Block',
  });
  return y + size.height;
}
