import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { touchSession } from '../session-store.ts';
import type { McpSessionRow } from '../table.ts';

/** Writes down that a session is in use, and, where it is given, the position up to which it was notified of changes. */
export function keepSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  _call: Call,
  { session, position }: { session: Pick<McpSessionRow, 'id' | 'partner_id'>; position?: number },
): Promise<void> {
  return touchSession(deps.db, deps.clock.now(), session, position ?? null);
}
