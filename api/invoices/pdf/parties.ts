import { isVatNumber } from '../../../domain/invoices/e-invoice.ts';
import type { IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { PostalAddress, TaxId } from '../../../domain/kernel/invoicing.ts';
import type { Formats } from './formats.ts';
import type { Labels } from './labels/en.ts';
import { filled } from './labels/labels.ts';

/** How a document's language names and writes things. */
export interface Wording {
  labels: Labels;
  formats: Formats;
}

/** Lines about who sells; none where the operator had not said it. */
export function sellerLines({ seller }: Pick<IssuedInvoice, 'seller'>, wording: Wording): string[] {
  return seller ? [seller.name, ...addressLines(seller.address, wording), ...taxIdLines(seller.tax_ids, wording)] : [];
}

/** Name of who buys: the legal name, else the one that administrators set. */
export function buyerName({ buyer, billing_name }: Pick<IssuedInvoice, 'buyer' | 'billing_name'>): string {
  return buyer?.legal_name ?? billing_name;
}

/** Lines about who buys, after the name: the address in fields, else the one that administrators set. */
export function buyerLines(
  { buyer, billing_address }: Pick<IssuedInvoice, 'buyer' | 'billing_address'>,
  wording: Wording,
): string[] {
  const address = buyer ? addressLines(buyer.address, wording) : [];
  return [
    ...(address.length > 0 || billing_address === null ? address : [billing_address]),
    ...taxIdLines(buyer?.tax_ids ?? [], wording),
    ...(buyer?.purchase_order == null ? [] : [filled(wording.labels.purchase_order, { number: buyer.purchase_order })]),
  ];
}

/**
 * Sentences below the totals: why there is no tax, what the seller says, its bank and register. A credit note asks for no
 * payment, so it has neither the seller's sentences nor its bank.
 */
export function closingLines(
  { seller, tax_totals }: Pick<IssuedInvoice, 'seller' | 'tax_totals'>,
  isCredit = false,
): string[] {
  const reasons = new Set(tax_totals?.flatMap(({ reason }) => reason ?? []));
  if (!seller) return [...reasons];
  const { bank, sentences, register, email, footer } = seller;
  return [
    ...reasons,
    ...(isCredit ? [] : sentences),
    ...(bank && !isCredit
      ? [[bank.name, `IBAN ${bank.iban}`, bank.bic && `BIC ${bank.bic}`].filter(Boolean).join(', ')]
      : []),
    ...[register, email, footer].filter((line) => line !== null),
  ];
}

function addressLines(
  { line1, line2, postal_code, city, region, country }: PostalAddress,
  { formats }: Wording,
): string[] {
  const place = [postal_code, city].filter((part) => part !== null).join(' ');
  return [line1, line2, place, region, country && formats.country(country)].filter(
    (line) => line !== null && line !== '',
  ) as string[];
}

function taxIdLines(ids: readonly TaxId[], { labels }: Wording): string[] {
  const groups = [
    [labels.vat_number, ids.filter(isVatNumber)],
    [labels.tax_number, ids.filter((id) => !isVatNumber(id))],
  ] as const;
  return groups.flatMap(([label, own]) =>
    own.length === 0 ? [] : [filled(label, { numbers: own.map(({ value }) => value).join(', ') })],
  );
}
