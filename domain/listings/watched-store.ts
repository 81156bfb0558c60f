import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import type { ListingSnapshotRow } from './table.ts';

/** A listing as it was last read, for a partner that watches it; null when the partner does not. */
export async function findWatched(db: Db, partnerId: number, listingId: string): Promise<ListingSnapshotRow | null> {
  const rows: ListingSnapshotRow[] = await db.query(
    `SELECT s.* FROM listing_watch w JOIN listing_snapshot s USING (listing_id)
     WHERE w.partner_id = $1 AND w.listing_id = $2`,
    [partnerId, listingId],
  );
  return rows[0] ?? null;
}

/** Listings that a partner watches, those first that it came to last. */
export async function listWatched(db: Db, partnerId: number, page: PageRequest): Promise<Page<ListingSnapshotRow>> {
  const watched = 'FROM listing_watch w JOIN listing_snapshot s USING (listing_id) WHERE w.partner_id = $1';
  const [counted] = await db.query(`SELECT count(*) AS total ${watched}`, [partnerId]);
  const rows: ListingSnapshotRow[] = await db.query(
    `SELECT s.* ${watched} ORDER BY w.created_at DESC, w.listing_id LIMIT $2 OFFSET $3`,
    [partnerId, page.per_page, offsetOf(page)],
  );
  return { rows, total: counted.total, page: page.page, per_page: page.per_page };
}
