import { z } from 'zod';
import {
  atLeastOneOf,
  creationOrName,
  includeBody,
  languageTag,
  looseText,
  onceValid,
  pageQuery,
  recordId,
  resettable,
  text,
} from '../kernel/schema.ts';

/** Maximum entries of a list; a prompt includes as many phrases. */
const MAX_ENTRIES = 50;
const MAX_PRODUCTS = 100;
const MAX_KEY_FEATURES = 20;

export const brandVoiceParams = z.object({ id: recordId.describe('Id of a brand voice.') });

export const listBrandVoicesQuery = z.object({ ...creationOrName, ...pageQuery(), ...includeBody });

/** An optional text; empty counts as null. */
const optionalText = (max?: number) =>
  looseText(max)
    .nullable()
    .transform((value) => value || null)
    .optional();

/** An optional list; null counts as the empty one. */
const list = <Entry extends z.ZodType>(entry: Entry, max = MAX_ENTRIES) =>
  resettable<z.output<Entry>[], z.input<Entry>[]>(z.array(entry).max(max, `Must have at most ${max} entries.`), []);

const product = {
  name: text(200).describe('Name of the product.'),
  description: optionalText(5_000).describe('Description of the product, for writers.'),
  key_features: list(text(300), MAX_KEY_FEATURES).describe('Claims that texts may make about the product.'),
};

const voice = {
  name: text(200).describe('Name of the brand.'),
  tagline: optionalText(300).describe('Slogan of the brand, for writers.'),
  audience: optionalText(300).describe('Default audience of texts.'),
  tone: optionalText(100).describe('Default tone of texts.'),
  style_guide: optionalText().describe('Rules for writers, as Markdown or plain text.'),
  dos: list(text(200)).describe('What texts should do.'),
  donts: list(text(200)).describe('Phrases that texts must not use; a text with one of them goes to review.'),
  languages: list(languageTag()).describe("BCP 47 tags of the brand's languages."),
};

export const createBrandVoiceBody = z.object({
  ...voice,
  products: list(z.object(product), MAX_PRODUCTS).describe(
    'Products of the brand; executions select one by `brand_voice_product_id`.',
  ),
});

/** Omitted fields keep their value. */
export const updateBrandVoiceBody = z.object({
  ...voice,
  name: voice.name.optional(),
  products: resettable(
    z
      .array(
        z
          .object({ ...product, id: recordId.optional(), name: product.name.optional() })
          .refine(({ id, name }) => id !== undefined || name !== undefined, {
            path: ['name'],
            error: 'Is required.',
            ...onceValid('id', 'name'),
          })
          .meta(atLeastOneOf('id', 'name')),
      )
      .max(MAX_PRODUCTS, `Must have at most ${MAX_PRODUCTS} entries.`)
      .refine((all) => new Set(idsOf(all)).size === idsOf(all).length, 'Must not name a product twice.'),
    [],
  ).describe('The whole list: entries with an id are changed, those without are added, missing ones are removed.'),
});

export type ProductChange = NonNullable<z.output<typeof updateBrandVoiceBody>['products']>[number];

function idsOf(all: readonly { id?: number | undefined }[]): number[] {
  return all.flatMap(({ id }) => id ?? []);
}
