import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { MAX_SUBSCRIPTIONS } from '../rules.ts';
import { subscribe, unsubscribe } from '../session-store.ts';

interface Subscription {
  sessionId: string;
  uri: string;
}

/** From now on the session is notified when the resource changes; false when it has all the subscriptions it may have. */
export function subscribeSession(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { sessionId, uri }: Subscription,
): Promise<boolean> {
  return subscribe(deps.db, sessionId, uri, MAX_SUBSCRIPTIONS);
}

/** Takes a subscription back. */
export function unsubscribeSession(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { sessionId, uri }: Subscription,
): Promise<void> {
  return unsubscribe(deps.db, sessionId, uri);
}
