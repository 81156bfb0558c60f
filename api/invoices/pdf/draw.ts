import PDFDocument from 'pdfkit';
import { dueOf, type InvoiceDetail, type IssuedInvoice, overpaidOf } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../../domain/invoices/table.ts';
import { amountText, minorDigits, plainDecimal } from '../../../domain/kernel/money.ts';
import { buyerLines, buyerName, closingLines, sellerLines } from './parties.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

/** In points; A4 is 595 by 842. */
const MARGIN = 50;
const RIGHT = 545;
const BOTTOM = 780;
const GREY = '#666666';
/** Between the title and the facts. */
const LOGO = { x: 190, y: 48, width: 140, height: 36 } as const;

/** Right edges of the columns of numbers, and the width of the descriptions. */
const COLUMNS = { description: MARGIN, quantity: 340, unit: 410, tax: 460, amount: RIGHT } as const;
const DESCRIPTION_WIDTH = 225;

/**
 * Draws an invoice as a PDF file: names in any script, lines over as many pages as needed, amounts with the digits of
 * the currency.
 */
export function drawInvoice(
  { invoice, lines }: InvoiceDetail,
  logo: Uint8Array | null = null,
): AsyncIterable<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    info: {
      Title: `Invoice ${invoice.number}`,
      CreationDate: invoice.created_at,
      ModDate: invoice.updated_at,
    },
  });
  const typesetter = createTypesetter(doc);
  if (logo) doc.image(Buffer.from(logo), LOGO.x, LOGO.y, { fit: [LOGO.width, LOGO.height] });
  let y = drawHead(typesetter, invoice);
  y = drawTableHead(doc, typesetter, y);
  const pageFor = (height: number) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = drawTableHead(doc, typesetter, MARGIN);
  };
  for (const line of lines) {
    const description = typesetter.wrap(line.description, DESCRIPTION_WIDTH);
    pageFor(description.length * typesetter.lineHeight() + 6);
    y = drawLine(typesetter, { line, description, invoice }, y);
  }
  pageFor(110 + (invoice.tax_totals?.length ?? 0) * typesetter.lineHeight());
  y = drawTotals(doc, typesetter, invoice, y + 8) + 12;
  for (const text of closingLines(invoice).flatMap((closing) => typesetter.wrap(closing, RIGHT - MARGIN))) {
    if (y > BOTTOM) {
      doc.addPage();
      y = MARGIN;
    }
    typesetter.line(text, { x: MARGIN, y }, { color: GREY });
    y += typesetter.lineHeight();
  }
  drawPageNumbers(doc, typesetter, invoice);
  doc.end();
  return doc;
}

function drawHead({ line, wrap, lineHeight }: Typesetter, invoice: IssuedInvoice): number {
  line('Invoice', { x: MARGIN, y: MARGIN }, { size: 22, bold: true });
  const facts: [string, string | null][] = [
    ['Number', invoice.number],
    ['Status', invoice.status],
    ['Issued', dayOf(invoice.issued_at)],
    ['Due', dayOf(invoice.due_at)],
    ['Paid', dayOf(invoice.paid_at)],
    ['Period', invoice.period_start && `${invoice.period_start} to ${invoice.period_end}`],
  ];
  let right = MARGIN + 6;
  for (const [name, value] of facts) {
    if (value === null) continue;
    line(name, { x: 400, y: right, align: 'right' }, { color: GREY });
    line(value, { x: 410, y: right });
    right += lineHeight();
  }
  let left = MARGIN + 48;
  for (const text of sellerLines(invoice).flatMap((of) => wrap(of, 260))) {
    line(text, { x: MARGIN, y: left }, { color: GREY });
    left += lineHeight();
  }
  if (invoice.seller) left += lineHeight();
  line('Billed to', { x: MARGIN, y: left }, { color: GREY });
  left += lineHeight();
  for (const text of wrap(buyerName(invoice), 260, { size: 11, bold: true })) {
    line(text, { x: MARGIN, y: left }, { size: 11, bold: true });
    left += lineHeight({ size: 11 });
  }
  for (const text of buyerLines(invoice).flatMap((of) => wrap(of, 260))) {
    line(text, { x: MARGIN, y: left });
    left += lineHeight();
  }
  return Math.max(left, right) + 20;
}

type Document = InstanceType<typeof PDFDocument>;

function drawTableHead(doc: Document, { line, lineHeight }: Typesetter, y: number): number {
  const style = { color: GREY };
  line('Description', { x: COLUMNS.description, y }, style);
  line('Quantity', { x: COLUMNS.quantity, y, align: 'right' }, style);
  line('Unit price', { x: COLUMNS.unit, y, align: 'right' }, style);
  line('Tax', { x: COLUMNS.tax, y, align: 'right' }, style);
  line('Amount', { x: COLUMNS.amount, y, align: 'right' }, style);
  return drawRule(doc, y + lineHeight()) + 4;
}

function drawLine(
  { line: write, lineHeight }: Typesetter,
  { line, description, invoice }: { line: InvoiceLineRow; description: string[]; invoice: IssuedInvoice },
  y: number,
): number {
  write(grouped(plainDecimal(line.quantity)), { x: COLUMNS.quantity, y, align: 'right' });
  write(unitPrice(line, invoice), { x: COLUMNS.unit, y, align: 'right' });
  write(percent(line.tax_rate), { x: COLUMNS.tax, y, align: 'right' });
  write(amount(line.amount_minor, invoice), { x: COLUMNS.amount, y, align: 'right' });
  let at = y;
  for (const text of description) {
    write(text, { x: COLUMNS.description, y: at });
    at += lineHeight();
  }
  return at + 6;
}

function drawTotals(doc: Document, { line, lineHeight }: Typesetter, invoice: IssuedInvoice, top: number): number {
  drawRule(doc, top - 4);
  const { subtotal_minor, tax_minor, total_minor, paid_minor, credited_minor } = invoice;
  const rows: [string, number, boolean][] = [
    ['Subtotal', subtotal_minor, true],
    ...taxRows(invoice, tax_minor),
    ['Total', total_minor, true],
    ['Paid', paid_minor, paid_minor > 0],
    ['Credited', credited_minor, credited_minor > 0],
    ['Amount due', dueOf(invoice), paid_minor > 0 && dueOf(invoice) > 0],
    ['Overpaid', overpaidOf(invoice), overpaidOf(invoice) > 0],
  ];
  let y = top;
  for (const [name, minorUnits, shown] of rows) {
    if (!shown) continue;
    const style = { bold: name === 'Total' };
    line(name, { x: 410, y, align: 'right' }, style);
    line(`${amount(minorUnits, invoice)} ${invoice.currency}`, { x: RIGHT, y, align: 'right' }, style);
    y += lineHeight();
  }
  return y;
}

/** A row for each rate; one for all on invoices that have no totals by rate. */
function taxRows(invoice: IssuedInvoice, taxMinor: number): [string, number, boolean][] {
  if (!invoice.tax_totals) return [['Tax', taxMinor, true]];
  return invoice.tax_totals.map(({ rate, taxable_minor, tax_minor }) => [
    `Tax ${percent(rate)} on ${amount(taxable_minor, invoice)}`,
    tax_minor,
    true,
  ]);
}

function drawPageNumbers(doc: Document, { line }: Typesetter, { number }: IssuedInvoice): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Otherwise text below the margin would add a page.
    doc.page.margins.bottom = 0;
    line(`${number}, page ${page + 1} of ${count}`, { x: RIGHT, y: 800, align: 'right' }, { size: 8, color: GREY });
  }
}

function drawRule(doc: Document, y: number): number {
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#bbbbbb').stroke();
  return y;
}

function dayOf(moment: Date | null): string | null {
  return moment?.toISOString().slice(0, 10) ?? null;
}

function amount(minorUnits: number, { currency }: IssuedInvoice): string {
  return grouped(amountText(minorUnits, currency));
}

/** A price with the digits of the currency, and more where the price has them. */
function unitPrice({ unit_amount }: InvoiceLineRow, { currency }: IssuedInvoice): string {
  return formatOf(minorDigits(currency), 6).format(unit_amount as Intl.StringNumericLiteral);
}

/** A decimal string with commas between thousands; exact at any length. */
function grouped(decimal: string): string {
  const fraction = decimal.split('.')[1]?.length ?? 0;
  return formatOf(fraction, fraction).format(decimal as Intl.StringNumericLiteral);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes longer than using it. */
function formatOf(minimumFractionDigits: number, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
  const format = formats.get(key) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits, maximumFractionDigits });
  formats.set(key, format);
  return format;
}

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 4 });

function percent(rate: string): string {
  return PERCENT.format(rate as Intl.StringNumericLiteral);
}
