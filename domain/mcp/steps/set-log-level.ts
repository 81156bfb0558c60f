import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { setLogLevel as setRow } from '../session-store.ts';
import type { McpLogLevel } from '../table.ts';

/** Sets the level from which on a session wants log messages. */
export function setLogLevel(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { sessionId, level }: { sessionId: string; level: McpLogLevel },
): Promise<void> {
  return setRow(deps.db, sessionId, level);
}
