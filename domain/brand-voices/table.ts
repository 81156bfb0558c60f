import { bigint, identity, type Row, table, text, textArray, timestamp, varchar } from '../../infra/database/table.ts';

/** Voice of a partner's brand. */
export const brandVoiceTable = table(
  'brand_voice',
  {
    id: identity(),
    partner_id: bigint(),
    name: varchar(200),
    tagline: varchar(300).nullable(),
    audience: varchar(300).nullable(),
    tone: varchar(100).nullable(),
    style_guide: text().nullable(),
    dos: textArray(),
    /** Forbidden phrases. */
    donts: textArray(),
    languages: textArray(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners delete their own.' },
  { personal: ['text'] },
);
export type BrandVoiceRow = Row<typeof brandVoiceTable>;

/** A product of a brand voice. */
export const brandVoiceProductTable = table(
  'brand_voice_product',
  {
    id: identity(),
    brand_voice_id: bigint(),
    name: varchar(200),
    description: text().nullable(),
    key_features: textArray(),
  },
  { with: 'brand_voice' },
  { personal: ['text'], of: [{ to: 'brand_voice', by: 'brand_voice_id' }] },
);
export type BrandVoiceProductRow = Row<typeof brandVoiceProductTable>;

/** A product inside its brand voice. */
export type BrandVoiceProduct = Omit<BrandVoiceProductRow, 'brand_voice_id'>;

/** A brand voice with its products, in order of creation. */
export type BrandVoice = BrandVoiceRow & { products: BrandVoiceProduct[] };
