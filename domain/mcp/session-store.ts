import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { followFeed, followOn } from '../change-feed/store.ts';
import { changeFeedTable } from '../change-feed/table.ts';
import type { Db } from '../kernel/deps.ts';
import { MAX_SESSIONS_PER_SUBJECT, TOUCH_MS } from './rules.ts';
import {
  type McpCallRow,
  type McpLogLevel,
  type McpSessionRow,
  mcpCallTable,
  mcpSessionTable,
  SESSION_IDLE_MS,
} from './table.ts';

/** Fields of a new session. */
export type NewSession = Pick<
  McpSessionRow,
  'id' | 'partner_id' | 'subject' | 'client_id' | 'protocol_version' | 'client_name' | 'client_version'
>;

/** A partner's changes are recorded for a little longer than its last session can live. */
const FOLLOWED_MS = SESSION_IDLE_MS + 2 * TOUCH_MS;

/** Inserts a session that follows its partner's changes from now on. */
export async function insertSession(db: Db, now: Date, session: NewSession): Promise<void> {
  await execute(
    db,
    `WITH feed AS (
       ${followFeed('$3', '$2')}
     )
     INSERT INTO mcp_session (id, partner_id, subject, client_id, protocol_version, client_name, client_version, position,
                              created_at, last_seen_at)
     SELECT $4, $3, $5, $6, $7, $8, $9, sequence, $1, $1 FROM feed`,
    [
      now,
      new Date(now.getTime() + FOLLOWED_MS),
      session.partner_id,
      session.id,
      session.subject,
      session.client_id,
      session.protocol_version,
      session.client_name,
      session.client_version,
    ],
  );
}

/**
 * Ends the subject's sessions beyond the limit, once a new one is committed; returns their ids. Of several at once the last
 * sees all of them.
 */
export async function endSurplusSessions(
  db: Db,
  now: Date,
  { partner_id, subject }: Pick<NewSession, 'partner_id' | 'subject'>,
): Promise<string[]> {
  const rows = await queryRows(
    db,
    pick(mcpSessionTable, 'id'),
    `WITH surplus AS (
       SELECT id FROM mcp_session WHERE partner_id = $2 AND subject = $3 AND ended_at IS NULL
       ORDER BY last_seen_at DESC OFFSET ${MAX_SESSIONS_PER_SUBJECT}
     ), ended AS (
       UPDATE mcp_session s SET ended_at = $1 FROM surplus WHERE s.id = surplus.id AND s.ended_at IS NULL RETURNING s.id
     )
     SELECT id FROM ended`,
    [now, partner_id, subject],
  );
  return rows.map(({ id }) => id);
}

/** Those of the sessions that exist, ended or not. */
export async function findSessions(db: Db, ids: readonly string[]): Promise<McpSessionRow[]> {
  return queryRows(db, mcpSessionTable, 'SELECT * FROM mcp_session WHERE id = ANY($1)', [ids]);
}

/** Ends a session; false when it had ended already. */
export async function endSessionRow(db: Db, now: Date, id: string): Promise<boolean> {
  return queryExists(
    db,
    'WITH ended AS (UPDATE mcp_session SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING 1) SELECT 1 FROM ended',
    [id, now],
  );
}

/** Ends a client's sessions of a subject; returns their ids. */
export async function endClientSessions(
  db: Db,
  now: Date,
  owner: { partnerId: number; subject: string; clientId: string },
): Promise<string[]> {
  const rows = await queryRows(
    db,
    pick(mcpSessionTable, 'id'),
    `WITH ended AS (
       UPDATE mcp_session SET ended_at = $1 WHERE partner_id = $2 AND subject = $3 AND client_id = $4 AND ended_at IS NULL RETURNING id
     ) SELECT id FROM ended`,
    [now, owner.partnerId, owner.subject, owner.clientId],
  );
  return rows.map(({ id }) => id);
}

/** Saves that the session is in use, and the position up to which its stream has sent changes. */
export async function touchSession(
  db: Db,
  now: Date,
  session: Pick<McpSessionRow, 'id' | 'partner_id'>,
  position: number | null = null,
): Promise<void> {
  await execute(
    db,
    `WITH touched AS (
       UPDATE mcp_session SET last_seen_at = $2, position = greatest(position, coalesce($5, position)) WHERE id = $1 AND ended_at IS NULL
     )
     ${followOn('$3', '$4', '$6')}`,
    [session.id, now, session.partner_id, new Date(now.getTime() + FOLLOWED_MS), position, TOUCH_MS],
  );
}

/** Sets the lowest level of log messages that the session receives. */
export async function setLogLevel(db: Db, id: string, level: McpLogLevel): Promise<void> {
  await execute(db, 'UPDATE mcp_session SET log_level = $2 WHERE id = $1', [id, level]);
}

/** Adds a subscription, once; false when the session has reached the limit. */
export async function subscribe(db: Db, id: string, uri: string, limit: number): Promise<boolean> {
  return queryExists(
    db,
    `WITH changed AS (
       UPDATE mcp_session SET subscriptions = CASE WHEN $2 = ANY(subscriptions) THEN subscriptions ELSE subscriptions || $2::text END
       WHERE id = $1 AND ($2 = ANY(subscriptions) OR cardinality(subscriptions) < $3) RETURNING 1
     ) SELECT 1 FROM changed`,
    [id, uri, limit],
  );
}

/** Removes a subscription. */
export async function unsubscribe(db: Db, id: string, uri: string): Promise<void> {
  await execute(db, 'UPDATE mcp_session SET subscriptions = array_remove(subscriptions, $2) WHERE id = $1', [id, uri]);
}

/** A stream that has just begun. */
export interface StartedStream {
  /** Number of the stream. */
  stream: number;
  /** Number of the partner's latest change. */
  sequence: number;
}

/** Starts a new stream, which replaces the session's earlier one. */
export async function nextStream(db: Db, now: Date, id: string): Promise<StartedStream> {
  const found = await queryMaybeRow(
    db,
    { stream: mcpSessionTable.columns.stream, sequence: changeFeedTable.columns.sequence },
    `WITH moved AS (
       UPDATE mcp_session SET stream = stream + 1, last_seen_at = $2 WHERE id = $1 RETURNING stream, partner_id
     ) SELECT stream, sequence FROM moved JOIN mcp_feed USING (partner_id)`,
    [id, now],
  );
  return found ?? { stream: 0, sequence: 0 };
}

/** Saves which execution a call waits for; returns the call's id. */
export async function insertCall(db: Db, now: Date, call: Omit<McpCallRow, 'id' | 'created_at'>): Promise<number> {
  const row = await queryRow(
    db,
    pick(mcpCallTable, 'id'),
    `INSERT INTO mcp_call (session_id, request_id, progress_token, execution_id, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [call.session_id, JSON.stringify(call.request_id), JSON.stringify(call.progress_token), call.execution_id, now],
  );
  return row.id;
}

/** A call of the session, or null. */
export async function findCallRow(db: Db, id: number, sessionId: string): Promise<McpCallRow | null> {
  return queryMaybeRow(db, mcpCallTable, 'SELECT * FROM mcp_call WHERE id = $1 AND session_id = $2', [id, sessionId]);
}
