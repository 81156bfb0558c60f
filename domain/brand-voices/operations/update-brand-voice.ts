import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { brandVoiceParams, type ProductChange, updateBrandVoiceBody } from '../schema.ts';
import { findVoicesOfProducts, replaceProducts, updateBrandVoiceRow } from '../store.ts';
import type { BrandVoice } from '../table.ts';
import { changedVoice, ownBrandVoice } from '../target.ts';

/** The ids of a body's products, whatever else they have. */
const productIds = z.object({ id: recordId.optional().catch(undefined) }).catch({ id: undefined });

/** Updates a brand voice. Executions accepted earlier keep its old content. */
export const updateBrandVoice = operation({
  name: 'brand_voices.update',
  permission: 'manage_content',
  params: brandVoiceParams,
  target: ownBrandVoice,
  references: references({ products: z.array(productIds) }, requireOwnProducts),
  input: updateBrandVoiceBody,
  prepare: requireOwnProducts,
  async change(tx, { input: { products, ...voice }, target: { id } }): Promise<BrandVoice> {
    // First, because it locks the row and so serialises concurrent changes.
    if (!(await updateBrandVoiceRow(tx.em, tx.now, id, voice))) throw notFound('Brand voice');
    if (products) {
      await requireStillThere(tx, id, products);
      await replaceProducts(tx.em, id, products);
    }
    return changedVoice(tx.em, id);
  },
  audit: ({ id }, { input }) => ({ type: 'brand_voice', id, details: { fields: Object.keys(input) } }),
});

/** 404 for an unknown product, 403 for another partner's, 422 for one of another voice. */
async function requireOwnProducts(
  { db }: Deps,
  call: Call,
  { products = [] }: { products?: readonly Pick<ProductChange, 'id'>[] | undefined },
  voice: BrandVoice,
): Promise<void> {
  const found = new Map((await findVoicesOfProducts(db, idsOf(products))).map((row) => [row.id, row]));
  for (const [index, { id }] of products.entries()) {
    if (id === undefined) continue;
    const product = ownedBy(call, 'Product', found.get(id) ?? null, ({ partner_id }) => partner_id);
    if (product.brand_voice_id !== voice.id) {
      throw invalid({ [`products.${index}.id`]: ['Is no product of this brand voice.'] });
    }
  }
}

/** A concurrent change may have deleted a product. */
async function requireStillThere(
  { em }: { em: Deps['db'] },
  voiceId: number,
  products: readonly ProductChange[],
): Promise<void> {
  const found = await findVoicesOfProducts(em, idsOf(products));
  if (found.filter((row) => row.brand_voice_id === voiceId).length < idsOf(products).length) throw notFound('Product');
}

function idsOf(products: readonly Pick<ProductChange, 'id'>[]): number[] {
  return products.flatMap(({ id }) => id ?? []);
}
