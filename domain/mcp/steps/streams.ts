import { z } from 'zod';
import { positionAfter } from '../../change-feed/rules.ts';
import { REPLAY_MS } from '../../change-feed/table.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { changeNotificationsOf, type NumberedChange, wantedBySession } from '../change-notifications.ts';
import { readStream, replaceCatalogue } from '../change-store.ts';
import { sessionTopic } from '../rules.ts';
import { sessionInput } from '../schema.ts';
import { nextStream } from '../session-store.ts';

/** Starts a new stream of notifications for the session. The earlier one ends when it notices, on any process. */
export const beginStream = step({
  name: 'mcp.begin_stream',
  input: sessionInput,
  /** Number of the stream, and of the partner's latest change. */
  output: z.object({ stream: z.int(), sequence: z.int() }),
  async run({ db, clock, notifications }, _call, { sessionId }) {
    const begun = await nextStream(db, clock.now(), sessionId);
    notifications.notify(sessionTopic(sessionId));
    return begun;
  },
});

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
    notifications: changeNotificationsOf(state, position, wantedBySession(scopes, state.session.subscriptions)),
    position: next,
    more: next < state.sequence && next !== position,
  };
}

/** Notifies sessions that know the catalogue of an earlier release that every list has changed. */
export const publishCatalogueChange = step({
  name: 'mcp.announce_catalogue',
  input: z.object({ digest: z.string() }),
  output: z.void(),
  async run({ db, clock, notifications }, _call, { digest }) {
    const topics = await replaceCatalogue(db, clock.now(), digest);
    for (const topic of topics) notifications.notify(topic);
  },
});
