import type { BrandVoice, UpdateBrandVoiceBody } from '../../api/generated/client/types.gen.ts';

type Attributes = BrandVoice['attributes'];
/** A product as it is written; without an id it is a new one. */
export type Product = Pick<Attributes['products'][number], 'name' | 'description' | 'key_features'> & { id?: number };
/** A brand voice as it is written. */
export type Voice = Pick<Attributes, Exclude<keyof UpdateBrandVoiceBody, 'products'>> & { products: Product[] };

/** A brand voice of which nothing was told yet. */
export const EMPTY_VOICE: Voice = {
  name: '',
  tagline: null,
  audience: null,
  tone: null,
  style_guide: null,
  dos: [],
  donts: [],
  languages: [],
  products: [],
};
/** The same of a product. */
export const NEW_PRODUCT: Product = { name: '', description: null, key_features: [] };
