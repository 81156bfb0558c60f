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

/** Whether somebody is to be notified of a change. */
export type Wants = (change: Pick<NumberedChange, 'kind' | 'uri'>) => boolean;

/** What a session is notified of: changes that its scopes cover; of single resources those that it has subscribed to. */
export function wantedBySession(scopes: ReadonlySet<string>, subscriptions: readonly string[]): Wants {
  return ({ kind, uri }) =>
    hasOneOf(scopes, SCOPES_TO_FOLLOW[kind]) && (kind !== 'resource' || (uri !== null && subscriptions.includes(uri)));
}

/**
 * The wanted changes after a position: each list and each resource once, since a notification only means "read it again".
 * When changes are too old to be read, every list counts as changed.
 */
export function changeNotificationsOf(
  state: Pick<StreamState, 'sequence' | 'changes'>,
  position: number,
  wants: Wants,
): NumberedChange[] {
  const latest = new Map<string, NumberedChange>();
  const add = (change: NumberedChange) => {
    if (!wants(change)) return;
    const key = `${change.kind} ${change.uri}`;
    // Keeps the last position, for a client that resumes after it.
    latest.delete(key);
    latest.set(key, change);
  };
  if (isGap(state, position)) for (const kind of CHANGED_LISTS) add({ kind, uri: null, sequence: position });
  for (const change of state.changes) add(change);
  return [...latest.values()];
}
