import type { BrandVoice, UpdateBrandVoiceBody } from '../../api/generated/client/types.gen.ts';

type Attributes = BrandVoice['attributes'];
/** A product in the form. A new one has no id. */
export type Product = Pick<Attributes['products'][number], 'name' | 'description' | 'key_features'> & { id?: number };
/** A brand voice in the form. */
export type Voice = Pick<Attributes, Exclude<keyof UpdateBrandVoiceBody, 'products'>> & { products: Product[] };

/** A new brand voice. */
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
/** A new product. */
export const NEW_PRODUCT: Product = { name: '', description: null, key_features: [] };
