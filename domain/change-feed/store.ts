import { pick, queryRows } from '../../infra/database/sql.ts';
import { json } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { CHANGES_PER_READ } from './rules.ts';
import { type ChangeRow, changeFeedTable, REPLAY_MS } from './table.ts';

/** Interval of renewing a follower's registration, milliseconds. */
const RENEW_MS = 300_000;
/** Changes are recorded this long after the last reader left, so that a reader that returns finds them, milliseconds. */
const FOLLOWED_MS = REPLAY_MS + 2 * RENEW_MS;

/** Unrecorded changes count as one, so that a reader that returns detects the gap. */
const WITH_GAP = 'CASE WHEN f.followed_until > $2 THEN f.sequence ELSE f.sequence + 1 END';

/** Starts recording the partner's changes; returns the latest sequence number. */
export async function followChanges(db: Db, now: Date, partnerId: number): Promise<number> {
  const rows = await queryRows(
    db,
    pick(changeFeedTable, 'sequence'),
    `INSERT INTO mcp_feed AS f (partner_id, sequence, followed_until) VALUES ($1, 0, $3)
     ON CONFLICT (partner_id) DO UPDATE SET sequence = ${WITH_GAP}, followed_until = greatest(f.followed_until, excluded.followed_until)
     RETURNING sequence`,
    [partnerId, now, followedUntil(now)],
  );
  return rows[0]?.sequence ?? 0;
}

/** A change in the feed. */
export type Change = Pick<ChangeRow, 'sequence' | 'kind' | 'uri' | 'action'>;

/** A partner's changes after a position, oldest first, within the replay window. Reading also renews the registration. */
export async function readChanges(
  db: Db,
  now: Date,
  partnerId: number,
  position: number,
): Promise<{ sequence: number; changes: Change[] }> {
  const rows = await queryRows(
    db,
    { sequence: changeFeedTable.columns.sequence, changes: json<Change[]>() },
    `WITH renewed AS (
       UPDATE mcp_feed f SET sequence = ${WITH_GAP}, followed_until = $3 WHERE partner_id = $1 AND followed_until < $4
     )
     SELECT f.sequence,
            (SELECT coalesce(json_agg(c ORDER BY c.sequence), '[]')
             FROM (SELECT sequence, kind, uri, action FROM mcp_change c
                   WHERE c.partner_id = $1 AND c.sequence > $5 AND c.created_at > $6
                   ORDER BY c.sequence LIMIT ${CHANGES_PER_READ}) c) AS changes
     FROM mcp_feed f WHERE f.partner_id = $1`,
    [
      partnerId,
      now,
      followedUntil(now),
      new Date(now.getTime() + FOLLOWED_MS - RENEW_MS),
      position,
      new Date(now.getTime() - REPLAY_MS),
    ],
  );
  return rows[0] ?? { sequence: 0, changes: [] };
}

function followedUntil(now: Date): Date {
  return new Date(now.getTime() + FOLLOWED_MS);
}
