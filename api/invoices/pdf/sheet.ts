import { dueOf, type InvoiceDetail, type IssuedInvoice, overpaidOf } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../../domain/invoices/table.ts';
import { amountText, minorDigits, plainDecimal } from '../../../domain/kernel/money.ts';
import { descriptionOf, labelsOf, reasonOf } from '../credit-texts.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { Labels } from './labels/en.ts';
import { filled } from './labels/labels.ts';
import { buyerLines, buyerName, closingLines, sellerLines, type Wording } from './parties.ts';

/** A line of the table of what was sold. */
export interface SheetRow {
  description: string;
  /** In the columns of quantity, unit price, tax and amount. */
  cells: readonly [string, string, string, string];
}

/** A sum below the table. */
interface SheetTotal {
  name: string;
  value: string;
  isGrand: boolean;
}

/** All texts of a document, in its language and in the order in which they are read. */
export interface Sheet {
  labels: Labels;
  title: string;
  number: string;
  /** Names with their values. */
  facts: readonly (readonly [string, string])[];
  seller: readonly string[];
  buyer: { name: string; lines: readonly string[] };
  rowCount: number;
  /** Made one by one, since there may be thousands. */
  rows(): Iterable<SheetRow>;
  totals: readonly SheetTotal[];
  closing: readonly string[];
  /** Descriptions of all rows, for the fonts. */
  descriptions: readonly string[];
  /** Codes of the buyer's language and country and of the seller's country. */
  regions: readonly (string | null)[];
  createdAt: Date;
  changedAt: Date;
}

/** An invoice in the buyer's language as it was at the issue. */
export function sheetOfInvoice({ invoice, lines, credits }: InvoiceDetail): Sheet {
  const document = { invoice, ...(credits && { credits }) };
  const labels = labelsOf(document);
  const wording: Wording = { labels, formats: formatsOf(labels) };
  return {
    labels,
    title: credits ? labels.credit_note : labels.invoice,
    number: invoice.number,
    facts: credits ? factsOfCredit(invoice, credits, wording) : factsOf(invoice, wording),
    seller: sellerLines(invoice, wording),
    buyer: { name: buyerName(invoice), lines: buyerLines(invoice, wording) },
    rowCount: lines.length,
    *rows() {
      for (const line of lines) yield rowOf(line, document, wording.formats);
    },
    totals: totalsOf(invoice, wording),
    closing: credits ? [reasonOf(credits, document), ...closingLines(invoice, true)] : closingLines(invoice),
    descriptions: lines.map((line) => descriptionOf(line, document)),
    regions: regionsOf(invoice),
    createdAt: invoice.created_at,
    changedAt: invoice.updated_at,
  };
}

function factsOf(invoice: IssuedInvoice, { labels, formats }: Wording): [string, string][] {
  const { period_start: from, period_end: to, status } = invoice;
  const facts: [string, string | null][] = [
    [labels.number, invoice.number],
    [labels.status, labels[`status_${status}`]],
    [labels.issued, invoice.issued_at && formats.day(invoice.issued_at)],
    [labels.due, invoice.due_at && formats.day(invoice.due_at)],
    [labels.paid_on, invoice.paid_at && formats.day(invoice.paid_at)],
    [labels.period, from && to && formats.days(from, to)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function factsOfCredit(
  { number, issued_at }: IssuedInvoice,
  { invoiceNumber }: NonNullable<InvoiceDetail['credits']>,
  { labels, formats }: Wording,
): [string, string][] {
  return [
    [labels.number, number],
    [labels.issued, issued_at ? formats.day(issued_at) : ''],
    [labels.credited_invoice, invoiceNumber],
  ];
}

function rowOf(line: InvoiceLineRow, document: Pick<InvoiceDetail, 'invoice' | 'credits'>, formats: Formats): SheetRow {
  const { currency } = document.invoice;
  return {
    description: descriptionOf(line, document),
    cells: [
      formats.decimal(plainDecimal(line.quantity)),
      // With the digits of the currency, and more where the price has them.
      formats.price(line.unit_amount, minorDigits(currency), 6),
      formats.percent(line.tax_rate),
      formats.decimal(amountText(line.amount_minor, currency)),
    ],
  };
}

function totalsOf(invoice: IssuedInvoice, { labels, formats }: Wording): SheetTotal[] {
  const { currency, subtotal_minor, tax_minor, total_minor, paid_minor, credited_minor } = invoice;
  const amount = (minorUnits: number) => formats.decimal(amountText(minorUnits, currency));
  // One for each rate; one for all on invoices that have no totals by rate.
  const taxes: [string, number][] = invoice.tax_totals?.map((total) => [
    filled(labels.tax_on, { rate: formats.percent(total.rate), amount: amount(total.taxable_minor) }),
    total.tax_minor,
  ]) ?? [[labels.tax, tax_minor]];
  const [due, overpaid] = [dueOf(invoice), overpaidOf(invoice)];
  const rows: [string, number, boolean?][] = [
    [labels.subtotal, subtotal_minor],
    ...taxes,
    [labels.total, total_minor],
    [labels.paid, paid_minor, paid_minor > 0],
    [labels.credited, credited_minor, credited_minor > 0],
    [labels.amount_due, due, (paid_minor > 0 || credited_minor > 0) && due > 0],
    [labels.overpaid, overpaid, overpaid > 0],
  ];
  return rows
    .filter(([, , isShown]) => isShown !== false)
    .map(([name, minorUnits]) => ({
      name,
      value: `${amount(minorUnits)} ${currency}`,
      isGrand: name === labels.total,
    }));
}

function regionsOf({ buyer, seller }: IssuedInvoice): (string | null)[] {
  const language = buyer?.language ?? '';
  return [
    /^zh-Hant\b/i.test(language) ? 'zh-Hant' : null,
    buyer?.address.country ?? null,
    language.split('-', 1)[0]?.toLowerCase() ?? null,
    seller?.address.country ?? null,
  ];
}
