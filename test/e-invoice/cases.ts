import { drawInvoice } from '../../api/invoices/pdf/draw.ts';
import { ciiOf } from '../../api/invoices/xml/cii.ts';
import type { CompleteInvoice } from '../../api/invoices/xml/terms.ts';
import { closingOf, lineOf, openingOf, type UblDocument } from '../../api/invoices/xml/ubl.ts';
import { NO_ADDRESS } from '../../domain/billing-identity/rules.ts';
import { asInvoice } from '../../domain/invoices/credit-note-document.ts';
import { sharesOf, totalsOfShares } from '../../domain/invoices/credit-shares.ts';
import { totalsOf, usageLine } from '../../domain/invoices/lines.ts';
import type { CreditNoteRow, InvoiceLineRow } from '../../domain/invoices/table.ts';
import { taxTotalsOf } from '../../domain/invoices/tax.ts';
import type { Buyer, LineTax, Seller } from '../../domain/kernel/invoicing.ts';
import { exactAmount } from '../../domain/kernel/money.ts';

const ISSUED = new Date('2031-05-04T10:00:00Z');

const SELLER: Seller = {
  name: 'Seller & Söhne <GmbH>',
  address: { ...NO_ADDRESS, line1: 'Musterstr. 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
  tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
  register: 'HRB 1',
  email: 'billing@example.com',
  bank: { name: 'Bank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  footer: 'Footer "with" quotes\u0001 and a control character',
  sentences: ['Pay & be happy.'],
};
const BUYER: Buyer = {
  legal_name: 'Käufer]]> AG',
  address: { ...NO_ADDRESS, line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' },
  tax_ids: [{ type: 'eu_vat', value: 'ATU12345678' }],
  email: 'a@b.example',
  purchase_order: 'PO-7',
  language: 'de',
};

/** An invoice and its lines, as they are read from the database. */
export interface Case {
  invoice: CompleteInvoice;
  lines: InvoiceLineRow[];
}

interface Given {
  taxes: readonly LineTax[];
  currency?: string;
  seller?: Partial<Seller>;
  buyer?: Partial<Buyer>;
  paid?: boolean;
}

function caseOf({ taxes, currency = 'EUR', seller = {}, buyer = {}, paid = false }: Given): Case {
  const lines = taxes.map((tax, index) => ({
    invoice_id: 1,
    position: index + 1,
    ...usageLine(
      {
        dimension: `calls <${index}> & "more"`,
        unitPrice: '0.012345',
        quantity: String(1_000 * (index + 1) + 0.5),
        periodStart: '2031-04-01',
        periodEnd: '2031-04-30',
      },
      tax,
      currency,
    ),
  }));
  const totals = totalsOf(lines, currency);
  return {
    lines,
    invoice: {
      id: 1,
      number: 'INV-2031-000001',
      partner_id: 1,
      job_id: null,
      billing_type: 'marketplace_usage',
      status: paid ? 'paid' : 'open',
      billing_name: 'Partner',
      billing_address: null,
      seller: { ...SELLER, ...seller },
      buyer: { ...BUYER, ...buyer },
      tax_totals: taxTotalsOf(lines),
      currency,
      ...totals,
      total_amount: '0',
      paid_minor: paid ? totals.total_minor : 0,
      credited_minor: 0,
      period_start: '2031-04-01',
      period_end: '2031-04-30',
      created_at: ISSUED,
      issued_at: ISSUED,
      due_at: new Date('2031-06-03T10:00:00Z'),
      paid_at: paid ? ISSUED : null,
      updated_at: ISSUED,
    } as CompleteInvoice,
  };
}

const STANDARD: LineTax = { rate: '0.19', category: 'S', reason: null };
const REDUCED: LineTax = { rate: '0.07', category: 'S', reason: null };
const none = (category: LineTax['category'], reason: string | null): LineTax => ({ rate: '0', category, reason });

/** Invoices of every kind of tax. */
export const CASES: Readonly<Record<string, Case>> = {
  standard: caseOf({ taxes: [STANDARD] }),
  two_rates: caseOf({ taxes: [STANDARD, REDUCED, STANDARD] }),
  paid: caseOf({ taxes: [STANDARD], paid: true }),
  zero_rated: caseOf({ taxes: [none('Z', null)] }),
  exempt: caseOf({ taxes: [STANDARD, none('E', 'Public body')] }),
  reverse_charge: caseOf({ taxes: [none('AE', 'Reverse charge')] }),
  within_the_union: caseOf({ taxes: [none('K', 'Intra-Community supply')] }),
  export: caseOf({
    taxes: [none('G', 'Export')],
    buyer: { address: { ...NO_ADDRESS, country: 'US' }, tax_ids: [{ type: 'us_ein', value: '12-3456789' }] },
  }),
  out_of_scope: caseOf({ taxes: [none('O', 'Out of scope')] }),
  yen: caseOf({ taxes: [STANDARD, STANDARD], currency: 'JPY' }),
  bare: caseOf({
    taxes: [STANDARD],
    seller: {
      address: { ...NO_ADDRESS, country: 'US' },
      tax_ids: [{ type: 'us_ein', value: '12-3456789' }],
      bank: null,
      footer: null,
      sentences: [],
      register: null,
      email: null,
    },
    buyer: {
      legal_name: null,
      address: { ...NO_ADDRESS, country: 'JP' },
      tax_ids: [],
      email: null,
      purchase_order: null,
    },
  }),
};

/** Invoices with more totals than the standard has, which knows none by reason. */
export const CASES_BY_REASON: Readonly<Record<string, Case>> = {
  exempt_for_two_reasons: caseOf({ taxes: [none('E', 'Public body'), none('E', 'Education')] }),
  with_needless_reasons: caseOf({
    taxes: [{ ...STANDARD, reason: 'Standard rate' }, STANDARD, none('Z', 'Books'), none('Z', null)],
  }),
};

/** The document of a case in UBL. */
export function documentOf({ lines, ...document }: Case & Pick<UblDocument, 'credits'>): string {
  return [openingOf(document), ...lines.map((line) => lineOf(line, document)), closingOf(document)].join('');
}

/** A credit note over all of a case, less than nothing of it where it takes another one back. */
export function creditNoteOf({ invoice, lines }: Case, sign: 1 | -1 = 1): Case & Pick<UblDocument, 'credits'> {
  const shares = sharesOf(invoice.tax_totals).map((share) => ({
    ...share,
    netMinor: sign * share.netMinor,
    taxMinor: sign * share.taxMinor,
  }));
  const note: CreditNoteRow = {
    id: 1,
    number: 'CN-2031-000001',
    invoice_id: invoice.id,
    partner_id: invoice.partner_id,
    currency: invoice.currency,
    origin: 'administrator',
    reference: 'x',
    reason: 'Agreed <by> phone & mail',
    amount_minor: sign * invoice.total_minor,
    tax_minor: sign * invoice.tax_minor,
    tax_totals: totalsOfShares(shares),
    created_at: ISSUED,
  };
  const credited = lines.map(({ invoice_id: _id, ...line }) => ({
    ...line,
    credit_note_id: 1,
    invoice_position: line.position,
    quantity: String(sign),
    unit_amount: exactAmount(line.amount_minor, invoice.currency).toFixed(),
    amount_minor: sign * line.amount_minor,
    tax_minor: sign * line.tax_minor,
  }));
  const { seller, buyer } = invoice;
  const detail = asInvoice({ note, invoice, lines: credited });
  const tax_totals = detail.invoice.tax_totals ?? [];
  return { ...detail, invoice: { ...detail.invoice, seller, buyer, tax_totals } };
}

/** The document of a case in CII. */
export function ciiDocumentOf({ lines, ...document }: Case & Pick<UblDocument, 'credits'>): string {
  return ciiOf(document, lines);
}

/** The PDF file of a case. */
export async function pdfOf(given: Case, logo: Uint8Array | null = null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await drawInvoice(given, logo)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
