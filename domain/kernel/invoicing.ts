/** A postal address in fields; null: not given. `country` is a code of ISO 3166-1 alpha-2. */
export interface PostalAddress {
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
}

/** A tax number in its normalised form; the type is one of `TAX_ID_TYPES` of billing identities. */
export interface TaxId {
  type: string;
  value: string;
}

/** Who sells, as invoices print it. */
export interface Seller {
  name: string;
  address: PostalAddress;
  tax_ids: TaxId[];
  /** Entry in a public register, such as a court and a number. */
  register: string | null;
  email: string | null;
  bank: { name: string | null; iban: string; bic: string | null } | null;
  footer: string | null;
  /** Printed below the totals. */
  sentences: string[];
}

/** Who buys, as the partner's billing identity was at the invoice's issue. */
export interface Buyer {
  legal_name: string | null;
  address: PostalAddress;
  tax_ids: TaxId[];
  email: string | null;
  purchase_order: string | null;
  language: string | null;
}

/** Categories of tax, codes of UN/CEFACT 5305 that EN 16931 has. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** The tax of a line; `rate` is a fraction as a decimal string, and `reason` says why there is none. */
export interface LineTax {
  rate: string;
  category: TaxCategory;
  reason: string | null;
}

/** A tax for what fits all of its lists; null: it fits everything. */
interface TaxRule extends LineTax {
  /** The buyer's. */
  countries: string[] | null;
  /** Types of billing. */
  kinds: string[] | null;
  /** Dimensions of metered use. */
  dimensions: string[] | null;
}

/** The operator's rules of tax. */
export interface TaxRules {
  /** Whether tax is rounded for each line, or once for each rate of an invoice. */
  rounding: 'line' | 'invoice';
  /** The sentence of invoices under reverse charge; null: no such invoices are made. */
  reverse_charge: string | null;
  /** The first that fits counts. */
  rules: TaxRule[];
  /** For all that no rule fits. */
  otherwise: LineTax;
}

/** The operator's names of the accounts that the journal books on, by what is booked. */
export interface ChartOfAccounts {
  receivables: string;
  /** By billing type, and of all others. */
  revenue: Readonly<Record<string, string>> & { otherwise: string };
  /** What credit notes take back of the revenue; null: the account of the revenue. */
  refunds: string | null;
  /** `rates`: the first that fits counts. */
  tax: { otherwise: string; rates: readonly { rate: string; category: TaxCategory | null; account: string }[] };
  /** By payment gateway, and of payments whose gateway is not known. */
  clearing: Readonly<Record<string, string>> & { otherwise: string };
  /** What partners have paid over the total. */
  overpayments: string;
  /** Receivables that are written off. */
  write_offs: string;
}

/** Where the operator has not said any. */
const PURPOSES_AS_ACCOUNTS: ChartOfAccounts = {
  receivables: 'receivables',
  revenue: { otherwise: 'revenue' },
  refunds: null,
  tax: { otherwise: 'tax', rates: [] },
  clearing: { otherwise: 'clearing' },
  overpayments: 'overpayments',
  write_offs: 'write_offs',
};

/** The operator's settings of invoices. */
export interface Invoicing {
  /** null: not configured. */
  seller: Seller | null;
  /** PNG or JPEG file on the invoices of this seller. */
  logo: Buffer | null;
  /** null: not configured. */
  tax: TaxRules | null;
  accounts: ChartOfAccounts;
}

/** Where nothing is configured. */
export const NO_INVOICING: Invoicing = { seller: null, logo: null, tax: null, accounts: PURPOSES_AS_ACCOUNTS };
