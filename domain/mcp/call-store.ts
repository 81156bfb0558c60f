import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { type McpCallRow, mcpCallTable } from './table.ts';

/** Saves which execution a call waits for; returns the call's id. */
export async function insertCall(db: Db, now: Date, call: Omit<McpCallRow, 'id' | 'created_at'>): Promise<number> {
  const rows = await queryRows(
    db,
    pick(mcpCallTable, 'id'),
    `INSERT INTO mcp_call (session_id, request_id, progress_token, execution_id, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [call.session_id, JSON.stringify(call.request_id), JSON.stringify(call.progress_token), call.execution_id, now],
  );
  const [row] = rows;
  if (!row) throw new Error('The call was not added.');
  return row.id;
}

/** A call of the session, or null. */
export async function findCallRow(db: Db, id: number, sessionId: string): Promise<McpCallRow | null> {
  return queryMaybeRow(db, mcpCallTable, 'SELECT * FROM mcp_call WHERE id = $1 AND session_id = $2', [id, sessionId]);
}
