import type { EntityManager } from 'typeorm';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { json } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listedColumns, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type Order, orderOf } from '../kernel/sql.ts';
import type { ProductChange } from './schema.ts';
import {
  type BrandVoice,
  type BrandVoiceProductRow,
  type BrandVoiceRow,
  brandVoiceProductTable,
  brandVoiceTable,
} from './table.ts';

const VOICE = { ...brandVoiceTable.columns, products: json<BrandVoice['products']>() };
const WITH_PRODUCTS = `v.*, (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'description', p.description,
                                                                       'key_features', p.key_features) ORDER BY p.id), '[]')
                             FROM brand_voice_product p WHERE p.brand_voice_id = v.id) AS products`;

/** Number of a partner's brand voices. */
export function countVoices(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, brandVoiceTable, { partner_id: partnerId });
}

/** A brand voice with its products; null when there is none. */
export async function findBrandVoice(db: Db, id: number): Promise<BrandVoice | null> {
  return queryMaybeRow(db, VOICE, `SELECT ${WITH_PRODUCTS} FROM brand_voice v WHERE v.id = $1`, [id]);
}

/** Locks a brand voice, and so its products, until the transaction ends; null when there is none. */
export function lockBrandVoice(em: EntityManager, id: number): Promise<BrandVoiceRow | null> {
  return lockRecord(em, brandVoiceTable, { id });
}

/** The brand voice that a product belongs to; null when there is no such product. */
export async function findVoiceOfProduct(db: Db, productId: number): Promise<BrandVoice | null> {
  const product = await findRecord(db, brandVoiceProductTable, { id: productId });
  return product && findBrandVoice(db, product.brand_voice_id);
}

/** A partner's brand voices, newest first; their long texts are cut. 422 when the page is too large. */
export async function selectBrandVoices(
  db: Db,
  partnerId: number,
  page: PageRequest & Order<'name'>,
): Promise<Page<BrandVoice>> {
  const { include } = page;
  const voice = listedColumns(brandVoiceTable.columns, { include, from: 'v' });
  const product = listedColumns(pick(brandVoiceProductTable, 'id', 'name', 'description', 'key_features'), { include });
  return selectPage(
    db,
    {
      columns: VOICE,
      select: `${voice}, (SELECT coalesce(json_agg(p ORDER BY p.id), '[]')
                          FROM (SELECT ${product} FROM brand_voice_product WHERE brand_voice_id = v.id) p) AS products`,
      from: 'brand_voice v',
      where: 'v.partner_id = $1',
      values: [partnerId],
      order: orderOf({ created_at: ['v.id'], name: ['lower(v.name)', 'v.id'] }, page),
      isLong: true,
    },
    page,
  );
}

/** Changes of a brand voice; absent values stay. */
type VoiceChanges = {
  [Name in keyof Omit<BrandVoiceRow, 'id' | 'partner_id' | 'created_at' | 'updated_at'>]?:
    | BrandVoiceRow[Name]
    | undefined;
};

/** Inserts a brand voice without products; returns its id. */
export async function insertBrandVoice(
  em: EntityManager,
  now: Date,
  partnerId: number,
  voice: VoiceChanges & { name: string },
): Promise<number> {
  const lists = { dos: voice.dos ?? [], donts: voice.donts ?? [], languages: voice.languages ?? [] };
  const row = { ...voice, ...lists, partner_id: partnerId, created_at: now, updated_at: now };
  return (await insertRecord(em, brandVoiceTable, row)).id;
}

/** Updates a brand voice and locks its row until the transaction ends; false when it does not exist. */
export async function updateBrandVoiceRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: VoiceChanges,
): Promise<boolean> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const changed = await updateRecords(em, brandVoiceTable, { id }, { ...given, updated_at: now });
  return changed === 1;
}

/** Deletes a brand voice with its products; false when it did not exist. */
export async function deleteBrandVoiceRow(em: EntityManager, id: number): Promise<boolean> {
  const changed = await deleteRecords(em, brandVoiceTable, { id });
  return changed === 1;
}

/** Replaces the products: entries with an id are updated, those without are inserted, missing ones are deleted. */
export async function replaceProducts(
  em: EntityManager,
  voiceId: number,
  products: readonly ProductChange[],
): Promise<void> {
  await execute(em, 'DELETE FROM brand_voice_product WHERE brand_voice_id = $1 AND id <> ALL($2)', [
    voiceId,
    products.flatMap(({ id }) => id ?? []),
  ]);
  for (const { id, ...product } of products) {
    const given = Object.fromEntries(Object.entries(product).filter(([, value]) => value !== undefined));
    if (id === undefined)
      await insertRecord(em, brandVoiceProductTable, { brand_voice_id: voiceId, key_features: [], ...given });
    else if (Object.keys(given).length > 0)
      await updateRecords(em, brandVoiceProductTable, { id, brand_voice_id: voiceId }, given);
  }
}

/** The brand voices of products, by product id; unknown products are left out. */
export async function findVoicesOfProducts(
  db: Db,
  productIds: readonly number[],
): Promise<(Pick<BrandVoiceProductRow, 'id' | 'brand_voice_id'> & { partner_id: number })[]> {
  if (productIds.length === 0) return [];
  return queryRows(
    db,
    { ...pick(brandVoiceProductTable, 'id', 'brand_voice_id'), partner_id: brandVoiceTable.columns.partner_id },
    `SELECT p.id, p.brand_voice_id, v.partner_id FROM brand_voice_product p JOIN brand_voice v ON v.id = p.brand_voice_id
     WHERE p.id = ANY($1)`,
    [productIds],
  );
}
