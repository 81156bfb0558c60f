import type { CommitPart } from '../../infra/database/commit-statement.ts';
import { pick, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
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
  const { sequence } = await queryRow(
    db,
    pick(changeFeedTable, 'sequence'),
    `INSERT INTO mcp_feed AS f (partner_id, sequence, followed_until) VALUES ($1, 0, $3)
     ON CONFLICT (partner_id) DO UPDATE SET sequence = ${WITH_GAP}, followed_until = greatest(f.followed_until, excluded.followed_until)
     RETURNING sequence`,
    [partnerId, now, followedUntil(now)],
  );
  return sequence;
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
  const found = await queryMaybeRow(
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
  return found ?? { sequence: 0, changes: [] };
}

function followedUntil(now: Date): Date {
  return new Date(now.getTime() + FOLLOWED_MS);
}

// SQL fragments for statements of other areas that follow a partner or notify all followers.

/** SQL that starts recording a partner's changes until a moment; it returns the latest `sequence`. */
export function followFeed(partner: string, until: string): string {
  return `INSERT INTO mcp_feed (partner_id, sequence, followed_until) VALUES (${partner}, 0, ${until})
       ON CONFLICT (partner_id) DO UPDATE SET followed_until = excluded.followed_until RETURNING sequence`;
}

/** SQL that extends recording a partner's changes if it would end more than `aheadMs` before the moment. */
export function followOn(partner: string, until: string, aheadMs: string): string {
  return `UPDATE mcp_feed SET followed_until = ${until}
     WHERE partner_id = ${partner} AND followed_until < ${until}::timestamptz - ${aheadMs} * interval '1 millisecond'`;
}

/** Common table expressions that store changes for every followed partner; `followed` returns the `partner_id` of each. */
export function changeEventsForAll(now: string, kinds: readonly ChangeRow['kind'][], condition: string): string {
  const numbered = kinds.map((kind, index) => `(${index + 1}, '${kind}')`);
  return `followed AS (
       UPDATE mcp_feed SET sequence = sequence + ${kinds.length} WHERE followed_until > ${now} AND ${condition}
       RETURNING partner_id, sequence
     ), announced AS (
       INSERT INTO mcp_change (partner_id, sequence, kind, created_at)
       SELECT partner_id, sequence - ${kinds.length} + n, kind, ${now}
       FROM followed, (VALUES ${numbered.join(', ')}) AS kinds(n, kind)
     )`;
}

/** The part of the commit statement that stores change events for followed partners; it returns those partners. */
export const changeEventsPart: CommitPart = {
  parameters: 1,
  sql: (now, [events]) => `followed AS (
       UPDATE mcp_feed f SET sequence = f.sequence + t.changes
       FROM (SELECT (c->>'partnerId')::bigint AS partner_id, count(*) AS changes FROM jsonb_array_elements(${events}) AS c GROUP BY 1) t
       WHERE f.partner_id = t.partner_id AND f.followed_until > ${now}
       RETURNING f.partner_id, f.sequence - t.changes AS before
     ), notified AS (
       INSERT INTO mcp_change (partner_id, sequence, kind, uri, action, created_at)
       SELECT f.partner_id, f.before + row_number() OVER (PARTITION BY f.partner_id ORDER BY n), c->>'kind', c->>'uri',
              c->>'action', ${now}
       FROM jsonb_array_elements(${events}) WITH ORDINALITY AS list(c, n) JOIN followed f ON f.partner_id = (c->>'partnerId')::bigint
     )`,
  values: (_caller, { changes }) => [JSON.stringify(changes)],
  results: () => ({ notified: `(SELECT coalesce(jsonb_agg(partner_id), '[]') FROM followed)` }),
};
