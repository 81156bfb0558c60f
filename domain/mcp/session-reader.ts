import type { Deps } from '../kernel/deps.ts';
import { findSessions } from './session-store.ts';
import type { McpSessionRow } from './table.ts';

/** Looks sessions up. */
export interface SessionReader {
  /** The session of that id, ended or not; null when there is none. */
  find(id: string): Promise<McpSessionRow | null>;
}

/** Sessions that one statement looks up at most. */
const BATCH_SIZE = 500;

interface Waiting {
  id: string;
  resolve: (session: McpSessionRow | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Keeps one statement in flight; whoever asks meanwhile goes with the next. Every MCP request asks, so the cost of a lookup is
 * shared where it matters: under load.
 */
export function createSessionReader({ db }: Pick<Deps, 'db'>): SessionReader {
  const waiting: Waiting[] = [];
  let busy = false;

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE);
      try {
        const found = await findSessions(db, [...new Set(batch.map(({ id }) => id))]);
        const byId = new Map(found.map((session) => [session.id, session]));
        for (const { id, resolve } of batch) resolve(byId.get(id) ?? null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  };

  return {
    find: (id) =>
      new Promise((resolve, reject) => {
        waiting.push({ id, resolve, reject });
        if (busy) return;
        busy = true;
        // After the sockets that are readable now, so that their requests share the statement.
        setImmediate(run);
      }),
  };
}
