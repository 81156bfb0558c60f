import type { Tx } from '../kernel/deps.ts';
import { conflict, invalid } from '../kernel/errors.ts';
import { amountText, exactAmount, plainDecimal } from '../kernel/money.ts';
import {
  grossOf,
  joined,
  likeOf,
  type Share,
  sharesOf,
  spread,
  taxOfPart,
  taxWithin,
  totalsOfShares,
} from './credit-shares.ts';
import { addCredited, selectCreditedOfLines, selectCreditedShares, selectSharesOfLines } from './credit-store.ts';
import { insertCreditNote } from './draft-store.ts';
import { selectLinesIn } from './line-store.ts';
import type { CreditNoteLineRow, CreditNoteRow, InvoiceLineRow, InvoiceRow } from './table.ts';

/** A line of an invoice to credit. */
interface LineCredit {
  /** Of the line in the invoice, from 1. */
  position: number;
  /** Tax included, minor units; null: what is left of the line. */
  amountMinor: number | null;
}

/** What to credit of an invoice: an amount (tax included, minor units; below zero takes back), or lines. */
export interface Credit extends Pick<CreditNoteRow, 'origin' | 'reference' | 'reason'> {
  what: { amountMinor: number } | { lines: readonly LineCredit[] };
}

type NewLine = Omit<CreditNoteLineRow, 'credit_note_id' | 'position'>;

/**
 * Issues a credit note for an invoice whose row is locked. The invoice is paid when nothing is due. Throws CONFLICT for
 * more than is left to credit, VALIDATION_ERROR for a line that is not there. Comes last in a transaction, since all
 * wait for the next number.
 */
export async function issueCreditNote(
  tx: Tx,
  now: Date,
  invoice: InvoiceRow,
  { what, ...about }: Credit,
): Promise<CreditNoteRow> {
  const whole = invoice.tax_totals ? sharesOf(invoice.tax_totals) : await selectSharesOfLines(tx.em, invoice.id);
  const known = await selectCreditedShares(tx.em, invoice.id);
  const credited = joined([...known.shares, ...spread(known.unknownMinor, whole, known.shares)]);
  const lines =
    'lines' in what
      ? await namedLines(tx, invoice, { wanted: what.lines, whole, credited })
      : sharedLines(invoice, spread(what.amountMinor, whole, credited));
  const shares = lines.map(shareOf);
  const amountMinor = shares.reduce((sum, share) => sum + grossOf(share), 0);
  await addCredited(tx.em, now, invoice.id, amountMinor);
  const note = await insertCreditNote(
    tx.em,
    now,
    {
      ...about,
      invoice_id: invoice.id,
      partner_id: invoice.partner_id,
      currency: invoice.currency,
      amount_minor: amountMinor,
      tax_minor: shares.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
      tax_totals: totalsOfShares(shares),
    },
    lines.map((line, index) => ({ position: index + 1, ...line })),
  );
  return note;
}

/** What is left to credit of an invoice, tax included, minor units. */
export function leftToCredit({ total_minor, credited_minor }: InvoiceRow): number {
  return total_minor - credited_minor;
}

/** CONFLICT that names what is left, minor units. */
export function tooMuch(what: string, leftMinor: number, currency: string) {
  return conflict(`Of ${what}, ${amountText(Math.max(0, leftMinor), currency)} ${currency} is left to credit.`);
}

function shareOf({ tax_rate, tax_category, tax_reason, amount_minor, tax_minor }: NewLine): Share {
  return { rate: tax_rate, category: tax_category, reason: tax_reason, netMinor: amount_minor, taxMinor: tax_minor };
}

/** A line for each rate. */
function sharedLines({ number, currency }: InvoiceRow, shares: readonly Share[]): NewLine[] {
  return shares.map(({ rate, category, reason, netMinor, taxMinor }) => ({
    invoice_position: null,
    description: `Credit on invoice ${number}`,
    ...amountsOf(netMinor, taxMinor, currency),
    tax_rate: plainDecimal(rate),
    tax_category: category,
    tax_reason: reason,
    period_start: null,
    period_end: null,
    reference: null,
  }));
}

/** The quantity has the sign, since prices are never below zero in e-invoices. */
function amountsOf(netMinor: number, taxMinor: number, currency: string) {
  return {
    quantity: netMinor < 0 ? '-1' : '1',
    unit_amount: exactAmount(Math.abs(netMinor), currency).toFixed(),
    amount_minor: netMinor,
    tax_minor: taxMinor,
  };
}

/** The lines that are named, each at most by what is left of it, and of its rate. */
async function namedLines(
  tx: Tx,
  invoice: InvoiceRow,
  { wanted, whole, credited }: { wanted: readonly LineCredit[]; whole: readonly Share[]; credited: readonly Share[] },
): Promise<NewLine[]> {
  const lines = await findLines(tx, invoice, wanted);
  const creditedOf = await selectCreditedOfLines(tx.em, invoice.id);
  const made: NewLine[] = [];
  for (const [index, { position, amountMinor }] of wanted.entries()) {
    const line = lines.get(position);
    if (!line) throw invalid({ [`lines.${index}.position`]: ['The invoice has no such line.'] });
    const ofLine = { netMinor: line.amount_minor, taxMinor: line.tax_minor };
    const creditedMinor = creditedOf.get(position) ?? 0;
    const leftMinor = grossOf(ofLine) - creditedMinor;
    const amount = amountMinor ?? leftMinor;
    if (amount > leftMinor || amount === 0) throw tooMuch(`line ${position}`, leftMinor, invoice.currency);
    const room = roomOf(shareOf({ ...line, invoice_position: position }), {
      whole,
      credited: [...credited, ...made.map(shareOf)],
    });
    if (amount > grossOf(room)) throw tooMuch(`the rate of line ${position}`, grossOf(room), invoice.currency);
    const tax = taxWithin(amount, taxOfPart(ofLine, creditedMinor, amount), room);
    const { description, tax_rate, tax_category, tax_reason, period_start, period_end, reference } = line;
    made.push({
      invoice_position: position,
      description,
      ...amountsOf(amount - tax, tax, invoice.currency),
      tax_rate,
      tax_category,
      tax_reason,
      period_start,
      period_end,
      reference,
    });
  }
  return made;
}

/** What is left of the rate of a share. */
function roomOf(share: Share, { whole, credited }: { whole: readonly Share[]; credited: readonly Share[] }) {
  const [all, former] = [likeOf(share, whole), likeOf(share, joined(credited))];
  return { netMinor: all.netMinor - former.netMinor, taxMinor: all.taxMinor - former.taxMinor };
}

async function findLines(
  tx: Tx,
  { id }: InvoiceRow,
  wanted: readonly LineCredit[],
): Promise<Map<number, InvoiceLineRow>> {
  const ranges = wanted.map(({ position }) => ({ invoiceId: id, after: position - 1, upTo: position }));
  const found = (await selectLinesIn(tx.em, ranges)).get(id) ?? [];
  return new Map(found.map((line) => [line.position, line]));
}
