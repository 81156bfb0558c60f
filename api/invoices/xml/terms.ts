import Big from 'big.js';
import { isVatNumber, vatNumberOf } from '../../../domain/invoices/e-invoice.ts';
import type { InvoiceDetail, IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { TaxTotal } from '../../../domain/invoices/table.ts';
import type { Buyer, Seller } from '../../../domain/kernel/invoicing.ts';
import { reasonOf } from '../credit-texts.ts';

/** An invoice with both parties and its totals, as `missingForEInvoice` requires. */
export type CompleteInvoice = IssuedInvoice & { seller: Seller; buyer: Buyer; tax_totals: TaxTotal[] };

/** UNTDID 1001: commercial invoice. */
export const COMMERCIAL_INVOICE = '380';
/** UNTDID 4461: credit transfer. */
export const CREDIT_TRANSFER = '30';
/** UN/ECE recommendation 20: one. */
export const PIECE = 'C62';
/** The specification that both syntaxes name. */
export const SPECIFICATION = 'urn:cen.eu:en16931:2017';

/** UNTDID 1001: credit note. */
export const CREDIT_NOTE = '381';

/** An invoice, or with `credits` a credit note in the form of one. */
export type CompleteDocument = Pick<InvoiceDetail, 'credits'> & { invoice: CompleteInvoice };

/** What the seller says, as one text (BT-22); of a credit note why it was made, and nothing about a payment. */
export function noteOf(document: CompleteDocument): string {
  const { credits, invoice } = document;
  const { sentences, footer } = invoice.seller;
  const said = credits ? [reasonOf(credits, document), footer] : [...sentences, footer];
  return said.filter((text) => text !== null).join('\n');
}

/** A party's numbers in the places that the standard has for them. */
interface PartyNumbers {
  /** BT-29: where there is no number for value added tax (BR-CO-26 asks for an identifier). */
  identifier: string | null;
  /** BT-31 or BT-48, with its country's prefix. */
  vat: string | null;
  /** BT-32: one of another kind. */
  other: string | null;
}

/** The seller's numbers; none for tax where an invoice is out of its scope (BR-O-02). */
export function sellerNumbers({ seller: { tax_ids: ids }, tax_totals }: CompleteInvoice): PartyNumbers {
  const isTaxed = hasTax(tax_totals);
  const vat = ids.find(isVatNumber);
  const other = ids.find((id) => !isVatNumber(id));
  return {
    identifier: isTaxed && vat ? null : (ids[0]?.value ?? null),
    vat: isTaxed && vat ? vatNumberOf(vat) : null,
    other: (isTaxed && other?.value) || null,
  };
}

/** The buyer's number for value added tax (BT-48); null where there is none, or no tax. */
export function buyerVatNumber({ buyer, tax_totals }: CompleteInvoice): string | null {
  const number = buyer.tax_ids.find(isVatNumber);
  return number && hasTax(tax_totals) ? vatNumberOf(number) : null;
}

function hasTax(totals: readonly TaxTotal[]): boolean {
  return totals.some(({ category }) => category !== 'O');
}

/** Supply within the Union names day and country of delivery (BR-IC-11, BR-IC-12). */
export function namesDelivery({ tax_totals }: CompleteInvoice): boolean {
  return tax_totals.some(({ category }) => category === 'K');
}

/** A rate as a percentage; what is out of the scope of tax has none (BR-O-05). */
export function percentOf(category: string, rate: string): string | null {
  return category === 'O' ? null : new Big(rate).times(100).toFixed();
}

/**
 * What was paid, without what was paid in excess (BT-113), minor units. 0 where the total is below 0, as of a credit note
 * that takes another one back.
 */
export function prepaidOf({ paid_minor, total_minor }: CompleteInvoice): number {
  return Math.max(0, Math.min(paid_minor, total_minor));
}

/** The UTC day of a moment; null of none. */
export function dayOf(moment: Date | null): string | null {
  return moment?.toISOString().slice(0, 10) ?? null;
}
