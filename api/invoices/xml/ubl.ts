import { breakdownOf } from '../../../domain/invoices/e-invoice.ts';
import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow, TaxTotal } from '../../../domain/invoices/table.ts';
import type { PostalAddress } from '../../../domain/kernel/invoicing.ts';
import { amountText, plainDecimal } from '../../../domain/kernel/money.ts';
import { creditedOn, descriptionOf } from '../credit-texts.ts';
import { group, leaf, type Node, xmlOf } from './element.ts';
import {
  buyerVatNumber,
  COMMERCIAL_INVOICE,
  type CompleteDocument,
  type CompleteInvoice,
  CREDIT_NOTE as CREDIT_NOTE_CODE,
  CREDIT_TRANSFER,
  dayOf,
  namesDelivery,
  noteOf,
  PIECE,
  percentOf,
  prepaidOf,
  SPECIFICATION,
  sellerNumbers,
} from './terms.ts';

/** An invoice, or with `credits` a credit note in the form of one. */
export type UblDocument = CompleteDocument;

/** Names that differ between the two documents, and the code of UNTDID 1001. */
const INVOICE = {
  root: 'Invoice',
  type: 'cbc:InvoiceTypeCode',
  code: COMMERCIAL_INVOICE,
  line: 'cac:InvoiceLine',
  quantity: 'cbc:InvoicedQuantity',
};
const CREDIT_NOTE: typeof INVOICE = {
  root: 'CreditNote',
  type: 'cbc:CreditNoteTypeCode',
  code: CREDIT_NOTE_CODE,
  line: 'cac:CreditNoteLine',
  quantity: 'cbc:CreditedQuantity',
};

function namesOf({ credits }: UblDocument): typeof INVOICE {
  return credits ? CREDIT_NOTE : INVOICE;
}

const NAMESPACES = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** The end of the document, after its lines. */
export function closingOf(document: UblDocument): string {
  return `</${namesOf(document).root}>`;
}

/** The document up to its first line: UBL 2.1 by EN 16931. */
export function openingOf(document: UblDocument): string {
  const { invoice, credits } = document;
  const { buyer, tax_totals: totals } = invoice;
  const names = namesOf(document);
  const root = group(
    names.root,
    leaf('cbc:CustomizationID', SPECIFICATION),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', dayOf(invoice.issued_at)),
    leaf('cbc:DueDate', dayOf(invoice.due_at)),
    leaf(names.type, names.code),
    leaf('cbc:Note', noteOf(document)),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    periodOf(invoice),
    group('cac:OrderReference', leaf('cbc:ID', buyer.purchase_order)),
    creditedInvoice(document),
    group('cac:AccountingSupplierParty', sellerOf(invoice)),
    group('cac:AccountingCustomerParty', buyerOf(invoice)),
    deliveryOf(invoice),
    credits ? creditTerms(credits, document) : paymentOf(invoice),
    group(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', invoice.tax_minor, invoice),
      breakdownOf(totals).map((total) => subtotalOf(total, invoice)),
    ),
    monetaryTotalOf(invoice),
  );
  const xmlns = `urn:oasis:names:specification:ubl:schema:xsd:${names.root}-2`;
  if (root) Object.assign(root.attribs, { xmlns, ...NAMESPACES });
  const whole = xmlOf(root);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole.slice(0, -closingOf(document).length)}`;
}

/** A line of the document. */
export function lineOf(line: InvoiceLineRow, document: UblDocument): string {
  const { invoice } = document;
  const names = namesOf(document);
  return xmlOf(
    group(
      names.line,
      leaf('cbc:ID', String(line.position)),
      leaf(names.quantity, plainDecimal(line.quantity), { unitCode: PIECE }),
      amount('cbc:LineExtensionAmount', line.amount_minor, invoice),
      periodOf(line),
      group(
        'cac:Item',
        leaf('cbc:Name', descriptionOf(line, document)) ?? leaf('cbc:Name', String(line.position)),
        taxCategory('cac:ClassifiedTaxCategory', line.tax_category ?? 'Z', line.tax_rate),
      ),
      group('cac:Price', leaf('cbc:PriceAmount', plainDecimal(line.unit_amount), { currencyID: invoice.currency })),
    ),
  );
}

/** The invoice that a credit note is about (BG-3). */
function creditedInvoice({ credits }: UblDocument): Node {
  if (!credits) return null;
  const { invoiceNumber, issuedAt } = credits;
  return group(
    'cac:BillingReference',
    group('cac:InvoiceDocumentReference', leaf('cbc:ID', invoiceNumber), leaf('cbc:IssueDate', dayOf(issuedAt))),
  );
}

/** A due date or terms are mandatory (BR-CO-25), and a credit note has no due date. */
function creditTerms(credits: NonNullable<InvoiceDetail['credits']>, document: UblDocument): Node {
  return group('cac:PaymentTerms', leaf('cbc:Note', creditedOn(credits, document)));
}

function sellerOf(invoice: CompleteInvoice): Node {
  const { seller } = invoice;
  const { identifier, vat, other } = sellerNumbers(invoice);
  return group(
    'cac:Party',
    group('cac:PartyIdentification', leaf('cbc:ID', identifier)),
    addressOf(seller.address),
    taxScheme(vat, 'VAT'),
    taxScheme(other, 'TAX'),
    group(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', seller.name),
      leaf('cbc:CompanyLegalForm', seller.register),
    ),
    group('cac:Contact', leaf('cbc:ElectronicMail', seller.email)),
  );
}

function buyerOf(invoice: CompleteInvoice): Node {
  const { buyer, billing_name } = invoice;
  return group(
    'cac:Party',
    addressOf(buyer.address),
    taxScheme(buyerVatNumber(invoice), 'VAT'),
    group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', buyer.legal_name ?? billing_name)),
    group('cac:Contact', leaf('cbc:ElectronicMail', buyer.email)),
  );
}

function taxScheme(companyId: string | null, scheme: string): Node {
  if (companyId === null) return null;
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

function deliveryOf(invoice: CompleteInvoice): Node {
  if (!namesDelivery(invoice)) return null;
  const { issued_at, buyer } = invoice;
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

function taxCategory(name: string, category: string, rate: string, reason: string | null = null): Node {
  return group(
    name,
    leaf('cbc:ID', category),
    leaf('cbc:Percent', percentOf(category, rate)),
    leaf('cbc:TaxExemptionReason', reason),
    group('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  );
}

function monetaryTotalOf(invoice: CompleteInvoice): Node {
  const { subtotal_minor, total_minor } = invoice;
  const prepaid = prepaidOf(invoice);
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
