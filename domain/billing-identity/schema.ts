import { z } from 'zod';
import { languageTag, line, text } from '../kernel/schema.ts';
import { email } from '../users/schema.ts';
import { COUNTRIES } from './countries.ts';
import { checkTaxId, GIVEN_TAX_ID_TYPES, normalizeTaxId } from './tax-ids.ts';

/** Most tax numbers of a party. */
const MAX_TAX_IDS = 10;
/** The longest form has 17 characters; people write spaces between them. */
const MAX_TAX_ID_LENGTH = 40;

/** A code of ISO 3166-1 alpha-2. */
export const country = z.enum(COUNTRIES, 'Must be a country code of ISO 3166-1 alpha-2, such as DE.');

/** The fields of an address in the operator's file, each with its maximum. */
export const addressFields = {
  line1: text(255),
  line2: text(255),
  postal_code: text(20),
  city: text(120),
  region: text(120),
  country,
};

const nullable = <Output, Input>(field: z.ZodType<Output, Input>) => field.nullable().optional();

/** A tax number, checked by its form only. */
const taxId = z
  .object({
    type: z
      .enum(GIVEN_TAX_ID_TYPES, `Must be one of ${GIVEN_TAX_ID_TYPES.join(', ')}.`)
      .describe("Stripe's name of the type; `vat` is replaced with the one of the number's prefix."),
    value: text(MAX_TAX_ID_LENGTH).transform(normalizeTaxId).describe('Stored without spaces and dots, in upper case.'),
  })
  .transform((given, context) => {
    const checked = checkTaxId(given);
    if (typeof checked !== 'string') return checked;
    context.addIssue({ code: 'custom', path: ['value'], message: checked });
    return z.NEVER;
  });

/** Tax numbers of a party, each once. */
export const taxIds = z
  .array(taxId)
  .max(MAX_TAX_IDS, `Must have at most ${MAX_TAX_IDS} entries.`)
  .transform((ids) => [...new Map(ids.map((id) => [`${id.type} ${id.value}`, id])).values()]);

/** Fields that are sent are changed; null clears one. */
export const updateBillingIdentityBody = z.object({
  legal_name: nullable(line(255)).describe('Name on invoices; overrides the one set by administrators.'),
  address: nullable(
    z.object({
      line1: nullable(line(255)).describe('Street and number, or post office box.'),
      line2: nullable(line(255)).describe('Additional address line, such as a building or a floor.'),
      postal_code: nullable(line(20)).describe("Postal code in the country's format."),
      city: nullable(line(120)).describe('City, town or village.'),
      region: nullable(line(120)).describe('State, province or county.'),
      country: nullable(country).describe('ISO 3166-1 alpha-2 code.'),
    }),
  ).describe('Merged field by field; null clears the whole address.'),
  tax_ids: nullable(taxIds).describe('The whole list; replaces the present numbers.'),
  email: nullable(email).describe('E-mail address for invoices.'),
  purchase_order: nullable(line(120)).describe('Order number printed on invoices.'),
  language: nullable(languageTag()).describe('BCP 47 tag. Documents are in German for `de`, otherwise in English.'),
});
