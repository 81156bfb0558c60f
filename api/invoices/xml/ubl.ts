import Big from 'big.js';
import { isVatNumber, vatNumberOf } from '../../../domain/invoices/e-invoice.ts';
import type { IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow, TaxTotal } from '../../../domain/invoices/table.ts';
import type { Buyer, PostalAddress, Seller, TaxId } from '../../../domain/kernel/invoicing.ts';
import { amountText, plainDecimal } from '../../../domain/kernel/money.ts';
import { group, leaf, type Node, xmlOf } from './element.ts';

/** An invoice with both parties and its totals, as `missingForEInvoice` requires. */
export type CompleteInvoice = IssuedInvoice & { seller: Seller; buyer: Buyer; tax_totals: TaxTotal[] };

const NAMESPACES = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
/** UNTDID 1001: commercial invoice. */
const COMMERCIAL_INVOICE = '380';
/** UNTDID 4461: credit transfer. */
const CREDIT_TRANSFER = '30';
/** UN/ECE recommendation 20: one. */
const PIECE = 'C62';

/** The end of the document, after its lines. */
export const CLOSING = '</Invoice>';

/** The document up to its first line: UBL 2.1 by EN 16931. */
export function openingOf(invoice: CompleteInvoice): string {
  const { seller, buyer, tax_totals: totals } = invoice;
  const root = group(
    'Invoice',
    leaf('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', dayOf(invoice.issued_at)),
    leaf('cbc:DueDate', dayOf(invoice.due_at)),
    leaf('cbc:InvoiceTypeCode', COMMERCIAL_INVOICE),
    leaf('cbc:Note', [...seller.sentences, seller.footer].filter((text) => text !== null).join('\n')),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    periodOf(invoice),
    group('cac:OrderReference', leaf('cbc:ID', buyer.purchase_order)),
    group('cac:AccountingSupplierParty', sellerOf(invoice)),
    group('cac:AccountingCustomerParty', buyerOf(invoice)),
    deliveryOf(invoice),
    paymentOf(invoice),
    group(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', invoice.tax_minor, invoice),
      totals.map((total) => subtotalOf(total, invoice)),
    ),
    monetaryTotalOf(invoice),
  );
  if (root) Object.assign(root.attribs, NAMESPACES);
  const whole = xmlOf(root);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole.slice(0, -CLOSING.length)}`;
}

/** A line of the document. */
export function lineOf(line: InvoiceLineRow, invoice: CompleteInvoice): string {
  return xmlOf(
    group(
      'cac:InvoiceLine',
      leaf('cbc:ID', String(line.position)),
      leaf('cbc:InvoicedQuantity', plainDecimal(line.quantity), { unitCode: PIECE }),
      amount('cbc:LineExtensionAmount', line.amount_minor, invoice),
      periodOf(line),
      group(
        'cac:Item',
        leaf('cbc:Name', line.description) ?? leaf('cbc:Name', String(line.position)),
        taxCategory('cac:ClassifiedTaxCategory', line.tax_category ?? 'Z', line.tax_rate),
      ),
      group('cac:Price', leaf('cbc:PriceAmount', plainDecimal(line.unit_amount), { currencyID: invoice.currency })),
    ),
  );
}

function sellerOf({ seller, tax_totals }: CompleteInvoice): Node {
  const isTaxed = hasTax(tax_totals);
  return group(
    'cac:Party',
    // BR-CO-26 asks for an identifier, and BR-O-02 forbids one for tax where an invoice is out of its scope.
    isTaxed && seller.tax_ids.some(isVatNumber) ? null : seller.tax_ids.slice(0, 1).map(identification),
    addressOf(seller.address),
    isTaxed ? taxSchemesOf(seller.tax_ids) : null,
    group(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', seller.name),
      leaf('cbc:CompanyLegalForm', seller.register),
    ),
    group('cac:Contact', leaf('cbc:ElectronicMail', seller.email)),
  );
}

function buyerOf({ buyer, billing_name, tax_totals }: CompleteInvoice): Node {
  const number = buyer.tax_ids.find(isVatNumber);
  return group(
    'cac:Party',
    addressOf(buyer.address),
    number && hasTax(tax_totals) ? [taxScheme(vatNumberOf(number), 'VAT')] : null,
    group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', buyer.legal_name ?? billing_name)),
    group('cac:Contact', leaf('cbc:ElectronicMail', buyer.email)),
  );
}

function hasTax(totals: readonly TaxTotal[]): boolean {
  return totals.some(({ category }) => category !== 'O');
}

function identification({ value }: TaxId): Node {
  return group('cac:PartyIdentification', leaf('cbc:ID', value));
}

/** One number for value added tax, and one of another kind: the standard has places for one each. */
function taxSchemesOf(ids: readonly TaxId[]): Node[] {
  const vat = ids.find(isVatNumber);
  const other = ids.find((id) => !isVatNumber(id));
  return [vat ? taxScheme(vatNumberOf(vat), 'VAT') : null, other ? taxScheme(other.value, 'TAX') : null];
}

function taxScheme(companyId: string, scheme: string): Node {
  return group('cac:PartyTaxScheme', leaf('cbc:CompanyID', companyId), group('cac:TaxScheme', leaf('cbc:ID', scheme)));
}

function addressOf({ line1, line2, postal_code, city, region, country }: PostalAddress): Node {
  return group(
    'cac:PostalAddress',
    leaf('cbc:StreetName', line1),
    leaf('cbc:AdditionalStreetName', line2),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', postal_code),
    leaf('cbc:CountrySubentity', region),
    countryOf(country),
  );
}

function countryOf(country: string | null): Node {
  return group('cac:Country', leaf('cbc:IdentificationCode', country));
}

/** Supply within the Union names day and country of delivery (BR-IC-11, BR-IC-12). */
function deliveryOf({ tax_totals, issued_at, buyer }: CompleteInvoice): Node {
  if (!tax_totals.some(({ category }) => category === 'K')) return null;
  return group(
    'cac:Delivery',
    leaf('cbc:ActualDeliveryDate', dayOf(issued_at)),
    group('cac:DeliveryLocation', group('cac:Address', countryOf(buyer.address.country))),
  );
}

function paymentOf({ seller: { bank }, number }: CompleteInvoice): Node {
  if (!bank) return null;
  return group(
    'cac:PaymentMeans',
    leaf('cbc:PaymentMeansCode', CREDIT_TRANSFER),
    leaf('cbc:PaymentID', number),
    group(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', bank.iban),
      leaf('cbc:Name', bank.name),
      group('cac:FinancialInstitutionBranch', leaf('cbc:ID', bank.bic)),
    ),
  );
}

function subtotalOf({ taxable_minor, tax_minor, category, rate, reason }: TaxTotal, invoice: CompleteInvoice): Node {
  return group(
    'cac:TaxSubtotal',
    amount('cbc:TaxableAmount', taxable_minor, invoice),
    amount('cbc:TaxAmount', tax_minor, invoice),
    taxCategory('cac:TaxCategory', category, rate, reason),
  );
}

/** What is out of the scope of tax has no rate (BR-O-05). */
function taxCategory(name: string, category: string, rate: string, reason: string | null = null): Node {
  return group(
    name,
    leaf('cbc:ID', category),
    category === 'O' ? null : leaf('cbc:Percent', new Big(rate).times(100).toFixed()),
    leaf('cbc:TaxExemptionReason', reason),
    group('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  );
}

function monetaryTotalOf(invoice: CompleteInvoice): Node {
  const { subtotal_minor, total_minor } = invoice;
  const prepaid = Math.min(invoice.paid_minor, total_minor);
  return group(
    'cac:LegalMonetaryTotal',
    amount('cbc:LineExtensionAmount', subtotal_minor, invoice),
    amount('cbc:TaxExclusiveAmount', subtotal_minor, invoice),
    amount('cbc:TaxInclusiveAmount', total_minor, invoice),
    amount('cbc:PrepaidAmount', prepaid, invoice),
    amount('cbc:PayableAmount', total_minor - prepaid, invoice),
  );
}

function amount(name: string, minorUnits: number, { currency }: CompleteInvoice): Node {
  return leaf(name, amountText(minorUnits, currency), { currencyID: currency });
}

function periodOf({ period_start, period_end }: { period_start: string | null; period_end: string | null }): Node {
  return group('cac:InvoicePeriod', leaf('cbc:StartDate', period_start), leaf('cbc:EndDate', period_end));
}

function dayOf(moment: Date | null): string | null {
  return moment?.toISOString().slice(0, 10) ?? null;
}
