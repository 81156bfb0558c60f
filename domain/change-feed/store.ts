import { pick, queryRows } from '../../infra/database/sql.ts';
import { json } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { CHANGES_PER_READ } from './rules.ts';
import { type ChangeRow, changeFeedTable, REPLAY_MS } from './table.ts';

/** It is written down this often that somebody follows, milliseconds. */
const RENEW_MS = 300_000;
/** Changes are written down this long after the last reader was there, so that one who comes back finds them, milliseconds. */
const FOLLOWED_MS = REPLAY_MS + 2 * RENEW_MS;

/** Changes that nobody had written down count as one, by which whoever comes back sees that something is missing. */
const WITH_GAP = 'CASE WHEN f.followed_until > $2 THEN f.sequence ELSE f.sequence + 1 END';

/** From now on the partner's changes are written down; returns the number of the latest. */
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

/** A change as readers have it. */
export type Change = Pick<ChangeRow, 'sequence' | 'kind' | 'uri' | 'action'>;

/** A partner's changes after a position, oldest first, none older than what is told again; who reads goes on to follow. */
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
