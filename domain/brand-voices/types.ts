import type { BrandVoiceProductRow, BrandVoiceRow } from './table.ts';

/** A product as its brand voice shows it. */
export type BrandVoiceProduct = Omit<BrandVoiceProductRow, 'brand_voice_id'>;

/** A brand voice with its products, in the order in which they were added. */
export type BrandVoice = BrandVoiceRow & { products: BrandVoiceProduct[] };
