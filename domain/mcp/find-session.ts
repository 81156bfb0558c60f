import { groupedReads } from '../kernel/grouped-reads.ts';
import { findSessions } from './session-store.ts';
import type { McpSessionRow } from './table.ts';

/** A session by its key, ended or not, or null. Every MCP request reads it. */
export const findSession = groupedReads<string, McpSessionRow>({
  textOf: (id) => id,
  read: async (db, ids) => new Map((await findSessions(db, ids)).map((session) => [session.id, session])),
  maxKeys: 500,
  maxInFlight: 1,
});
