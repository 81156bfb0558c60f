import { positionAfter } from '../../change-feed/rules.ts';
import { REPLAY_MS } from '../../change-feed/table.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { changeNotificationsOf, type NumberedChange } from '../change-notifications.ts';
import { readStream } from '../change-store.ts';

/** Position of a stream of notifications. */
export interface StreamPosition {
  sessionId: string;
  /** Number of the stream. */
  stream: number;
  position: number;
  scopes: ReadonlySet<string>;
}

/** Changes for a stream to send; `more` can be read at once. */
export interface ReadChanges {
  notifications: NumberedChange[];
  position: number;
  more: boolean;
}

/** Changes since a position; undefined when the session has ended or has a newer stream. */
export async function readChanges(
  deps: Pick<Deps, 'db' | 'clock'>,
  _call: Call,
  { sessionId, stream, position, scopes }: StreamPosition,
): Promise<ReadChanges | undefined> {
  const since = new Date(deps.clock.now().getTime() - REPLAY_MS);
  const state = await readStream(deps.db, sessionId, position, since);
  if (!state || state.session.ended_at !== null || state.session.stream !== stream) return undefined;
  const next = positionAfter(state, position);
  return {
    notifications: changeNotificationsOf(state, position, scopes),
    position: next,
    more: next < state.sequence && next !== position,
  };
}
