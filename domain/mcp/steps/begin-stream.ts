import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type BegunStream, nextStream } from '../session-store.ts';
import { sessionTopic } from '../topics.ts';

/** Makes a new stream of notifications the session's only one; the one before ends when it sees that, on any process. */
export async function beginStream(
  deps: Pick<Deps, 'db' | 'clock' | 'notifications'>,
  _call: Call,
  { sessionId }: { sessionId: string },
): Promise<BegunStream> {
  const begun = await nextStream(deps.db, deps.clock.now(), sessionId);
  deps.notifications.notify(sessionTopic(sessionId));
  return begun;
}
