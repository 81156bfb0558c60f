import type { EntityManager } from 'typeorm';
import { type Changes, findRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { roundRobin } from '../kernel/sql.ts';
import {
  type ListingFanOut,
  type ListingSnapshotRow,
  type ListingWatchRow,
  listingSnapshotTable,
  listingWatchTable,
} from './table.ts';

/** A reading of a listing, as it is stored. */
export type NewSnapshot = Pick<ListingSnapshotRow, 'listing_id' | 'content' | 'etag' | 'fetched_at'>;

/** The last reading of a listing; null when it was never read. */
export function findSnapshot(db: Db, listingId: string): Promise<ListingSnapshotRow | null> {
  return findRecord(db, listingSnapshotTable, { listing_id: listingId });
}

/** What a listing is called, as its page was last read; null when it was never read. */
export function findListingNames(
  db: Db,
  listingId: string,
): Promise<{ title: string | null; short_description: string | null; vendor: string | null } | null> {
  const name = text().nullable();
  return queryMaybeRow(
    db,
    { title: name, short_description: name, vendor: name },
    `SELECT nullif(content->>'title', '') AS title, nullif(content->>'shortDescription', '') AS short_description,
            nullif(content->>'vendor', '') AS vendor
     FROM listing_snapshot WHERE listing_id = $1`,
    [listingId],
  );
}

/** Inserts the first reading of a listing; false when there is one already. */
export async function insertSnapshot(em: EntityManager, snapshot: NewSnapshot): Promise<boolean> {
  return queryExists(
    em,
    `INSERT INTO listing_snapshot (listing_id, content, etag, fetched_at, changed_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (listing_id) DO NOTHING RETURNING 1`,
    [snapshot.listing_id, JSON.stringify(snapshot.content), snapshot.etag, snapshot.fetched_at],
  );
}

/** The last reading of a listing, locked until the transaction ends, so that each change is found once; null: the first is to come. */
export async function lockSnapshot(em: EntityManager, listingId: string): Promise<ListingSnapshotRow | null> {
  return queryMaybeRow(
    em,
    listingSnapshotTable,
    'SELECT * FROM listing_snapshot WHERE listing_id = $1 FOR NO KEY UPDATE',
    [listingId],
  );
}

/** Replaces the stored reading by a later one. */
export async function replaceSnapshot(em: EntityManager, snapshot: NewSnapshot, changed: boolean): Promise<void> {
  await execute(
    em,
    `UPDATE listing_snapshot SET content = $2, etag = $3, fetched_at = $4, failing = false,
            changed_at = CASE WHEN $5 THEN $4 ELSE changed_at END
     WHERE listing_id = $1`,
    [snapshot.listing_id, JSON.stringify(snapshot.content), snapshot.etag, snapshot.fetched_at, changed],
  );
}

/** Marks a listing as currently unreadable; false when it is already marked, or was never read. */
export async function markFailing(em: EntityManager, listingId: string): Promise<boolean> {
  return queryExists(
    em,
    `WITH marked AS (
       UPDATE listing_snapshot SET failing = true WHERE listing_id = $1 AND NOT failing RETURNING 1
     )
     SELECT * FROM marked`,
    [listingId],
  );
}

/** Subscribes a partner to the events of a listing; false when it is already subscribed. */
export async function insertWatch(
  em: EntityManager,
  now: Date,
  listingId: string,
  partnerId: number,
): Promise<boolean> {
  return queryExists(
    em,
    `INSERT INTO listing_watch (listing_id, partner_id, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (listing_id, partner_id) DO NOTHING RETURNING 1`,
    [listingId, partnerId, now],
  );
}

/** Ids of partners that watched a listing at a moment, ascending: the first ones after a partner. */
export async function selectWatchers(
  em: EntityManager,
  listingId: string,
  { until, after, limit }: { until: Date; after: number; limit: number },
): Promise<number[]> {
  const watches = await queryRows(
    em,
    pick(listingWatchTable, 'partner_id'),
    `SELECT partner_id FROM listing_watch WHERE listing_id = $1 AND created_at <= $2 AND partner_id > $3 ORDER BY partner_id LIMIT $4`,
    [listingId, until, after, limit],
  );
  return watches.map((watch) => watch.partner_id);
}

/** Replaces what the watchers of a listing, which the caller has locked, are still to receive. */
export async function savePendingFanOuts(
  em: EntityManager,
  listingId: string,
  fanOuts: readonly ListingFanOut[],
): Promise<void> {
  const pending = fanOuts.length === 0 ? null : JSON.stringify(fanOuts);
  await execute(em, 'UPDATE listing_snapshot SET pending_fan_outs = $2 WHERE listing_id = $1', [listingId, pending]);
}

/** Listings whose watchers are still to receive something. */
export async function selectListingsWithPendingFanOuts(db: Db, limit: number): Promise<string[]> {
  const found = await queryRows(
    db,
    pick(listingSnapshotTable, 'listing_id'),
    'SELECT listing_id FROM listing_snapshot WHERE pending_fan_outs IS NOT NULL ORDER BY fetched_at LIMIT $1',
    [limit],
  );
  return found.map((listing) => listing.listing_id);
}

/** Whose listing, and which. */
export type WatchKey = Pick<ListingWatchRow, 'partner_id' | 'listing_id'>;

/** What a partner watches; null when it does not watch it. */
export function findWatch(db: Db, { partner_id, listing_id }: WatchKey): Promise<ListingWatchRow | null> {
  return findRecord(db, listingWatchTable, { partner_id, listing_id });
}

/** What a partner watches, locked until the transaction ends; null when it does not watch it. */
export function lockWatch(em: EntityManager, { partner_id, listing_id }: WatchKey): Promise<ListingWatchRow | null> {
  return lockRecord(em, listingWatchTable, { partner_id, listing_id });
}

/** Changes what the caller has locked. */
export async function updateWatch(
  em: EntityManager,
  { partner_id, listing_id }: WatchKey,
  changes: Changes<(typeof listingWatchTable)['columns']>,
): Promise<void> {
  await updateRecords(em, listingWatchTable, { partner_id, listing_id }, changes);
}

/** Number of listings that a partner has scored again by a schedule. */
export async function countRescored(db: Db, partnerId: number): Promise<number> {
  const counted = `SELECT count(*)::int AS total FROM listing_watch WHERE partner_id = $1 AND next_rescore_at IS NOT NULL`;
  return (await queryRow(db, { total: integer() }, counted, [partnerId])).total;
}

/** The listings that are due to be scored again, those first that have waited longest. */
export function selectDueWatches(db: Db, now: Date, limit: number): Promise<WatchKey[]> {
  return queryRows(
    db,
    pick(listingWatchTable, 'partner_id', 'listing_id'),
    roundRobin({
      columns: 'partner_id, listing_id',
      waiting: 'SELECT partner_id, listing_id, next_rescore_at FROM listing_watch WHERE next_rescore_at <= $1',
      order: 'next_rescore_at, listing_id',
      limit: '$2',
    }),
    [now, limit],
  );
}
