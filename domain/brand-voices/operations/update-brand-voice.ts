import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { differs } from '../../kernel/differs.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { brandVoiceParams, type ProductChange, updateBrandVoiceBody } from '../schema.ts';
import { findVoicesOfProducts, lockBrandVoice, replaceProducts, updateBrandVoiceRow } from '../store.ts';
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
  lock: (tx, _call, { id }) => lockBrandVoice(tx.em, id),
  async change(tx, { input: { products, ...voice }, target: { id } }): Promise<BrandVoice> {
    // First, so that concurrent changes come one after another.
    if (!(await lockBrandVoice(tx.em, id))) throw notFound('Brand voice');
    const before = await changedVoice(tx.em, id);
    if (!differs(before, voice) && hasProducts(before, products)) {
      tx.unchanged();
      return before;
    }
    if (!(await updateBrandVoiceRow(tx.em, tx.now, id, voice))) throw notFound('Brand voice');
    if (products) {
      await requireStillThere(tx, id, products);
      await replaceProducts(tx.em, id, products);
    }
    return changedVoice(tx.em, id);
  },
  audit: ({ id }, { input }) => ({ type: 'brand_voice', id, details: { fields: Object.keys(input) } }),
});

/** Whether the voice has these products already, in this order; where none are given, they stay. */
function hasProducts(voice: BrandVoice, products: readonly ProductChange[] | undefined): boolean {
  if (!products) return true;
  if (products.length !== voice.products.length) return false;
  return voice.products.every((product, index) => {
    const given = products[index];
    return given?.id === product.id && !differs(product, given);
  });
}

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
