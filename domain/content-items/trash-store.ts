import type { EntityManager } from 'typeorm';
import { pick, queryRows } from '../../infra/database/sql.ts';
import { BOARD_ITEM, type BoardItem, WITHOUT_BODY } from './store.ts';
import { contentItemTable } from './table.ts';

/** Which items of a partner. */
export interface ItemsOf {
  partnerId: number;
  ids: readonly number[];
}

/** Moves the partner's items among these ids from the board to the trash, in id order; returns them. */
export function deleteItems(em: EntityManager, now: Date, { partnerId, ids }: ItemsOf): Promise<BoardItem[]> {
  return change(em, [now, partnerId, ids], {
    from: 'settled_at IS NOT NULL',
    set: 'settled_at = NULL, deleted_at = $1, updated_at = $1',
  });
}

/** Moves the partner's items among these ids from the trash to the columns in which they were, in id order; returns them. */
export function restoreItems(em: EntityManager, now: Date, { partnerId, ids }: ItemsOf): Promise<BoardItem[]> {
  return change(em, [now, partnerId, ids], {
    from: 'deleted_at IS NOT NULL',
    set: 'settled_at = $1, deleted_at = NULL, updated_at = $1',
  });
}

/** The partner's items among these ids that are in the trash, in id order and locked until the transaction ends. */
export async function lockDeletedItems(em: EntityManager, { partnerId, ids }: ItemsOf): Promise<number[]> {
  const rows = await queryRows(
    em,
    pick(contentItemTable, 'id'),
    `SELECT id FROM content_item WHERE id = ANY($2) AND partner_id = $1 AND deleted_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE`,
    [partnerId, ids],
  );
  return rows.map(({ id }) => id);
}

function change(em: EntityManager, values: unknown[], { from, set }: { from: string; set: string }) {
  return queryRows(
    em,
    BOARD_ITEM,
    `WITH found AS (
       SELECT id AS found_id FROM content_item WHERE id = ANY($3) AND partner_id = $2 AND ${from} ORDER BY id FOR NO KEY UPDATE
     ), changed AS (
       UPDATE content_item SET ${set} FROM found WHERE id = found_id RETURNING content_item.*
     )
     SELECT ${WITHOUT_BODY} FROM changed ORDER BY id`,
    values,
  );
}
