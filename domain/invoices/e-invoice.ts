import Big from 'big.js';
import type { TaxId } from '../kernel/invoicing.ts';
import { minorDigits } from '../kernel/money.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import type { IssuedInvoice } from './rules.ts';
import type { TaxTotal } from './table.ts';

/** Digits after the point that EN 16931 allows in an amount (rules BR-DEC-09 to BR-DEC-28). */
const MAX_DIGITS = 2;

/**
 * Currencies that the standard's list of codes has not (rules BR-CL-03 and BR-CL-04, version 1.3.16): six that ISO 4217 has
 * withdrawn, and the dobra of 2018.
 */
const UNLISTED_CURRENCIES: ReadonlySet<string> = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'STN', 'ZWL']);

/**
 * What keeps an invoice from being an e-invoice of EN 16931, by field; undefined: nothing. The names are those of the
 * invoice in the API.
 */
export function missingForEInvoice(invoice: IssuedInvoice): ErrorDetails | undefined {
  const { seller, buyer, tax_totals: totals, currency } = invoice;
  const missing: Record<string, string[]> = {};
  // The standard has no word for it, so the document would ask for the whole amount.
  if (invoice.status === 'void') missing['status'] = ['The invoice is voided.'];
  if (!seller) missing['seller'] = ['The operator had not said who sells when the invoice was issued.'];
  if (seller && seller.address.country === null) missing['seller.address.country'] = ['Is needed.'];
  if (seller && seller.tax_ids.length === 0) missing['seller.tax_ids'] = ['At least one number is needed.'];
  else if (seller && needsSellersNumber(totals) && !seller.tax_ids.some(isVatNumber))
    missing['seller.tax_ids'] = ['A number for value added tax is needed for exports and supplies within the Union.'];
  if (!buyer) missing['buyer'] = ['The invoice was issued before billing identities were kept.'];
  if (buyer && buyer.address.country === null) missing['buyer.address.country'] = ['Is needed.'];
  if (buyer && needsBuyersNumber(totals) && !buyer.tax_ids.some(isVatNumber))
    missing['buyer.tax_ids'] = ['A number for value added tax is needed, since the buyer owes the tax.'];
  if (minorDigits(currency) > MAX_DIGITS) missing['currency'] = ['Its amounts have more than two digits.'];
  if (UNLISTED_CURRENCIES.has(currency)) missing['currency'] = ['The standard has no code for it.'];
  const problem = problemOfTotals(totals, currency);
  if (problem !== undefined) missing['tax_totals'] = [problem];
  return Object.keys(missing).length === 0 ? undefined : missing;
}

function needsBuyersNumber(totals: readonly TaxTotal[] | null): boolean {
  return totals?.some(({ category }) => category === 'AE' || category === 'K') === true;
}

/** BR-IC-02 and BR-G-02; all other categories take a registration of any kind. */
function needsSellersNumber(totals: readonly TaxTotal[] | null): boolean {
  return totals?.some(({ category }) => category === 'K' || category === 'G') === true;
}

/** Categories that have no reason (BR-S-10, BR-Z-10). */
const WITHOUT_REASON: ReadonlySet<string> = new Set(['S', 'Z']);

/**
 * Totals as EN 16931 has them: one for each category and rate (BR-S-08, BR-E-01 and their like), where an invoice has one
 * for each reason, too.
 */
export function breakdownOf(totals: readonly TaxTotal[]): TaxTotal[] {
  const groups = Map.groupBy(totals, ({ category, rate }) => `${category} ${rate}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const reasons = new Set(
      group.flatMap(({ category, reason }) => (WITHOUT_REASON.has(category) ? [] : (reason ?? []))),
    );
    return {
      ...first,
      taxable_minor: group.reduce((sum, { taxable_minor }) => sum + taxable_minor, 0),
      tax_minor: group.reduce((sum, { tax_minor }) => sum + tax_minor, 0),
      reason: reasons.size > 0 ? [...reasons].join('; ') : null,
    };
  });
}

function problemOfTotals(all: readonly TaxTotal[] | null, currency: string): string | undefined {
  if (all === null || all.length === 0) return 'The invoice was issued before they were kept, or has no lines.';
  const totals = breakdownOf(all);
  // BR-O-11: what is out of the scope of tax stands alone.
  if (totals.length > 1 && totals.some(({ category }) => category === 'O'))
    return 'What is out of the scope of tax needs an invoice of its own.';
  const tolerance = 10 ** minorDigits(currency);
  // BR-S-09 and its like allow less than one unit of the currency, which thousands of rounded lines may exceed.
  const isFar = totals.some(({ taxable_minor, tax_minor, rate }) =>
    new Big(taxable_minor).times(rate).minus(tax_minor).abs().gte(tolerance),
  );
  return isFar ? 'Tax that is rounded by line is too far from that of the sum; round by invoice.' : undefined;
}

/** Countries' own forms of numbers for value added tax. */
const VAT_TYPES: ReadonlySet<string> = new Set(['eu_vat', 'gb_vat', 'ch_vat', 'no_vat']);

/** Whether a number is one for value added tax with the prefix of its country, once it is written by `vatNumberOf`. */
export function isVatNumber({ type }: TaxId): boolean {
  return VAT_TYPES.has(type);
}

/** A number for value added tax as EN 16931 has it: with its country's prefix (rule BR-CO-09), without hyphens. */
export function vatNumberOf({ type, value }: TaxId): string {
  const plain = value.replaceAll('-', '');
  return type === 'no_vat' && !plain.startsWith('NO') ? `NO${plain}` : plain;
}
