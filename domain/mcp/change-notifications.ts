import { isGap } from '../change-feed/rules.ts';
import { CHANGED_LISTS, type ChangeKind } from '../kernel/change-events.ts';
import type { StreamState } from './change-store.ts';
import { hasOneOf, SCOPES_TO_FOLLOW } from './scopes.ts';

/** A change that a session is notified of: of a list, or of the resource `uri`. */
export interface NumberedChange {
  /** Number of the change. */
  sequence: number;
  kind: ChangeKind;
  uri: string | null;
}

/**
 * The changes that a session is notified of after its position: each list and each resource once, since a notification
 * only means "read it again". When changes are too old to be read, every list counts as changed.
 */
export function changeNotificationsOf(
  state: Pick<StreamState, 'sequence' | 'changes'> & { session: Pick<StreamState['session'], 'subscriptions'> },
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
    // Keeps the last position, for a client that resumes after it.
    latest.delete(key);
    latest.set(key, change);
  };
  if (isGap(state, position)) for (const kind of CHANGED_LISTS) add({ kind, uri: null, sequence: position });
  for (const change of changes) add(change);
  return [...latest.values()];
}
