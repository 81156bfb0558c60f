import { z } from 'zod';
import {
  dueOf,
  type InvoiceDetail,
  type IssuedInvoice,
  isOverdue,
  overpaidOf,
  type PaidInvoiceDetail,
} from '../../domain/invoices/rules.ts';
import {
  INVOICE_STATUSES,
  type InvoiceLineRow,
  type InvoicePaymentRow,
  MOVEMENT_KINDS,
} from '../../domain/invoices/table.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { GATEWAYS } from '../../domain/kernel/gateways.ts';
import { TAX_CATEGORIES } from '../../domain/kernel/invoicing.ts';
import { fromMinorUnits, plainDecimal } from '../../domain/kernel/money.ts';
import { BILLING_TYPES } from '../../domain/orders/table.ts';
import { addressSchema, taxIdsSchema } from '../billing-identity/resource.ts';
import { exactNumber, exactNumberSchema } from '../exact-number.ts';
import { datetime, datetimeSchema, type PresentContext, presenter, record } from '../resource.ts';
import { turnKeyOf } from '../turns.ts';

/** Path of the collection, for links. */
export const COLLECTION = '/api/v1/invoice-receipts';

const text = z.string();
const day = z.iso.date().nullable();
const money = z.number().describe('With the digits of the currency.');

/** An invoice as lists show it. */
export const invoiceResource = record(
  z
    .object({
      invoice_number: text.describe(
        '`INV-<year>-<sequence>`, by the UTC year of issue; without gaps across all partners.',
      ),
      billing_type: z.enum(BILLING_TYPES).describe('Type of the billed order, or `marketplace_usage` for metered use.'),
      status: z
        .enum(INVOICE_STATUSES)
        .describe(
          '`open`: to be paid; `uncollectible`: written off 60 days after its due date, but still payable. `draft` is never shown.',
        ),
      overdue: z.boolean().describe('Whether it is open, past its due date, and its total is not 0.'),
      currency: text.describe('ISO 4217 code for all amounts of the invoice.'),
      subtotal: money.describe('Sum of the lines without tax.'),
      tax_amount: money.describe('Sum of the tax of the lines.'),
      total_amount: money.describe('`subtotal` and `tax_amount` together.'),
      amount_paid: money.describe('Total paid, including overpayment.'),
      amount_credited: money.describe('Total of its credit notes, tax included.'),
      amount_due: money.describe('Remaining amount; 0 for a voided invoice.'),
      amount_overpaid: money.describe('Overpayment that has not been returned.'),
      billing_name: text.describe(
        "Name at creation: the partner's `billing_name` set by administrators, or else its name.",
      ),
      billing_address: text
        .nullable()
        .describe('Address at creation, as set by administrators; null if there was none.'),
      period_start: day.describe('First UTC day of the billed period; null if it bills an order.'),
      period_end: day.describe('Last UTC day of the billed period, inclusive; null if it bills an order.'),
      created_at: datetimeSchema,
      issued_at: datetimeSchema.nullable().describe('When its number was assigned.'),
      due_at: datetimeSchema
        .nullable()
        .describe("Due date: the issue date plus the partner's payment terms. It does not change."),
      paid_at: datetimeSchema.nullable().describe('Since when nothing is due; null if something is, or it is void.'),
      voided_at: datetimeSchema.nullable().describe('When an administrator voided it; null if it is not void.'),
    })
    .meta({ title: 'Invoice' }),
  (invoice: IssuedInvoice, { now }) => {
    const amount = (minorUnits: number) => fromMinorUnits(minorUnits, invoice.currency);
    return {
      invoice_number: invoice.number,
      overdue: isOverdue(invoice, now),
      subtotal: amount(invoice.subtotal_minor),
      tax_amount: amount(invoice.tax_minor),
      total_amount: amount(invoice.total_minor),
      amount_paid: amount(invoice.paid_minor),
      amount_credited: amount(invoice.credited_minor),
      amount_due: amount(dueOf(invoice)),
      amount_overpaid: amount(overpaidOf(invoice)),
    };
  },
);

/** A line of an invoice, in the invoice's currency. */
export const invoiceLine = presenter(
  z
    .object({
      description: text.describe('Description of the order, or dimension of the metered use.'),
      quantity: text.describe('Decimal string.'),
      unit_amount: exactNumberSchema.describe('Unit price without tax; may have more digits than the currency.'),
      amount: money.describe('Without tax.'),
      tax_rate: text.describe('Decimal string; 0.19 means 19 percent.'),
      tax_amount: money.describe('Tax of the line, not included in `amount`.'),
      tax_category: z.enum(TAX_CATEGORIES).nullable().describe('UN/CEFACT 5305 code; null on older invoices.'),
      tax_reason: text.nullable().describe('Why there is no tax.'),
      period_start: day.describe('First UTC day of the metered use; null for other lines.'),
      period_end: day.describe('Last UTC day of the metered use, inclusive; null for other lines.'),
      reference: text.nullable().describe("The billing system's reference of the order; null if there is no order."),
    })
    .meta({ title: 'InvoiceLine' }),
  ({ line, invoice: { currency } }: { line: InvoiceLineRow; invoice: Pick<IssuedInvoice, 'currency'> }) => ({
    description: line.description,
    quantity: plainDecimal(line.quantity),
    unit_amount: exactNumber(line.unit_amount),
    amount: fromMinorUnits(line.amount_minor, currency),
    tax_rate: plainDecimal(line.tax_rate),
    tax_amount: fromMinorUnits(line.tax_minor, currency),
    tax_category: line.tax_category,
    tax_reason: line.tax_reason,
    period_start: line.period_start,
    period_end: line.period_end,
    reference: line.reference,
  }),
);

const optional = text.nullable();

/** Seller and buyer as they were at the issue of an invoice. */
export const partiesSchema = z.object({
  seller: z
    .object({
      name: text.describe('Name of the selling company.'),
      address: addressSchema.describe('Postal address of the seller.'),
      tax_ids: taxIdsSchema.describe('Tax numbers of the seller; empty if none are configured.'),
      register: optional.describe('Entry in a public register, such as a court and a number.'),
      email: z.email().nullable().describe('E-mail address of the seller, shown on documents.'),
      bank: z
        .object({
          name: optional.describe('Name of the bank.'),
          iban: text.describe('IBAN without spaces.'),
          bic: optional.describe('BIC of the bank.'),
        })
        .nullable()
        .describe('Bank account for payments; null if none is configured.'),
      footer: optional.describe('Text at the end of documents.'),
      sentences: z.array(text).describe('Sentences below the totals of invoices, such as terms; not on credit notes.'),
    })
    .nullable()
    .describe('The seller; null if the operator had not configured it at issue.'),
  buyer: z
    .object({
      legal_name: optional.describe('Name on documents, which replaces `billing_name`; null means `billing_name`.'),
      address: addressSchema.describe('Postal address of the buyer; missing fields are null.'),
      tax_ids: taxIdsSchema.describe('Tax numbers of the buyer.'),
      email: z.email().nullable().describe("The buyer's address for invoices."),
      purchase_order: optional.describe("The buyer's order number, printed on documents."),
      language: optional.describe('BCP 47 tag: documents are in German for `de`, otherwise in English.'),
    })
    .nullable()
    .describe("The partner's billing identity at issue; null on older invoices."),
});

/** Sums by rate, in the currency of their document. */
export const taxTotals = presenter(
  z
    .array(
      z.object({
        rate: text.describe('Decimal string; 0.19 means 19 percent.'),
        category: z.enum(TAX_CATEGORIES).describe('UN/CEFACT 5305 code.'),
        taxable: money.describe('Taxable amount: total of the lines without tax.'),
        tax: money.describe('Total tax of these lines.'),
        reason: optional.describe('Why there is no tax.'),
      }),
    )
    .nullable()
    .describe('Totals by rate, category and reason; null on older invoices.'),
  ({ tax_totals, currency }: Pick<IssuedInvoice, 'tax_totals' | 'currency'>) =>
    tax_totals?.map(({ rate, category, taxable_minor, tax_minor, reason }) => ({
      rate,
      category,
      taxable: fromMinorUnits(taxable_minor, currency),
      tax: fromMinorUnits(tax_minor, currency),
      reason,
    })) ?? null,
);

/** An invoice with its parties as they were at its issue. */
const invoiceWithParties = presenter(
  invoiceResource.schema.extend({ ...partiesSchema.shape, tax_totals: taxTotals.schema }),
  (invoice: IssuedInvoice, context) => ({
    ...invoiceResource.present(invoice, context),
    seller: invoice.seller,
    buyer: invoice.buyer,
    tax_totals: taxTotals.present(invoice, context),
  }),
);

/** Lines that are presented between two turns of other partners; about a millisecond of work. */
const SLICE_LINES = 200;

/** An invoice with its lines. */
export const invoiceDetailResource = presenter(
  invoiceWithParties.schema
    .extend({
      line_items: z.array(invoiceLine.schema).describe('Its lines in order, from position 1.'),
    })
    .meta({ title: 'IssuedInvoice' }),
  ({ invoice, lines }: InvoiceDetail, context) => ({
    ...invoiceWithParties.present(invoice, context),
    line_items: lines.map((line) => invoiceLine.present({ line, invoice }, context)),
  }),
  detailInTurns,
);

/** The same as `invoiceDetailResource` presents, in turns of the caller. */
export async function detailInTurns(detail: InvoiceDetail, context: PresentContext) {
  return {
    ...invoiceWithParties.present(detail.invoice, context),
    line_items: await linesInTurns(detail, context),
  };
}

/** The lines, in turns of the caller: there may be more than ten thousand. */
async function linesInTurns({ invoice, lines }: InvoiceDetail, context: PresentContext) {
  const presented: ReturnType<typeof invoiceLine.present>[] = [];
  for (let start = 0; start < lines.length; start += SLICE_LINES) {
    if (start > 0) await eventLoopScheduler.take(turnKeyOf(context.call.actor));
    for (const line of lines.slice(start, start + SLICE_LINES))
      presented.push(invoiceLine.present({ line, invoice }, context));
  }
  return presented;
}

/** A movement of an invoice's money, in the invoice's currency. */
const invoicePayment = presenter(
  z
    .object({
      kind: z.enum(MOVEMENT_KINDS).describe('`dispute` means a lost dispute.'),
      gateway: z.enum(GATEWAYS).nullable().describe('Payment gateway that reported it; null if unknown.'),
      reference: optional.describe("The gateway's reference."),
      amount: money.describe(
        'Positive: received, or kept because a refund failed. Negative: returned, or reversed because it was reported by mistake.',
      ),
      balance: money.describe('Total received until then, less what was returned.'),
      currency: text.describe('ISO 4217 code, as on the invoice.'),
      received_at: datetimeSchema.nullable().describe('Time given by the gateway.'),
      recorded_at: datetimeSchema.describe('When the service recorded it.'),
    })
    .meta({ title: 'InvoicePayment' }),
  (movement: InvoicePaymentRow) => ({
    kind: movement.kind,
    gateway: movement.gateway,
    reference: movement.reference,
    amount: fromMinorUnits(movement.amount_minor, movement.currency),
    balance: fromMinorUnits(movement.balance_minor, movement.currency),
    currency: movement.currency,
    received_at: datetime(movement.received_at),
    recorded_at: datetime(movement.recorded_at),
  }),
);

const paidInvoice = {
  payments: z
    .array(invoicePayment.schema)
    .describe('Payments received and returned, oldest first; the last 100. None of 0.'),
  payable: z
    .boolean()
    .describe(
      'Whether the amount due can be paid on a page of the payment gateway (`POST /app/checkout`), which is impossible for invoices paid through another one.',
    ),
};

/** An invoice with its lines and payments. */
export const paidInvoiceResource = presenter(
  invoiceDetailResource.schema.extend(paidInvoice).meta({ title: 'InvoiceDetail' }),
  (detail: PaidInvoiceDetail, context) => ({
    ...invoiceDetailResource.present(detail, context),
    ...paymentsOf(detail, context),
  }),
  async (detail, context) => ({ ...(await detailInTurns(detail, context)), ...paymentsOf(detail, context) }),
);

function paymentsOf({ payments, isPayable }: PaidInvoiceDetail, context: PresentContext) {
  return { payments: payments.map((movement) => invoicePayment.present(movement, context)), payable: isPayable };
}
