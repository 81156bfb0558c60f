import { queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { endOfDay, startOfDay } from '../kernel/sql.ts';
import type { Grade } from '../listings/grades.ts';
import type { Scope } from './period.ts';

/** The score of a listing at the end of a period. */
export interface ListingGrade {
  overall_score: number;
  grade: Grade;
}

/** The last score of each of the partner's listings in the period, for live or sandbox keys. */
export function selectGrades(db: Db, partnerId: number, { period, sandbox }: Scope): Promise<ListingGrade[]> {
  return queryRows(
    db,
    { overall_score: integer(), grade: text<ListingGrade['grade']>() },
    `SELECT DISTINCT ON (listing_id) (result->'score'->>'overall_score')::int AS overall_score, result->'score'->>'grade' AS grade
     FROM seo_job WHERE partner_id = $1 AND status = 'completed' AND sandbox = $4
       AND completed_at >= ${startOfDay('$2')} AND completed_at < ${endOfDay('$3')}
     ORDER BY listing_id, completed_at DESC`,
    [partnerId, period.from, period.to, sandbox],
  );
}

/** Number of marketplace events published for the partner in the period, by name. */
export function countEvents(
  db: Db,
  partnerId: number,
  { period }: Scope,
  names: readonly string[],
): Promise<{ event: string; count: number }[]> {
  return queryRows(
    db,
    { event: text(), count: integer() },
    `SELECT type AS event, count(*)::int AS count FROM platform_event
     WHERE partner_id = $1 AND occurred_at >= ${startOfDay('$2')} AND occurred_at < ${endOfDay('$3')} AND type = ANY($4)
     GROUP BY type ORDER BY type`,
    [partnerId, period.from, period.to, names],
  );
}

/**
 * Deliveries of these events that began in the period, by status. Each endpoint has its own subquery, because with a join
 * PostgreSQL may read the deliveries of all partners. Endpoints in use and deleted ones have an index each.
 */
export function countDeliveries(
  db: Db,
  partnerId: number,
  { period }: Scope,
  names: readonly string[],
): Promise<{ delivered: number; failed: number }> {
  return queryRow(
    db,
    { delivered: integer(), failed: integer() },
    `SELECT coalesce(sum(c.delivered), 0)::int AS delivered, coalesce(sum(c.failed), 0)::int AS failed
     FROM (
       SELECT id FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL
       UNION ALL SELECT id FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NOT NULL
     ) w CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE d.status = 'delivered') AS delivered, count(*) FILTER (WHERE d.status = 'failed') AS failed
       FROM webhook_delivery d
       WHERE d.endpoint_id = w.id AND d.created_at >= ${startOfDay('$2')} AND d.created_at < ${endOfDay('$3')}
         AND d.event_type = ANY($4)
     ) c`,
    [partnerId, period.from, period.to, names],
  );
}
