import type { WatchedBoard } from '../../domain/content-items/operations/reads.ts';
import { readBoardChanges } from '../../domain/content-items/steps/read-board-changes.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createWakeUp } from '../../domain/kernel/wait-for.ts';
import { isUnavailable } from '../../infra/database/errors.ts';
import { followersTopic } from '../../infra/database/port.ts';
import { sseEvent } from '../event-streams/event.ts';
import { readForStreams } from '../event-streams/reads.ts';
import type { StreamContext } from '../route.ts';
import { turnKeyOf } from '../turns.ts';
import { contentItemResource } from './resource.ts';

const RECONNECT_MS = 2_000;
/** Changes are also read at this interval, should a notification be lost, milliseconds. */
const SWEEP_MS = 15_000;
/** Pause while the database is unavailable, milliseconds. */
const OUTAGE_RETRY_MS = 2_000;
/** Events that are made or sent in one turn of the event loop; about a millisecond of work. */
const EVENTS_IN_TURN = 25;

/** The events of the board, from now or after the event that the client saw last, until the signal fires. */
export async function* boardEvents(board: WatchedBoard, context: StreamContext): AsyncGenerator<string> {
  const { deps, call } = context;
  const { partnerId } = board;
  const wakeUp = createWakeUp(call.signal);
  const unsubscribe = deps.notifications.subscribe(followersTopic(partnerId), wakeUp.wake);
  try {
    let position = positionSeen(context.lastEventId) ?? board.position;
    yield eventOf('ready', position, {}, RECONNECT_MS);
    while (!call.signal.aborted) {
      const read = await readNext(context, partnerId, position);
      if (read === 'away') {
        await wakeUp.wait(OUTAGE_RETRY_MS);
        continue;
      }
      for (const part of read.parts) {
        await eventLoopScheduler.take(turnKeyOf(call.actor));
        yield part;
      }
      position = read.position;
      if (!read.more) await wakeUp.wait(SWEEP_MS);
    }
  } finally {
    unsubscribe();
  }
}

/** What follows on a position, as the stream has it. */
interface NextEvents {
  /** Events that are sent in one piece: each piece is several writes of the socket, for each of the streams. */
  parts: string[];
  position: number;
  /** Whether more can be read at once. */
  more: boolean;
}

/**
 * The events after a position, read and written once for all streams that are there; `away` while the database is unavailable, so
 * that clients need not reconnect.
 */
async function readNext(context: StreamContext, partnerId: number, position: number): Promise<NextEvents | 'away'> {
  const { call, language = '' } = context;
  try {
    return await readForStreams(call.actor, `board ${partnerId} ${position} ${language}`, () =>
      readEvents(context, partnerId, position),
    );
  } catch (error) {
    if (isUnavailable(error)) return 'away';
    throw error;
  }
}

async function readEvents(context: StreamContext, partnerId: number, position: number): Promise<NextEvents> {
  const { deps, call } = context;
  const read = await perform(deps, readBoardChanges, { partnerId, position }, { signal: deps.stopping });
  const parts = read.missed ? [eventOf('resync', read.position, {})] : [];
  for (let start = 0; start < read.changes.length; start += EVENTS_IN_TURN) {
    await eventLoopScheduler.take(turnKeyOf(call.actor));
    const events = read.changes.slice(start, start + EVENTS_IN_TURN).map(({ sequence, action, item }) => {
      const shown = contentItemResource.present(item, context);
      return eventOf(item.deleted_at === null ? action : 'removed', sequence, shown);
    });
    parts.push(events.join(''));
  }
  return { parts, position: read.position, more: read.more };
}

function positionSeen(lastEventId = ''): number | undefined {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
}

function eventOf(event: string, position: number, data: object, retryMs?: number): string {
  return sseEvent({ event, id: String(position), data, ...(retryMs && { retryMs }) });
}
