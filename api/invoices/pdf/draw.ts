import PDFDocument from 'pdfkit';
import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import { fontsFor } from '../../pdf/fonts.ts';
import { numberPages, writeLine } from '../../pdf/pages.ts';
import { decorate, type Tags, tagDocument } from '../../pdf/tags.ts';
import { createTypesetter, type Place, type Style, type Typesetter } from '../../pdf/typesetter.ts';
import { FACTUR_X, FACTUR_X_FILE, facturXOf } from './factur-x.ts';
import { filled } from './labels/labels.ts';
import { type Sheet, type SheetRow, sheetOfInvoice } from './sheet.ts';
import { PDF_UA, xmpOf } from './xmp.ts';

/** In points; A4 is 595 by 842. */
const MARGIN = 50;
const RIGHT = 545;
const BOTTOM = 780;
const GREY = '#595959';
/** Between the title and the facts. */
const LOGO = { x: 190, y: 48, width: 140, height: 36 } as const;
const BUYER_STYLE: Style = { size: 11, bold: true };

/** Right edges of the columns of numbers and their widths; the widths of descriptions and of the parties. */
const COLUMNS = [
  { right: 340, width: 62 },
  { right: 410, width: 66 },
  { right: 460, width: 46 },
  { right: RIGHT, width: 81 },
] as const;
const DESCRIPTION_WIDTH = 225;
const PARTY_WIDTH = 260;
/** Between the names and the values of facts and sums. */
const NAMES_RIGHT = 400;

/** Rows of which each has its structure, 600 bytes of the file: 1.3 MB. With more there is none. */
const MAX_TAGGED_ROWS = 2_000;

/** Where the next text goes, over as many pages as it needs. */
interface Flow {
  y: number;
  /** Begins a page where the height is not left on this one. */
  room(height: number): void;
}

interface Drawing {
  doc: InstanceType<typeof PDFDocument>;
  typesetter: Typesetter;
  sheet: Sheet;
  flow: Flow;
}

/**
 * Draws an invoice as a PDF file, PDF/A-3: names in any script, lines over as many pages as needed, amounts with the
 * digits of the currency, in the buyer's language, tagged for screen readers, with the invoice as data (Factur-X) where it has
 * all that these need.
 */
export async function drawInvoice(
  detail: InvoiceDetail,
  logo: Uint8Array | null = null,
): Promise<AsyncIterable<Uint8Array>> {
  return drawSheet(sheetOfInvoice(detail), { logo, data: facturXOf(detail) });
}

/** What a file has beside its texts; `data`: the document for programs. */
interface Enclosed {
  logo: Uint8Array | null;
  data: Uint8Array | null;
}

async function drawSheet(sheet: Sheet, { logo, data }: Enclosed): Promise<AsyncIterable<Uint8Array>> {
  const { labels, title, number, buyer, regions } = sheet;
  const fonts = await fontsFor({
    regular: [...sheet.descriptions, ...sheet.seller, ...buyer.lines, ...sheet.closing],
    bold: [buyer.name],
    regions,
  });
  const isTagged = sheet.rowCount <= MAX_TAGGED_ROWS;
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // No font that is not in the file.
    font: null as unknown as string,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: isTagged,
    displayTitle: true,
    lang: labels.locale,
    info: { Title: `${title} ${number}`, CreationDate: sheet.createdAt, ModDate: sheet.changedAt },
  });
  const flow = createFlow(doc);
  const drawing: Drawing = { doc, typesetter: createTypesetter(doc, fonts), sheet, flow };
  tagDocument(doc, isTagged, (tags) => {
    drawHead(drawing, tags, logo);
    tags.element('Table', (table) => drawTable(drawing, table));
    tags.element('Table', (table) => drawTotals(drawing, table));
    drawClosing(drawing, tags);
  });
  numberPages(drawing, RIGHT, (page, count) => filled(labels.page, { number, page, count }));
  if (data) {
    const options = {
      name: FACTUR_X_FILE,
      type: 'text/xml',
      description: filled(labels.data, { number }),
      // What the pages show, in another form; the types lack it.
      relationship: 'Alternative',
      creationDate: sheet.createdAt,
      modifiedDate: sheet.changedAt,
    };
    doc.file(Buffer.from(data), options);
  }
  const claims = [...(isTagged ? [PDF_UA] : []), ...(data ? [FACTUR_X] : [])];
  // The types lack this, too.
  (doc as typeof doc & { appendXML(xml: string): void }).appendXML(xmpOf(claims));
  doc.end();
  return doc;
}

function createFlow(doc: Drawing['doc']): Flow {
  const flow: Flow = {
    y: MARGIN,
    room: (height) => {
      if (flow.y + height <= BOTTOM) return;
      doc.addPage();
      flow.y = MARGIN;
    },
  };
  return flow;
}

function drawHead(drawing: Drawing, tags: Tags, logo: Uint8Array | null): void {
  const { doc, typesetter, sheet, flow } = drawing;
  const { wrap, lineHeight } = typesetter;
  tags.element('H1', (heading) =>
    writeLine(drawing.typesetter, heading, sheet.title, { x: MARGIN, y: MARGIN }, { size: 22, bold: true }),
  );
  if (logo) drawLogo(doc, tags, sheet, logo);
  let factsEnd = MARGIN + 6;
  tags.element('Table', (table) => {
    for (const [name, value] of sheet.facts) {
      const y = factsEnd;
      table.element('TR', (row) => {
        const place = { x: NAMES_RIGHT, y, align: 'right' } as const;
        row.element('TH', (cell) => writeLine(drawing.typesetter, cell, name, place, { color: GREY }), {
          scope: 'Row',
        });
        const valuePlace = { x: NAMES_RIGHT + 10, y, maxWidth: RIGHT - NAMES_RIGHT - 10 };
        row.element('TD', (cell) => writeLine(drawing.typesetter, cell, value, valuePlace));
      });
      factsEnd += lineHeight();
    }
  });
  flow.y = MARGIN + 48;
  const paragraph = (type: string, texts: readonly string[], style: Style) => {
    if (texts.length === 0) return;
    tags.element(type, (inner) => {
      for (const text of texts.flatMap((each) => wrap(each, PARTY_WIDTH, style))) {
        flow.room(lineHeight(style));
        writeLine(drawing.typesetter, inner, text, { x: MARGIN, y: flow.y }, style);
        flow.y += lineHeight(style);
      }
    });
  };
  paragraph('P', sheet.seller, { color: GREY });
  if (sheet.seller.length > 0) flow.y += lineHeight();
  paragraph('H2', [sheet.labels.billed_to], { color: GREY });
  paragraph('P', [sheet.buyer.name], BUYER_STYLE);
  paragraph('P', sheet.buyer.lines, {});
  const isFirstPage = doc.bufferedPageRange().count === 1;
  flow.y = (isFirstPage ? Math.max(flow.y, factsEnd) : flow.y) + 20;
}

function drawLogo(doc: Drawing['doc'], tags: Tags, { labels, seller }: Sheet, logo: Uint8Array): void {
  const { x, y, width, height } = LOGO;
  const alt = filled(labels.logo, { seller: seller[0] ?? '' });
  tags.element('Figure', ({ content }) => content(() => doc.image(Buffer.from(logo), x, y, { fit: [width, height] })), {
    alt,
    bbox: [x, y, x + width, y + height],
    placement: 'Block',
  });
}

function drawTable(drawing: Drawing, table: Tags): void {
  const { typesetter, sheet, flow } = drawing;
  const { lineHeight } = typesetter;
  const rowHeight = (count: number) => count * lineHeight() + 6;
  const totalsHeight = sheet.totals.length * lineHeight() + 8;
  flow.room(tableHeadHeight(lineHeight()) + rowHeight(1));
  table.element('THead', (head) => {
    head.element('TR', (row) => drawTableHead(drawing, row));
  });
  /** Begins a page with the headings where the height is not left on this one, and would be on that. */
  const room = (height: number) => {
    const before = flow.y;
    if (MARGIN + tableHeadHeight(lineHeight()) + height > BOTTOM) return;
    flow.room(height);
    if (flow.y < before) drawTableHead(drawing, null);
  };
  table.element('TBody', (body) => {
    let left = sheet.rowCount;
    for (const row of sheet.rows()) {
      left -= 1;
      const lines = typesetter.wrap(row.description, DESCRIPTION_WIDTH);
      room(rowHeight(lines.length));
      // The sums never stand on a page without a row.
      if (left === 0) room(rowHeight(lines.length) + totalsHeight);
      body.element('TR', (tags) => drawRow(drawing, tags, { row, lines }));
    }
  });
}

function tableHeadHeight(lineHeight: number): number {
  return lineHeight + 4;
}

/** The headings of the columns; without a row for screen readers they are repeated ones. */
function drawTableHead(drawing: Drawing, row: Tags | null): void {
  const { doc, typesetter, sheet, flow } = drawing;
  const { labels } = sheet;
  const { y } = flow;
  const heading = (text: string, place: Place) => {
    const style = { color: GREY };
    if (row) row.element('TH', (cell) => writeLine(drawing.typesetter, cell, text, place, style), { scope: 'Column' });
    else decorate(doc, () => typesetter.line(text, place, style));
  };
  heading(labels.description, { x: MARGIN, y });
  for (const [index, name] of [labels.quantity, labels.unit_price, labels.tax, labels.amount].entries())
    heading(name, columnPlace(index, y));
  drawRule(doc, y + typesetter.lineHeight());
  flow.y = y + tableHeadHeight(typesetter.lineHeight());
}

function columnPlace(index: number, y: number): Place {
  const { right, width } = COLUMNS[index] ?? COLUMNS[0];
  return { x: right, y, align: 'right', maxWidth: width };
}

function drawRow(
  drawing: Drawing,
  tags: Tags,
  { row: { cells }, lines }: { row: SheetRow; lines: readonly string[] },
): void {
  const { typesetter, flow } = drawing;
  let { y } = flow;
  tags.element('TD', (cell) => {
    for (const text of lines) {
      flow.room(typesetter.lineHeight());
      // The numbers stand beside the first line, or on the last page of a description that is longer than one.
      if (flow.y < y) ({ y } = flow);
      writeLine(drawing.typesetter, cell, text, { x: MARGIN, y: flow.y });
      flow.y += typesetter.lineHeight();
    }
  });
  for (const [index, text] of cells.entries())
    tags.element('TD', (cell) => writeLine(drawing.typesetter, cell, text, columnPlace(index, y)));
  flow.y += 6;
}

function drawTotals(drawing: Drawing, table: Tags): void {
  const { doc, typesetter, sheet, flow } = drawing;
  flow.y += 8;
  drawRule(doc, flow.y - 4);
  for (const { name, value, isGrand } of sheet.totals) {
    flow.room(typesetter.lineHeight());
    const { y } = flow;
    const style = { bold: isGrand };
    table.element('TR', (row) => {
      const place = { x: NAMES_RIGHT + 10, y, align: 'right', maxWidth: NAMES_RIGHT + 10 - MARGIN } as const;
      row.element('TH', (cell) => writeLine(drawing.typesetter, cell, name, place, style), { scope: 'Row' });
      const valuePlace = { x: RIGHT, y, align: 'right', maxWidth: RIGHT - NAMES_RIGHT - 18 } as const;
      row.element('TD', (cell) => writeLine(drawing.typesetter, cell, value, valuePlace, style));
    });
    flow.y += typesetter.lineHeight();
  }
}

function drawClosing(drawing: Drawing, tags: Tags): void {
  const { typesetter, sheet, flow } = drawing;
  flow.y += 12;
  for (const closing of sheet.closing)
    tags.element('P', (paragraph) => {
      for (const text of typesetter.wrap(closing, RIGHT - MARGIN)) {
        flow.room(typesetter.lineHeight());
        writeLine(drawing.typesetter, paragraph, text, { x: MARGIN, y: flow.y }, { color: GREY });
        flow.y += typesetter.lineHeight();
      }
    });
}

function drawRule(doc: Drawing['doc'], y: number): void {
  decorate(doc, () => doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#bbbbbb').stroke());
}
