import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findBrandVoice, findVoiceOfProduct } from './store.ts';
import type { BrandVoice, BrandVoiceProduct } from './table.ts';

/** The caller's brand voice; 404 when there is none, 403 when it is another partner's. */
export async function ownBrandVoice({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: number }): Promise<BrandVoice> {
  return ownedBy(call, 'Brand voice', await findBrandVoice(db, id), (voice) => voice.partner_id);
}

/** Largest brand voice with its products, bytes of JSON: several of them fit a page of a list. */
const MAX_VOICE_BYTES = 262_144;

/** A brand voice after a change. Throws NOT_FOUND, and VALIDATION_ERROR where it is too large. */
export async function changedVoice(em: Deps['db'], id: number): Promise<BrandVoice> {
  const voice = await findBrandVoice(em, id);
  if (!voice) throw notFound('Brand voice');
  if (Buffer.byteLength(JSON.stringify(voice)) > MAX_VOICE_BYTES)
    throw invalid({ products: [`With all its products the brand voice has more than ${MAX_VOICE_BYTES} bytes.`] });
  return voice;
}

/** A brand voice and optionally one of its products. */
export interface ChosenVoice {
  voice: BrandVoice;
  product: BrandVoiceProduct | null;
}

/** Ids from a body, and the field name of the product's id. */
interface Choice {
  voiceId: number | null | undefined;
  productId: number | null | undefined;
  productField: string;
}

/**
 * Loads voice and product; a product alone implies its voice; null without ids. Throws NOT_FOUND and FORBIDDEN as for a path,
 * and VALIDATION_ERROR when the product belongs to another voice of the partner.
 */
export async function chosenVoice(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { voiceId, productId, productField }: Choice,
): Promise<ChosenVoice | null> {
  const named = voiceId == null ? null : await ownBrandVoice(deps, call, { id: voiceId });
  if (productId == null) return named && { voice: named, product: null };
  const found = await findVoiceOfProduct(deps.db, productId);
  const voice = ownedBy(call, 'Product', found, ({ partner_id }) => partner_id);
  if (named && named.id !== voice.id) throw invalid({ [productField]: ['Is no product of this brand voice.'] });
  return { voice, product: voice.products.find(({ id }) => id === productId) ?? null };
}

/** Prompt context entries for a voice and a product. */
export function voiceContext(chosen: ChosenVoice | null): Record<string, unknown> {
  if (!chosen) return {};
  const { voice, product } = chosen;
  const { name, tagline, audience, tone, style_guide, dos, donts, languages } = voice;
  return {
    brand_voice: { name, tagline, audience, tone, style_guide, dos, donts, languages },
    ...(product && {
      product: { name: product.name, description: product.description, key_features: product.key_features },
    }),
  };
}
