import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords, findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import type { SizedImage, SizeName } from '../../infra/images/port.ts';
import type { BoardItem } from '../content-items/store.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import {
  type ContentImage,
  type ContentImageRow,
  type ContentPictureRow,
  contentImageTable,
  contentPictureFileTable,
  contentPictureTable,
} from './table.ts';

const WITH_PICTURE = {
  ...contentImageTable.columns,
  ...pick(contentPictureTable, 'mime', 'width', 'height', 'bytes', 'sizes'),
};
const SHOWN = 'i.*, p.mime, p.width, p.height, p.bytes, p.sizes';
const JOINED = 'content_image i JOIN content_picture p ON p.id = i.content_picture_id';

/** The item whose images are meant. */
export type IllustratedItem = Pick<BoardItem, 'id' | 'partner_id'>;

/** An image with what it shows; null when there is none. */
export function findImage(db: Db, id: number): Promise<ContentImage | null> {
  return queryMaybeRow(db, WITH_PICTURE, `SELECT ${SHOWN} FROM ${JOINED} WHERE i.id = $1`, [id]);
}

/** The image of an item that shows a file of this hash; null when there is none. */
export function findImageOf(db: Db, { id, partner_id }: IllustratedItem, hash: string): Promise<ContentImage | null> {
  return queryMaybeRow(
    db,
    WITH_PICTURE,
    `SELECT ${SHOWN} FROM ${JOINED} WHERE i.content_item_id = $1 AND i.partner_id = $2 AND p.content_hash = $3`,
    [id, partner_id, hash],
  );
}

/** A page of the images of an item, oldest first. */
export function selectImages(
  db: Db,
  { id, partner_id }: IllustratedItem,
  page: PageRequest,
): Promise<Page<ContentImage>> {
  const where = 'i.content_item_id = $1 AND i.partner_id = $2';
  const values = [id, partner_id];
  return selectPage(
    db,
    {
      columns: WITH_PICTURE,
      select: SHOWN,
      from: JOINED,
      where,
      values,
      order: { keys: ['i.id'], isAscending: true },
    },
    page,
  );
}

/** Most images of an item that are looked at together; operators may allow more of them. */
const MAX_TOGETHER = 200;

/** The first images of an item. */
export function selectItemImages(db: Db, { id, partner_id }: IllustratedItem): Promise<ContentImage[]> {
  return queryRows(
    db,
    WITH_PICTURE,
    `SELECT ${SHOWN} FROM ${JOINED} WHERE i.content_item_id = $1 AND i.partner_id = $2 ORDER BY i.id LIMIT ${MAX_TOGETHER}`,
    [id, partner_id],
  );
}

/** Number of images of an item. */
export function countOfItem(db: Db, { id, partner_id }: IllustratedItem): Promise<number> {
  return countRecords(db, contentImageTable, { content_item_id: id, partner_id });
}

/** Bytes of what a partner's images show, each file once. */
export async function sumImageBytes(db: Db, partnerId: number): Promise<number> {
  const summed = 'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM content_picture WHERE partner_id = $1';
  return (await queryRow(db, { bytes: bigint() }, summed, [partnerId])).bytes;
}

/** Whether the partner has a file of this hash. */
export async function hasPicture(db: Db, partnerId: number, hash: string): Promise<boolean> {
  return (await findRecord(db, contentPictureTable, { partner_id: partnerId, content_hash: hash })) !== null;
}

/** The partner's file of this hash, kept until the transaction ends; null when there is none, or none any more. */
export async function keepPicture(em: EntityManager, partnerId: number, hash: string): Promise<number | null> {
  const row = await queryMaybeRow(
    em,
    pick(contentPictureTable, 'id'),
    'SELECT id FROM content_picture WHERE partner_id = $1 AND content_hash = $2 FOR KEY SHARE',
    [partnerId, hash],
  );
  return row?.id ?? null;
}

/** Inserts what an image shows, in all its sizes; returns its id. */
export async function insertPicture(
  em: EntityManager,
  picture: Omit<ContentPictureRow, 'id' | 'width' | 'height' | 'bytes' | 'sizes'>,
  sizes: readonly SizedImage[],
): Promise<number> {
  const { width = 0, height = 0 } = sizes.at(-1) ?? {};
  const stored = sizes.map(({ bytes, ...size }) => ({ ...size, bytes: bytes.length }));
  const bytes = stored.reduce((sum, size) => sum + size.bytes, 0);
  const { id } = await insertRecord(em, contentPictureTable, { ...picture, width, height, bytes, sizes: stored });
  for (const { name, bytes: body } of sizes) {
    await insertRecord(em, contentPictureFileTable, { content_picture_id: id, size: name, body: Buffer.from(body) });
  }
  return id;
}

/** Inserts an image that the text calls by its id; returns this. */
export async function insertImage(
  em: EntityManager,
  image: Omit<ContentImageRow, 'id' | 'reference'>,
): Promise<number> {
  const row = await queryRow(
    em,
    pick(contentImageTable, 'id'),
    `WITH next AS (SELECT nextval(pg_get_serial_sequence('content_image', 'id')) AS id)
     INSERT INTO content_image (id, reference, partner_id, content_item_id, content_picture_id, alt_text, created_at)
     OVERRIDING SYSTEM VALUE SELECT id, id, $1, $2, $3, $4, $5 FROM next RETURNING id`,
    [image.partner_id, image.content_item_id, image.content_picture_id, image.alt_text, image.created_at],
  );
  return row.id;
}

/** Gives copies of the partner's items the images of their originals, which their texts call as before. */
export async function copyImages(
  em: EntityManager,
  now: Date,
  partnerId: number,
  copies: readonly { fromId: number; toId: number }[],
): Promise<void> {
  await execute(
    em,
    `INSERT INTO content_image (partner_id, content_item_id, content_picture_id, reference, alt_text, created_at)
     SELECT i.partner_id, c."toId", i.content_picture_id, i.reference, i.alt_text, $1
     FROM jsonb_to_recordset($3) AS c("fromId" bigint, "toId" bigint) JOIN content_image i ON i.content_item_id = c."fromId"
     WHERE i.partner_id = $2 ORDER BY i.id`,
    [now, partnerId, JSON.stringify(copies)],
  );
}

/** Locks an image; null when there is none. */
export function lockImage(em: EntityManager, id: number) {
  return queryMaybeRow(em, contentImageTable, 'SELECT * FROM content_image WHERE id = $1 FOR UPDATE', [id]);
}

/** Changes what an image shows in words. */
export async function updateAltText(em: EntityManager, id: number, alt_text: string): Promise<void> {
  await updateRecords(em, contentImageTable, { id }, { alt_text });
}

/** Deletes an image, and what it shows unless another one shows it; returns how many there were. */
export function deleteImageRow(em: EntityManager, id: number): Promise<number> {
  return deleteRecords(em, contentImageTable, { id });
}

/** The bytes of a size of what an image shows; null when there are none any more. */
export async function findImageFile(db: Db, pictureId: number, size: SizeName): Promise<Buffer | null> {
  return (await findRecord(db, contentPictureFileTable, { content_picture_id: pictureId, size }))?.body ?? null;
}

/** What is read of a file at once, bytes: the driver takes a millisecond for it. */
export const PIECE_BYTES = 262_144;

/** A piece of a file from a byte on, which is counted from 0; null when there is no such file any more. */
export async function findImagePiece(
  db: Db,
  { pictureId, size, from }: { pictureId: number; size: SizeName; from: number },
): Promise<Buffer | null> {
  const row = await queryMaybeRow(
    db,
    pick(contentPictureFileTable, 'body'),
    `SELECT substring(body FROM $3 FOR ${PIECE_BYTES}) AS body FROM content_picture_file WHERE content_picture_id = $1 AND size = $2`,
    [pictureId, size, from + 1],
  );
  return row?.body ?? null;
}

/**
 * The first image without words that the text of one of the partner's items among these shows, where the item is in another column;
 * null when there is none.
 */
export function findUndescribed(
  em: EntityManager,
  { partnerId, ids, status }: { partnerId: number; ids: readonly number[]; status: string },
): Promise<Pick<ContentImageRow, 'id' | 'content_item_id'> | null> {
  return queryMaybeRow(
    em,
    pick(contentImageTable, 'id', 'content_item_id'),
    `SELECT g.id, g.content_item_id
     FROM content_item i
     CROSS JOIN LATERAL (
       SELECT DISTINCT (regexp_matches(i.body, 'image:(\\d{1,15})\\M', 'g'))[1]::bigint AS reference
     ) shown
     JOIN content_image g ON g.content_item_id = i.id AND g.reference = shown.reference AND g.alt_text = ''
     WHERE i.id = ANY($2) AND i.partner_id = $1 AND i.settled_at IS NOT NULL AND i.kanban_status <> $3
       AND EXISTS (SELECT 1 FROM content_image e WHERE e.content_item_id = i.id AND e.partner_id = $1 AND e.alt_text = '')
     ORDER BY g.content_item_id, g.id LIMIT 1`,
    [partnerId, ids, status],
  );
}
