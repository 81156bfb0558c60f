import type { TaxId } from '../kernel/invoicing.ts';

/**
 * Numbers for value added tax within the European Union, by their prefix: the structures that VIES accepts
 * (https://ec.europa.eu/taxation_customs/vies/#/faq, question 11); XI is Northern Ireland.
 */
const EU_VAT: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/**
 * The other types, with Stripe's names and the structures that its table of tax ids shows
 * (https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id). `example` is for messages.
 */
const FORMATS = {
  eu_vat: { form: /^[A-Z]{2}[A-Z\d+*]{2,12}$/, example: 'DE123456789' },
  ae_trn: { form: /^\d{15}$/, example: '123456789012345' },
  au_abn: { form: /^\d{11}$/, example: '12345678912' },
  br_cnpj: { form: /^\d{8}\/?\d{4}-?\d{2}$/, example: '01234456/5432-10' },
  ca_bn: { form: /^\d{9}$/, example: '123456789' },
  ca_gst_hst: { form: /^\d{9}RT\d{4}$/, example: '123456789RT0002' },
  ch_vat: { form: /^CHE-?\d{9}(?:MWST|TVA|IVA)?$/, example: 'CHE-123456789MWST' },
  gb_vat: { form: /^GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, example: 'GB123456789' },
  il_vat: { form: /^\d{9}$/, example: '000012345' },
  in_gst: { form: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, example: '12ABCDE3456FGZH' },
  is_vat: { form: /^\d{5,6}$/, example: '123456' },
  jp_trn: { form: /^T\d{13}$/, example: 'T1234567891234' },
  kr_brn: { form: /^\d{3}-?\d{2}-?\d{5}$/, example: '123-45-67890' },
  mx_rfc: { form: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/, example: 'ABC010203AB9' },
  no_vat: { form: /^(?:NO)?\d{9}(?:MVA)?$/, example: '123456789MVA' },
  nz_gst: { form: /^\d{8,9}$/, example: '123456789' },
  sa_vat: { form: /^\d{15}$/, example: '123456789012345' },
  sg_gst: { form: /^[A-Z\d]{9,10}$/, example: 'M12345678X' },
  tr_tin: { form: /^\d{10}$/, example: '0123456789' },
  us_ein: { form: /^\d{2}-?\d{7}$/, example: '12-3456789' },
  za_vat: { form: /^4\d{9}$/, example: '4123456789' },
} as const;

type TaxIdType = keyof typeof FORMATS;

/** Types of tax numbers with Stripe's names. */
export const TAX_ID_TYPES = Object.keys(FORMATS) as [TaxIdType, ...TaxIdType[]];
/** What callers may send as a type: one of the types, or `vat` for the one of the number's prefix. */
export const GIVEN_TAX_ID_TYPES = [...TAX_ID_TYPES, 'vat'] as const;

/** The types that `vat` stands for, by prefix. */
const TYPE_OF_PREFIX: ReadonlyMap<string, TaxIdType> = new Map([
  ...Object.keys(EU_VAT).map((prefix) => [prefix, 'eu_vat'] as const),
  ['CH', 'ch_vat'],
  ['GB', 'gb_vat'],
  ['NO', 'no_vat'],
]);

/** A tax number without spaces and dots, in capitals. */
export function normalizeTaxId(value: string): string {
  return value.replace(/[\s.]/g, '').toUpperCase();
}

/** A normalised number with its own type; a sentence that says what is wrong where it has no form of that type. */
export function checkTaxId({
  type,
  value,
}: {
  type: (typeof GIVEN_TAX_ID_TYPES)[number];
  value: string;
}): TaxId | string {
  const own = type === 'vat' ? TYPE_OF_PREFIX.get(value.slice(0, 2)) : type;
  if (own === undefined) return `Must begin with one of ${[...TYPE_OF_PREFIX.keys()].join(', ')}.`;
  const { form, example } = FORMATS[own];
  const fits = own === 'eu_vat' ? EU_VAT[value.slice(0, 2)]?.test(value.slice(2)) === true : form.test(value);
  return fits ? { type: own, value } : `Must have the form of a number such as ${example}.`;
}

/** The member state, ISO 3166-1, that gave a number for value added tax; null for any other number. */
export function euCountryOf({ type, value }: TaxId): string | null {
  if (type !== 'eu_vat') return null;
  const prefix = value.slice(0, 2);
  return prefix === 'EL' ? 'GR' : prefix;
}
