import { breakdownOf } from '../../../domain/invoices/e-invoice.ts';
import type { InvoiceLineRow, TaxTotal } from '../../../domain/invoices/table.ts';
import type { PostalAddress } from '../../../domain/kernel/invoicing.ts';
import { amountText, plainDecimal } from '../../../domain/kernel/money.ts';
import { creditedOn, descriptionOf } from '../credit-texts.ts';
import { empty, group, leaf, type Node, xmlOf } from './element.ts';
import {
  buyerVatNumber,
  COMMERCIAL_INVOICE,
  type CompleteDocument,
  type CompleteInvoice,
  CREDIT_NOTE,
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

const NAMESPACES = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
].join(' ');
/** UNTDID 2379: a day without separators. */
const DAY_FORMAT = '102';

/** The document in the other syntax of EN 16931, UN/CEFACT CII (D16B), as files of invoices contain it. */
export function ciiOf(document: CompleteDocument, lines: readonly InvoiceLineRow[]): string {
  const { invoice, credits } = document;
  const head = [
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', SPECIFICATION)),
    ),
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', credits ? CREDIT_NOTE : COMMERCIAL_INVOICE),
      moment('ram:IssueDateTime', dayOf(invoice.issued_at)),
      group('ram:IncludedNote', leaf('ram:Content', noteOf(document))),
    ),
  ];
  const foot = [
    agreementOf(invoice),
    // Mandatory even without content.
    deliveryOf(invoice) ?? empty('ram:ApplicableHeaderTradeDelivery'),
    settlementOf(document),
  ];
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${NAMESPACES}>`,
    ...head.map(xmlOf),
    '<rsm:SupplyChainTradeTransaction>',
    // One at a time, since there may be thousands.
    ...lines.map((line) => xmlOf(lineOf(line, document))),
    ...foot.map(xmlOf),
    '</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>',
  ].join('');
}

function lineOf(line: InvoiceLineRow, document: CompleteDocument): Node {
  const { invoice } = document;
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(line.position))),
    group(
      'ram:SpecifiedTradeProduct',
      leaf('ram:Name', descriptionOf(line, document)) ?? leaf('ram:Name', String(line.position)),
    ),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', plainDecimal(line.unit_amount))),
    ),
    group(
      'ram:SpecifiedLineTradeDelivery',
      leaf('ram:BilledQuantity', plainDecimal(line.quantity), { unitCode: PIECE }),
    ),
    group(
      'ram:SpecifiedLineTradeSettlement',
      taxOf({ category: line.tax_category ?? 'Z', rate: line.tax_rate }),
      periodOf(line),
      group(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        amount('ram:LineTotalAmount', line.amount_minor, invoice),
      ),
    ),
  );
}

function agreementOf(invoice: CompleteInvoice): Node {
  const { seller, buyer, billing_name } = invoice;
  const numbers = sellerNumbers(invoice);
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    group(
      'ram:SellerTradeParty',
      leaf('ram:ID', numbers.identifier),
      leaf('ram:Name', seller.name),
      leaf('ram:Description', seller.register),
      contactOf(seller.email),
      addressOf(seller.address),
      registration(numbers.vat, 'VA'),
      registration(numbers.other, 'FC'),
    ),
    group(
      'ram:BuyerTradeParty',
      leaf('ram:Name', buyer.legal_name ?? billing_name),
      contactOf(buyer.email),
      addressOf(buyer.address),
      registration(buyerVatNumber(invoice), 'VA'),
    ),
    group('ram:BuyerOrderReferencedDocument', leaf('ram:IssuerAssignedID', buyer.purchase_order)),
  );
}

function contactOf(email: string | null): Node {
  return group('ram:DefinedTradeContact', group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', email)));
}

function addressOf({ line1, line2, postal_code, city, region, country }: PostalAddress): Node {
  return group(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', postal_code),
    leaf('ram:LineOne', line1),
    leaf('ram:LineTwo', line2),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
    leaf('ram:CountrySubDivisionName', region),
  );
}

function registration(number: string | null, scheme: string): Node {
  return group('ram:SpecifiedTaxRegistration', leaf('ram:ID', number, { schemeID: scheme }));
}

function deliveryOf(invoice: CompleteInvoice): Node {
  if (!namesDelivery(invoice)) return null;
  const { buyer, issued_at } = invoice;
  return group(
    'ram:ApplicableHeaderTradeDelivery',
    group('ram:ShipToTradeParty', group('ram:PostalTradeAddress', leaf('ram:CountryID', buyer.address.country))),
    group('ram:ActualDeliverySupplyChainEvent', moment('ram:OccurrenceDateTime', dayOf(issued_at))),
  );
}

function settlementOf(document: CompleteDocument): Node {
  const { invoice, credits } = document;
  const { seller, tax_totals: totals, due_at } = invoice;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    seller.bank && !credits ? leaf('ram:PaymentReference', invoice.number) : null,
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    credits ? null : paymentMeansOf(invoice),
    breakdownOf(totals).map((total) => taxOf(total, invoice)),
    periodOf(invoice),
    group(
      'ram:SpecifiedTradePaymentTerms',
      // A due date or terms are mandatory (BR-CO-25), and a credit note has no due date.
      credits ? leaf('ram:Description', creditedOn(credits, document)) : null,
      moment('ram:DueDateDateTime', dayOf(due_at)),
    ),
    summationOf(invoice),
    creditedInvoice(document),
  );
}

function paymentMeansOf({ seller: { bank } }: CompleteInvoice): Node {
  if (!bank) return null;
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', CREDIT_TRANSFER),
    group('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', bank.iban), leaf('ram:AccountName', bank.name)),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', bank.bic)),
  );
}

/** The invoice that a credit note is about (BG-3). */
function creditedInvoice({ credits }: CompleteDocument): Node {
  if (!credits) return null;
  return group(
    'ram:InvoiceReferencedDocument',
    leaf('ram:IssuerAssignedID', credits.invoiceNumber),
    group(
      'ram:FormattedIssueDateTime',
      leaf('qdt:DateTimeString', dayOf(credits.issuedAt)?.replaceAll('-', '') ?? null, { format: DAY_FORMAT }),
    ),
  );
}

/** The tax of a line, or with an invoice that of its lines with one rate. */
function taxOf(total: Pick<TaxTotal, 'category' | 'rate'>): Node;
function taxOf(total: TaxTotal, invoice: CompleteInvoice): Node;
function taxOf(
  { category, rate, ...sums }: Pick<TaxTotal, 'category' | 'rate'> & Partial<TaxTotal>,
  invoice?: CompleteInvoice,
): Node {
  const { tax_minor: tax = 0, taxable_minor: basis = 0, reason = null } = sums;
  return group(
    'ram:ApplicableTradeTax',
    invoice ? amount('ram:CalculatedAmount', tax, invoice) : null,
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', reason),
    invoice ? amount('ram:BasisAmount', basis, invoice) : null,
    leaf('ram:CategoryCode', category),
    leaf('ram:RateApplicablePercent', percentOf(category, rate)),
  );
}

function summationOf(invoice: CompleteInvoice): Node {
  const { subtotal_minor, tax_minor, total_minor, currency } = invoice;
  const prepaid = prepaidOf(invoice);
  return group(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', subtotal_minor, invoice),
    amount('ram:TaxBasisTotalAmount', subtotal_minor, invoice),
    leaf('ram:TaxTotalAmount', amountText(tax_minor, currency), { currencyID: currency }),
    amount('ram:GrandTotalAmount', total_minor, invoice),
    amount('ram:TotalPrepaidAmount', prepaid, invoice),
    amount('ram:DuePayableAmount', total_minor - prepaid, invoice),
  );
}

function amount(name: string, minorUnits: number, { currency }: CompleteInvoice): Node {
  return leaf(name, amountText(minorUnits, currency));
}

function periodOf({ period_start, period_end }: { period_start: string | null; period_end: string | null }): Node {
  return group(
    'ram:BillingSpecifiedPeriod',
    moment('ram:StartDateTime', period_start),
    moment('ram:EndDateTime', period_end),
  );
}

function moment(name: string, day: string | null): Node {
  return group(name, leaf('udt:DateTimeString', day?.replaceAll('-', '') ?? null, { format: DAY_FORMAT }));
}
