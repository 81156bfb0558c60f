import { followersTopic } from '../../infra/database/port.ts';
import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { json } from '../../infra/database/table.ts';
import { CHANGES_PER_READ } from '../change-feed/rules.ts';
import { changeEventsForAll } from '../change-feed/store.ts';
import { type ChangeRow, changeFeedTable } from '../change-feed/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type McpSessionRow, mcpSessionTable } from './table.ts';

/** State that a stream needs when it wakes. */
export interface StreamState {
  /** Number of the partner's latest change. */
  sequence: number;
  session: Pick<McpSessionRow, 'stream' | 'subscriptions' | 'ended_at'>;
  /** Changes after the position, oldest first. */
  changes: Pick<ChangeRow, 'sequence' | 'kind' | 'uri'>[];
}

/** A session with its partner's changes after a position, none older than `since`; null when there is no such session. */
export async function readStream(
  db: Db,
  sessionId: string,
  position: number,
  since: Date,
): Promise<StreamState | null> {
  const row = await queryMaybeRow(
    db,
    {
      ...pick(mcpSessionTable, 'ended_at', 'subscriptions', 'stream'),
      sequence: changeFeedTable.columns.sequence,
      changes: json<StreamState['changes']>(),
    },
    `SELECT s.stream, s.subscriptions, s.ended_at, f.sequence,
            (SELECT coalesce(json_agg(c ORDER BY c.sequence), '[]')
             FROM (SELECT sequence, kind, uri FROM mcp_change c
                   WHERE c.partner_id = s.partner_id AND c.sequence > $2 AND c.created_at > $3 ORDER BY c.sequence LIMIT ${CHANGES_PER_READ}) c) AS changes
     FROM mcp_session s JOIN mcp_feed f USING (partner_id) WHERE s.id = $1`,
    [sessionId, position, since],
  );
  if (!row) return null;
  const { changes, sequence, ...session } = row;
  return { session, sequence, changes };
}

/**
 * Saves the digest of the catalogue. If it differs from the last one, all sessions are notified. Returns the topics to
 * wake.
 */
export async function replaceCatalogue(db: Db, now: Date, digest: string): Promise<string[]> {
  const rows = await queryRows(
    db,
    pick(changeFeedTable, 'partner_id'),
    `WITH changed AS (
       INSERT INTO mcp_catalogue (id, digest) VALUES (1, $2)
       ON CONFLICT (id) DO UPDATE SET digest = excluded.digest WHERE mcp_catalogue.digest <> excluded.digest RETURNING 1
     ), ${changeEventsForAll('$1', ['tools', 'resources', 'prompts'], 'EXISTS (SELECT 1 FROM changed)')}
     SELECT partner_id FROM followed`,
    [now, digest],
  );
  return rows.map(({ partner_id }) => followersTopic(partner_id));
}
