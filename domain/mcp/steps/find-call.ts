import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findCall as findRow } from '../call-store.ts';
import type { McpCallRow } from '../table.ts';

/** A call of the session that waits for an execution; null when there is none. */
export function findCall(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { id, sessionId }: { id: number; sessionId: string },
): Promise<McpCallRow | null> {
  return findRow(deps.db, id, sessionId);
}
