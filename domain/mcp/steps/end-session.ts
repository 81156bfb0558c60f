import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { endSession as endRow } from '../session-store.ts';
import { sessionTopic } from '../topics.ts';

/** Ends a session; its streams end, on every process. */
export async function endSession(
  deps: Pick<Deps, 'db' | 'clock' | 'notifications'>,
  _call: Call,
  { sessionId }: { sessionId: string },
): Promise<void> {
  await endRow(deps.db, deps.clock.now(), sessionId);
  deps.notifications.notify(sessionTopic(sessionId));
}
