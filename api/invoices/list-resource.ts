import Big from 'big.js';
import { z } from 'zod';
import type { InvoicePage, InvoiceSummary } from '../../domain/invoices/operations/reads.ts';
import { INVOICE_SORTS } from '../../domain/invoices/schema.ts';
import { INVOICE_STATUSES } from '../../domain/invoices/table.ts';
import { exactAmount } from '../../domain/kernel/money.ts';
import { BILLING_TYPES } from '../../domain/orders/table.ts';
import { type ExactNumber, exactNumber, exactNumberSchema } from '../exact-number.ts';
import { nextCursorSchema } from '../lists.ts';
import { countSchema, presenter } from '../resource.ts';
import { invoiceResource } from './resource.ts';

const text = z.string();
const day = z.iso.date().nullable();

/** The filters of a list or an export; null: none. */
export const appliedFilters = presenter(
  z.object({
    type: z.enum(BILLING_TYPES).nullable(),
    status: z.enum(INVOICE_STATUSES).nullable().describe('Status filter; null for any.'),
    start_date: day.describe('First UTC day of creation, inclusive; null for no limit.'),
    end_date: day.describe('Last UTC day of creation, inclusive; null for no limit.'),
    sort: z.enum(INVOICE_SORTS).describe('Sort field.'),
    dir: z.enum(['asc', 'desc']).describe('Sort direction.'),
  }),
  ({ type, status, start_date, end_date, sort, dir }: Omit<InvoicePage['query'], 'page' | 'per_page'>) => ({
    type: type ?? null,
    status: status ?? null,
    start_date: start_date ?? null,
    end_date: end_date ?? null,
    sort,
    dir,
  }),
);

/** A page of invoices, with the page numbers that only this list has. */
export const invoicePage = presenter(
  z
    .object({
      data: z.array(invoiceResource.schema),
      pagination: z
        .object({
          current_page: z.int().positive().describe('Page number, from 1.'),
          per_page: z.int().positive().describe('Invoices per page at most.'),
          total: countSchema.describe('Total number of invoices that match the filters.'),
          last_page: z.int().positive().describe('Number of the last page; 1 if there are no invoices.'),
        })
        .describe('Position of this page in the list.'),
      meta: z.object({ next_cursor: nextCursorSchema }).optional().describe('Only if `cursor` was given.'),
      filters_applied: appliedFilters.schema.describe('Filters and order of this list, including defaults.'),
    })
    .meta({ title: 'InvoicePage' }),
  ({ rows, total, page, per_page, next_cursor, query }: InvoicePage, context) => ({
    data: rows.map((row) => invoiceResource.present(row, context)),
    pagination: { current_page: page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
    ...(next_cursor !== undefined && { meta: { next_cursor } }),
    filters_applied: appliedFilters.present(query, context),
  }),
);

const moneySum = exactNumberSchema.describe('With all digits of the currency.');
const sum = { count: countSchema.describe('Number of invoices.'), total: moneySum };

/** Sums by currency. */
export const invoiceSummary = presenter(
  z.object({
    data: z.object({
      period: z
        .object({
          start_date: day.describe('First UTC day of creation, inclusive; null for no limit.'),
          end_date: day.describe('Last UTC day of creation, inclusive; null for no limit.'),
        })
        .describe('The invoices included, as filtered by the query.'),
      by_currency: z
        .array(
          z.object({
            currency: text.describe('ISO 4217 code.'),
            ...sum,
            paid: moneySum.describe('Total paid, less what was returned.'),
            outstanding: moneySum.describe('The sum of `amount_due`.'),
            by_type: z
              .array(
                z.object({ billing_type: z.enum(BILLING_TYPES).describe('Type billed by these invoices.'), ...sum }),
              )
              .describe('The same invoices by billing type; types without invoices are omitted.'),
            by_status: z
              .array(z.object({ status: z.enum(INVOICE_STATUSES).describe('Status of these invoices.'), ...sum }))
              .describe('The same invoices by status; statuses without invoices are omitted.'),
          }),
        )
        .describe('Totals per currency.'),
    }),
  }),
  ({ period, sums }: InvoiceSummary) => ({
    data: {
      period: { start_date: period.start_date ?? null, end_date: period.end_date ?? null },
      by_currency: [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, group]) => {
        const groups = {
          type: Map.groupBy(group, (of) => of.billing_type),
          status: Map.groupBy(group, (of) => of.status),
        };
        return {
          currency,
          ...sumOf(group),
          paid: amountOf(group, ({ paid_minor }) => new Big(paid_minor)),
          outstanding: amountOf(
            [...(groups.status.get('open') ?? []), ...(groups.status.get('uncollectible') ?? [])],
            ({ total_minor, paid_minor, credited_minor }) =>
              new Big(total_minor).minus(paid_minor).minus(credited_minor),
          ),
          by_type: [...groups.type].map(([billing_type, of]) => ({ billing_type, ...sumOf(of) })),
          by_status: [...groups.status].map(([status, of]) => ({ status, ...sumOf(of) })),
        };
      }),
    },
  }),
);

type Sums = InvoiceSummary['sums'];

function sumOf(group: Sums): { count: number; total: number | ExactNumber } {
  return {
    count: group.reduce((total, { count }) => total + count, 0),
    total: amountOf(group, ({ total_minor }) => new Big(total_minor)),
  };
}

/** The amount of the sums in one currency. */
function amountOf(group: Sums, minorUnitsOf: (of: Sums[number]) => Big): number | ExactNumber {
  const [first] = group;
  if (!first) return 0;
  const minorUnits = group.reduce((total, of) => total.plus(minorUnitsOf(of)), new Big(0));
  return exactNumber(exactAmount(minorUnits, first.currency).toFixed());
}
