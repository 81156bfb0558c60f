import { omit } from '../../infra/database/sql.ts';
import {
  bigint,
  boolean,
  bytes,
  currency,
  date,
  decimal,
  decimalSum,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  text,
  timestamp,
  uuid,
  varchar,
  wholeSum,
} from '../../infra/database/table.ts';
import { BOOKS } from '../kernel/books.ts';
import { GATEWAYS } from '../kernel/gateways.ts';
import type { Buyer, Seller, TaxCategory } from '../kernel/invoicing.ts';
import { BILLING_TYPES } from '../orders/table.ts';

/** In the order of an invoice's life. The last three are final, except that a written-off invoice can still be paid. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** Number series: invoices and credit notes. */
export const SERIES = ['INV', 'CN'] as const;
export type Series = (typeof SERIES)[number];
/** Sources of invoices: metered usage of a period, or orders without an invoice. */
export const INVOICE_JOB_KINDS = ['marketplace', 'backfill'] as const;
/** The last two are final. */
export const INVOICE_JOB_STATUSES = ['running', 'completed', 'failed'] as const;

/**
 * The last number issued in a UTC year. Locked by the transaction that takes the next one, so that numbers have no
 * gaps.
 */
export const invoiceCounterTable = table(
  'invoice_counter',
  {
    series: oneOf(SERIES, 3).key(),
    year: integer().key(),
    last: bigint(),
    /** When the last number was given; later ones have no earlier time. */
    issued_at: timestamp().nullable(),
  },
  { because: 'A row for each series and year.' },
  { personal: [], nobody: 'The last number of each year.' },
);

/** Totals of the lines of an invoice with one rate, category and reason; amounts in minor units. */
export interface TaxTotal {
  /** A fraction as a decimal string. */
  rate: string;
  category: TaxCategory;
  taxable_minor: number;
  tax_minor: number;
  reason: string | null;
}

/** An invoice; amounts in minor units. Kept forever. */
export const invoiceTable = table(
  'invoice',
  {
    id: identity(),
    /** `INV-<year>-<sequence>`; null for a draft. */
    number: varchar(30).nullable(),
    partner_id: bigint(),
    /** The job that created it. */
    job_id: bigint().nullable(),
    billing_type: oneOf(BILLING_TYPES, 20),
    status: oneOf(INVOICE_STATUSES, 13).default('draft'),
    /** Name and address of the partner when the invoice was created. */
    billing_name: varchar(255),
    billing_address: text().nullable(),
    /** The parties as they were at the issue; null on invoices issued before these were kept, or without a seller's settings. */
    seller: json<Seller>().nullable(),
    buyer: json<Buyer>().nullable(),
    /** Totals by rate; null on invoices issued before these were kept. */
    tax_totals: json<TaxTotal[]>().nullable(),
    currency: currency(),
    subtotal_minor: bigint(),
    tax_minor: bigint(),
    total_minor: bigint(),
    /** The total as a decimal, to sort invoices of several currencies. */
    total_amount: decimal(),
    paid_minor: bigint().default(0),
    credited_minor: bigint().default(0),
    /** Of what was paid over the total: given back. */
    excess_returned_minor: bigint().default(0),
    /** UTC days, both inclusive; null when the invoice is not for a period. */
    period_start: date().nullable(),
    period_end: date().nullable(),
    created_at: timestamp(),
    issued_at: timestamp().nullable(),
    due_at: timestamp().nullable(),
    paid_at: timestamp().nullable(),
    voided_at: timestamp().nullable(),
    /** What it billed is no longer billed by it, and can be billed again; only of a voided invoice. */
    is_rebilled: boolean().default(false),
    /** When the event of its being overdue was published; at most once. */
    overdue_published_at: timestamp().nullable(),
    /** When it was written off, and what was due then; a later payment leaves both. */
    written_off_at: timestamp().nullable(),
    written_off_minor: bigint().nullable(),
    updated_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['contact', 'payment'], kept: BOOKS },
);
export type InvoiceRow = Row<typeof invoiceTable>;

/** The columns of an invoice with its number. */
export const issuedInvoice = { ...invoiceTable.columns, number: invoiceTable.columns.number.present() };

/** A line of an invoice, without tax. Quantity and unit price are exact, the amounts are rounded once. */
export const invoiceLineTable = table(
  'invoice_line',
  {
    invoice_id: bigint().key(),
    position: integer().key(),
    description: varchar(500),
    quantity: decimalSum(),
    unit_amount: decimal(),
    amount_minor: bigint(),
    tax_rate: decimal(),
    tax_minor: bigint(),
    /** Code of UN/CEFACT 5305; null on lines issued before it was kept. */
    tax_category: varchar<TaxCategory>(2).nullable(),
    /** Why there is no tax. */
    tax_reason: varchar(500).nullable(),
    period_start: date().nullable(),
    period_end: date().nullable(),
    reference: varchar(120).nullable(),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['text', 'payment'], of: [{ to: 'invoice', by: 'invoice_id' }], kept: BOOKS },
);
export type InvoiceLineRow = Row<typeof invoiceLineTable>;

/** Why a credit note was made: for money that a payment gateway returned, or as an administrator asked. */
export const CREDIT_NOTE_ORIGINS = ['refund', 'administrator'] as const;

/** A credit on an invoice; the amount includes the tax. Below zero: it takes an earlier one back. */
export const creditNoteTable = table(
  'credit_note',
  {
    id: identity(),
    /** `CN-<year>-<sequence>`. */
    number: varchar(30),
    invoice_id: bigint(),
    partner_id: bigint(),
    currency: currency(),
    origin: oneOf(CREDIT_NOTE_ORIGINS, 13).default('refund'),
    /** The refund's id at the payment gateway, or one of its own; unique for the invoice. */
    reference: varchar(120),
    reason: varchar(500),
    amount_minor: bigint(),
    tax_minor: bigint(),
    /** Totals by rate; null on notes issued before these were kept, and on those of such invoices. */
    tax_totals: json<TaxTotal[]>().nullable(),
    created_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['text', 'payment'], kept: BOOKS },
);
export type CreditNoteRow = Row<typeof creditNoteTable>;

/** A line of a credit note, without tax; notes issued before lines were kept have none. */
export const creditNoteLineTable = table(
  'credit_note_line',
  {
    credit_note_id: bigint().key(),
    position: integer().key(),
    /** The line of the invoice that is credited; null for a share of the whole invoice. */
    invoice_position: integer().nullable(),
    ...omit(invoiceLineTable, 'invoice_id', 'position'),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['text', 'payment'], of: [{ to: 'credit_note', by: 'credit_note_id' }], kept: BOOKS },
);
export type CreditNoteLineRow = Row<typeof creditNoteLineTable>;

/** Ways in which money of an invoice moves. */
export const MOVEMENT_KINDS = ['payment', 'refund', 'dispute'] as const;

/**
 * Money that was received for an invoice (above 0) or given back of it (below 0), in the order in which it was recorded.
 * What takes an earlier row back has its kind and the other sign.
 */
export const invoicePaymentTable = table(
  'invoice_payment',
  {
    id: identity(),
    invoice_id: bigint(),
    kind: oneOf(MOVEMENT_KINDS, 10),
    /** null: not known, of what was recorded before there were rows. */
    gateway: oneOf(GATEWAYS, 20).nullable(),
    /** The gateway's name of the payment, refund or dispute; null: not known. */
    reference: varchar(300).nullable(),
    amount_minor: bigint(),
    /** What is kept of the money after this row, minor units. */
    balance_minor: bigint(),
    currency: currency(),
    /** The gateway's time; null: not known. */
    received_at: timestamp().nullable(),
    recorded_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['payment'], of: [{ to: 'invoice', by: 'invoice_id' }], kept: BOOKS },
);
export type InvoicePaymentRow = Row<typeof invoicePaymentTable>;

/** A job that creates invoices; owner of a run of `marketplaceInvoice` or `invoiceBackfill`. */
export const invoiceJobTable = table(
  'invoice_job',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    kind: oneOf(INVOICE_JOB_KINDS, 12),
    status: oneOf(INVOICE_JOB_STATUSES, 12).default('running'),
    /** Only for marketplace jobs: UTC days, both inclusive. */
    period_start: date().nullable(),
    period_end: date().nullable(),
    /** Only for marketplace jobs: whether unbilled usage from before the period is billed, too. */
    includes_late: boolean().default(false),
    /** Only for backfills: maximum number of invoices. */
    max_orders: integer().nullable(),
    /** Message for the partner, if failed. */
    error: varchar(500).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 400, setting: 'RETENTION_INVOICE_JOB_DAYS' },
  { personal: [] },
);
export type InvoiceJobRow = Row<typeof invoiceJobTable>;

/**
 * The PDF file of an invoice as it was last drawn. One with another content hash is outdated, and replaced when somebody
 * asks for the file.
 */
export const invoiceFileTable = table(
  'invoice_file',
  {
    invoice_id: bigint().key(),
    /** SHA-256 in hexadecimal digits. */
    content_hash: varchar(64),
    pdf: bytes(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 30, setting: 'RETENTION_INVOICE_FILE_DAYS', key: 'invoice_id' },
  { personal: ['contact', 'payment'], of: [{ to: 'invoice', by: 'invoice_id', key: 'id' }] },
);
export type InvoiceFileRow = Row<typeof invoiceFileTable>;

/** The PDF file of a credit note, kept as that of an invoice. */
export const creditNoteFileTable = table(
  'credit_note_file',
  { credit_note_id: bigint().key(), ...omit(invoiceFileTable, 'invoice_id') },
  { since: 'created_at', days: 30, setting: 'RETENTION_INVOICE_FILE_DAYS', key: 'credit_note_id' },
  { personal: ['contact', 'payment'], of: [{ to: 'credit_note', by: 'credit_note_id', key: 'id' }] },
);
export type CreditNoteFileRow = Row<typeof creditNoteFileTable>;

/** A difference to the sums of a partner's invoices by UTC day of creation; triggers write it. */
export const invoiceTotalTable = table(
  'invoice_total',
  {
    partner_id: bigint(),
    day: date(),
    billing_type: varchar<(typeof BILLING_TYPES)[number]>(20),
    status: varchar<InvoiceStatus>(13),
    currency: currency(),
    n: integer(),
    total_minor: wholeSum(),
    /** Less what was given back: over-payments, and what credit notes take beyond the unpaid part. */
    paid_minor: wholeSum(),
    credited_minor: wholeSum(),
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [], kept: BOOKS },
);
