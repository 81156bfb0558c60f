import type { IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { PostalAddress, TaxId } from '../../../domain/kernel/invoicing.ts';

/** Lines about who sells; none where the operator had not said it. */
export function sellerLines({ seller }: IssuedInvoice): string[] {
  return seller ? [seller.name, ...addressLines(seller.address), ...taxIdLines(seller.tax_ids)] : [];
}

/** Name of who buys: the legal name, else the one that administrators set. */
export function buyerName({ buyer, billing_name }: IssuedInvoice): string {
  return buyer?.legal_name ?? billing_name;
}

/** Lines about who buys, after the name: the address in fields, else the one that administrators set. */
export function buyerLines({ buyer, billing_address }: IssuedInvoice): string[] {
  const address = buyer ? addressLines(buyer.address) : [];
  return [
    ...(address.length > 0 || billing_address === null ? address : [billing_address]),
    ...taxIdLines(buyer?.tax_ids ?? []),
    ...(buyer?.purchase_order == null ? [] : [`Purchase order: ${buyer.purchase_order}`]),
  ];
}

/** Sentences below the totals: why there is no tax, what the seller says, its bank and register. */
export function closingLines({ seller, tax_totals }: IssuedInvoice): string[] {
  const reasons = new Set(tax_totals?.flatMap(({ reason }) => reason ?? []));
  if (!seller) return [...reasons];
  const { bank, sentences, register, email, footer } = seller;
  return [
    ...reasons,
    ...sentences,
    ...(bank ? [[bank.name, `IBAN ${bank.iban}`, bank.bic && `BIC ${bank.bic}`].filter(Boolean).join(', ')] : []),
    ...[register, email, footer].filter((line) => line !== null),
  ];
}

function addressLines({ line1, line2, postal_code, city, region, country }: PostalAddress): string[] {
  const place = [postal_code, city].filter((part) => part !== null).join(' ');
  return [line1, line2, place, region, country].filter((line) => line !== null && line !== '') as string[];
}

function taxIdLines(ids: readonly TaxId[]): string[] {
  return ids.length === 0 ? [] : [`Tax number: ${ids.map(({ value }) => value).join(', ')}`];
}
