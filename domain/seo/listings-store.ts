import { omit, pick, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { integer, text, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { MAX_LISTED_TEXT, orderClause, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import type { Grade } from '../listings/grades.ts';
import {
  type ListingSnapshotRow,
  type ListingWatchRow,
  listingSnapshotTable,
  listingWatchTable,
} from '../listings/table.ts';

/** Columns of when a listing is scored again. */
const RESCORING = ['rescore_every', 'next_rescore_at'] as const satisfies (keyof ListingWatchRow)[];

/**
 * The last reading of a listing with the partner's latest score, null values when no analysis is kept, and when it is
 * scored again.
 */
export interface ScoredListing extends ListingSnapshotRow, Pick<ListingWatchRow, (typeof RESCORING)[number]> {
  overall_score: number | null;
  grade: Grade | null;
  analyzed_at: Date | null;
}

const SCORED_COLUMNS = {
  ...listingSnapshotTable.columns,
  ...pick(listingWatchTable, ...RESCORING),
  overall_score: integer().nullable(),
  grade: text<Grade>().nullable(),
  analyzed_at: timestamp().nullable(),
};

/** The partner $1's listings `w` with their latest score. */
const WITHOUT_CONTENT = Object.keys(omit(listingSnapshotTable, 'content'))
  .map((name) => `s.${name}`)
  .join(', ');
const WATCHED = RESCORING.map((name) => `w.${name}`).join(', ');
const scored = (content: string) =>
  `${WITHOUT_CONTENT}, ${WATCHED}, ${content} AS content, latest.overall_score, latest.grade, latest.completed_at AS analyzed_at`;
/** A listing's content as lists show it: with its longest texts cut. */
const LISTED_CONTENT = `s.content || jsonb_build_object(
    'shortDescription', left(s.content ->> 'shortDescription', ${MAX_LISTED_TEXT + 1}),
    'longDescription', (s.content -> 'longDescription') ||
      jsonb_build_object('text', left(s.content #>> '{longDescription,text}', ${MAX_LISTED_TEXT + 1})))`;
const LATEST = `LEFT JOIN LATERAL (
    SELECT (result #>> '{score,overall_score}')::int AS overall_score, result #>> '{score,grade}' AS grade, completed_at FROM seo_job j
    WHERE j.partner_id = $1 AND j.listing_id = w.listing_id AND j.status = 'completed'
    ORDER BY j.completed_at DESC, j.id DESC LIMIT 1
  ) latest ON true`;

/** The last reading of a listing that a partner watches; null when it does not watch it. */
export async function findWatched(db: Db, partnerId: number, listingId: string): Promise<ScoredListing | null> {
  return queryMaybeRow(
    db,
    SCORED_COLUMNS,
    `SELECT ${scored('s.content')} FROM listing_watch w JOIN listing_snapshot s USING (listing_id) ${LATEST}
     WHERE w.partner_id = $1 AND w.listing_id = $2`,
    [partnerId, listingId],
  );
}

/** Listings that a partner watches, most recent first. */
export async function selectWatched(db: Db, partnerId: number, page: PageRequest): Promise<Page<ScoredListing>> {
  const from = 'listing_watch w JOIN listing_snapshot s USING (listing_id)';
  const where = 'w.partner_id = $1';
  const counted = `SELECT count(*) AS total FROM ${from} WHERE ${where}`;
  const shown = scored(page.include === undefined ? LISTED_CONTENT : 's.content');
  const order = { keys: ['w.created_at', 'w.listing_id'] };
  return selectPage(
    db,
    {
      columns: SCORED_COLUMNS,
      select: `w.listing_id, w.created_at, ${WATCHED}`,
      from,
      where,
      values: [partnerId],
      order,
      wrap: (entries) =>
        `SELECT ${shown}${page.cursor ? ', w.page_place' : ''}
         FROM (${entries}) w JOIN listing_snapshot s USING (listing_id) ${LATEST} ${orderClause(order)}`,
      isLong: true,
      total: async () => (await queryRow(db, { total: integer() }, counted, [partnerId])).total,
    },
    page,
  );
}
