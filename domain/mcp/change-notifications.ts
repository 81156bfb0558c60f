import { isGap } from '../change-feed/rules.ts';
import { CHANGED_LISTS, type ChangeKind } from '../kernel/change-events.ts';
import type { StreamState } from './change-store.ts';
import { hasOneOf, SCOPES_TO_FOLLOW } from './scopes.ts';

/** What a session is notified of: a list, or the resource that `uri` names, is not what it was. */
export interface NumberedChange {
  /** Number of the change. */
  sequence: number;
  kind: ChangeKind;
  uri: string | null;
}

/**
 * What a session is notified of after its position: each list and each resource once, since a notice says no more than "read it
 * again". Where changes are missing, which were too old to be read, every list counts as changed.
 */
export function changeNotificationsOf(
  state: StreamState,
  position: number,
  scopes: ReadonlySet<string>,
): NumberedChange[] {
  const { changes, session } = state;
  const latest = new Map<string, NumberedChange>();
  const add = (change: NumberedChange) => {
    const { kind, uri } = change;
    if (!hasOneOf(scopes, SCOPES_TO_FOLLOW[kind])) return;
    if (kind === 'resource' && (uri === null || !session.subscriptions.includes(uri))) return;
    const key = `${kind} ${uri}`;
    // The last place counts, for a client that comes back after it.
    latest.delete(key);
    latest.set(key, change);
  };
  if (isGap(state, position)) for (const kind of CHANGED_LISTS) add({ kind, uri: null, sequence: position });
  for (const change of changes) add(change);
  return [...latest.values()];
}
