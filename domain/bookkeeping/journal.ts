import Big from 'big.js';
import type { InvoicePaymentRow, InvoiceRow, TaxTotal } from '../invoices/table.ts';
import type { ChartOfAccounts } from '../kernel/invoicing.ts';
import { plainDecimal } from '../kernel/money.ts';

/** Totals by rate of an invoice or credit note; the category of older ones is not known. */
export type JournalTax = Pick<TaxTotal, 'rate' | 'taxable_minor' | 'tax_minor'> & {
  category: TaxTotal['category'] | null;
};

/** What the entries of all documents need of the invoice. */
interface OfInvoice
  extends Pick<
    InvoiceRow,
    'partner_id' | 'billing_name' | 'billing_type' | 'currency' | 'subtotal_minor' | 'tax_minor' | 'total_minor'
  > {
  invoice_number: string;
  /** null: the lines have no totals either. */
  tax_totals: readonly JournalTax[] | null;
}

/** How much of the invoice is due before and after the document, if it was written off until then, minor units. */
interface AfterWriteOff {
  writtenOffMinor: number;
  dueBefore: number;
  dueAfter: number;
}

/** A document that the journal books, in minor units. */
export type JournalDocument = OfInvoice & { at: Date; writeOff: AfterWriteOff | null } & (
    | { kind: 'invoice' | 'void' }
    | { kind: 'write_off'; amount_minor: number }
    | {
        kind: 'credit_note';
        number: string;
        reason: string;
        amount_minor: number;
        note_tax_minor: number;
        note_tax_totals: readonly JournalTax[] | null;
      }
    | ({ kind: 'payment'; id: number; movement: InvoicePaymentRow['kind'] } & Pick<
        InvoicePaymentRow,
        'gateway' | 'reference' | 'amount_minor' | 'balance_minor'
      >)
  );

/** A line of the journal. */
export interface JournalLine {
  account: string;
  /** Above 0: debit; below 0: credit. Minor units. */
  amountMinor: number;
  /** Of revenue and tax. */
  tax: Pick<JournalTax, 'rate' | 'category'> | null;
}

/** The lines of a document, which come to 0. */
export function linesOf(document: JournalDocument, accounts: ChartOfAccounts): JournalLine[] {
  return entriesOf(document, accounts).filter(({ amountMinor }) => amountMinor !== 0);
}

function entriesOf(document: JournalDocument, accounts: ChartOfAccounts): JournalLine[] {
  switch (document.kind) {
    case 'invoice':
      return [line(accounts.receivables, document.total_minor), ...sold(document, accounts, -1)];
    case 'void':
      return [...sold(document, accounts, 1), line(accounts.receivables, -document.total_minor)];
    case 'write_off':
      return [line(accounts.write_offs, document.amount_minor), line(accounts.receivables, -document.amount_minor)];
    case 'credit_note':
      return [...credited(document, accounts), ...settled(document, accounts, -document.amount_minor)];
    case 'payment':
      return moved(document, accounts);
  }
}

/** What was sold and its tax, by rate; `sign` -1 is credit. */
function sold(invoice: JournalDocument, accounts: ChartOfAccounts, sign: 1 | -1): JournalLine[] {
  const account = accounts.revenue[invoice.billing_type] ?? accounts.revenue.otherwise;
  return byRate(totalsOf(invoice), { account, accounts, sign });
}

function credited(note: Extract<JournalDocument, { kind: 'credit_note' }>, accounts: ChartOfAccounts): JournalLine[] {
  const account = accounts.refunds ?? accounts.revenue[note.billing_type] ?? accounts.revenue.otherwise;
  const totals = { subtotal: note.amount_minor - note.note_tax_minor, tax: note.note_tax_minor };
  const own = note.note_tax_totals;
  const shares = own && comesTo(own, totals) ? own : sharesOf(totals, totalsOf(note));
  return byRate(shares, { account, accounts, sign: 1 });
}

function byRate(
  totals: readonly JournalTax[],
  { account, accounts, sign }: { account: string; accounts: ChartOfAccounts; sign: 1 | -1 },
): JournalLine[] {
  return totals.flatMap(({ rate, category, taxable_minor, tax_minor }) => {
    const tax = { rate: plainDecimal(rate), category };
    const ofRate = accounts.tax.rates.find(
      (one) => new Big(one.rate).eq(rate) && (one.category === null || one.category === category),
    );
    return [
      { account, amountMinor: sign * taxable_minor, tax },
      { account: ofRate?.account ?? accounts.tax.otherwise, amountMinor: sign * tax_minor, tax },
    ];
  });
}

/** The totals by rate; one of the whole invoice where they are not known, or do not come to its sums. */
function totalsOf({ tax_totals, subtotal_minor: subtotal, tax_minor: tax }: OfInvoice): readonly JournalTax[] {
  if (tax_totals?.length && comesTo(tax_totals, { subtotal, tax })) return tax_totals;
  return [{ rate: '0', category: null, taxable_minor: subtotal, tax_minor: tax }];
}

function comesTo(totals: readonly JournalTax[], { subtotal, tax }: { subtotal: number; tax: number }): boolean {
  const sumOf = (name: 'taxable_minor' | 'tax_minor') => totals.reduce((sum, total) => sum + BigInt(total[name]), 0n);
  return sumOf('taxable_minor') === BigInt(subtotal) && sumOf('tax_minor') === BigInt(tax);
}

/** A part of the totals by rate, in proportion: of net amounts and of tax, each rounded so that the parts come to it. */
function sharesOf({ subtotal, tax }: { subtotal: number; tax: number }, totals: readonly JournalTax[]): JournalTax[] {
  const net = portions(
    subtotal,
    totals.map(({ taxable_minor }) => taxable_minor),
  );
  const taxes = portions(
    tax,
    totals.map(({ tax_minor }) => tax_minor),
  );
  return totals.map((total, index) => ({ ...total, taxable_minor: net[index] ?? 0, tax_minor: taxes[index] ?? 0 }));
}

function portions(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let before = 0n;
  return weights.map((weight, index) => {
    if (whole === 0n) return index === 0 ? amount : 0;
    const until = (sum: bigint) => Number((BigInt(amount) * sum) / whole);
    before += BigInt(weight);
    return until(before) - until(before - BigInt(weight));
  });
}

/** Money that came or went, against what was due, and what was paid too much as a liability. */
function moved(payment: Extract<JournalDocument, { kind: 'payment' }>, accounts: ChartOfAccounts): JournalLine[] {
  const { gateway, amount_minor, balance_minor, total_minor } = payment;
  const excess = (balance: number) => Math.max(0, balance - total_minor);
  const overpaid = excess(balance_minor) - excess(balance_minor - amount_minor);
  return [
    line((gateway === null ? undefined : accounts.clearing[gateway]) ?? accounts.clearing.otherwise, amount_minor),
    line(accounts.overpayments, -overpaid),
    ...settled(payment, accounts, overpaid - amount_minor),
  ];
}

/** A change of what is due: of the receivable, unless it was written off; then of what was lost. */
function settled({ writeOff }: JournalDocument, accounts: ChartOfAccounts, amountMinor: number): JournalLine[] {
  const lost = (due: number) => Math.min(writeOff?.writtenOffMinor ?? 0, Math.max(0, due));
  const ofLoss = writeOff ? lost(writeOff.dueAfter) - lost(writeOff.dueBefore) : 0;
  return [line(accounts.write_offs, ofLoss), line(accounts.receivables, amountMinor - ofLoss)];
}

function line(account: string, amountMinor: number): JournalLine {
  return { account, amountMinor, tax: null };
}
