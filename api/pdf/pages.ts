import type PDFDocument from 'pdfkit';
import { decorate, type Tags } from './tags.ts';
import type { Place, Style, Typesetter } from './typesetter.ts';

/** Height of the page's number from the top, points, and its size and colour. */
const NUMBER_Y = 800;
const NUMBER_STYLE: Style = { size: 8, color: '#595959' };

/** Writes a line as content of an element. */
export function writeLine(
  typesetter: Typesetter,
  { element, content }: Tags,
  text: string,
  place: Place,
  style: Style = {},
): void {
  const actual = typesetter.spoken(text, style);
  const draw = () => typesetter.line(text, place, style);
  if (actual === undefined) content(draw);
  else element('Span', (span) => span.content(draw), { actual });
}

/** Writes the number of each page, which ends at `right`. The document must buffer its pages. */
export function numberPages(
  { doc, typesetter }: { doc: InstanceType<typeof PDFDocument>; typesetter: Typesetter },
  right: number,
  textOf: (page: number, count: number) => string,
): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Otherwise text below the margin would add a page.
    doc.page.margins.bottom = 0;
    const place: Place = { x: right, y: NUMBER_Y, align: 'right' };
    decorate(doc, () => typesetter.line(textOf(page + 1, count), place, NUMBER_STYLE));
  }
}
