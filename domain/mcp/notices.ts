import { isGap } from '../change-feed/rules.ts';
import { CHANGED_LISTS, type ChangeKind } from '../kernel/change-notices.ts';
import type { StreamState } from './change-store.ts';
import { hasOneOf, SCOPES_TO_FOLLOW } from './scopes.ts';

/** What a session is notified of: a list, or the resource that `uri` names, is not what it was. */
export interface NumberedNotice {
  /** Number of the change. */
  sequence: number;
  kind: ChangeKind;
  uri: string | null;
}

/**
 * What a session is notified of after its position: each list and each resource once, since a notice says no more than "read it
 * again". Where changes are missing, which were too old to be read, every list counts as changed.
 */
export function noticesOf(state: StreamState, position: number, scopes: ReadonlySet<string>): NumberedNotice[] {
  const { changes, session } = state;
  const notices = new Map<string, NumberedNotice>();
  const add = (notice: NumberedNotice) => {
    const { kind, uri } = notice;
    if (!hasOneOf(scopes, SCOPES_TO_FOLLOW[kind])) return;
    if (kind === 'resource' && (uri === null || !session.subscriptions.includes(uri))) return;
    const key = `${kind} ${uri}`;
    // The last place counts, for a client that comes back after it.
    notices.delete(key);
    notices.set(key, notice);
  };
  if (isGap(state, position)) for (const kind of CHANGED_LISTS) add({ kind, uri: null, sequence: position });
  for (const change of changes) add(change);
  return [...notices.values()];
}
