import type { WatchedBoard } from '../../domain/content-items/operations/reads.ts';
import { readBoardChanges } from '../../domain/content-items/steps/read-board-changes.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createWakeUp } from '../../domain/kernel/wait-for.ts';
import { isUnavailable } from '../../infra/database/errors.ts';
import { followersTopic } from '../../infra/database/port.ts';
import { sseEvent } from '../event-streams/event.ts';
import type { StreamContext } from '../route.ts';
import { contentItemResource } from './resource.ts';

const RECONNECT_MS = 2_000;
/** Changes are also read at this interval, should a notification be lost, milliseconds. */
const SWEEP_MS = 15_000;
/** Pause while the database is unavailable, milliseconds. */
const OUTAGE_RETRY_MS = 2_000;

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
      if (read.missed) yield eventOf('resync', read.position, {});
      for (const { sequence, action, item } of read.changes) {
        yield eventOf(
          item.deleted_at === null ? action : 'removed',
          sequence,
          contentItemResource.present(item, context),
        );
      }
      position = read.position;
      if (!read.more) await wakeUp.wait(SWEEP_MS);
    }
  } finally {
    unsubscribe();
  }
}

/** The events after a position; `away` while the database is unavailable, so that clients need not reconnect. */
async function readNext({ deps, call }: StreamContext, partnerId: number, position: number) {
  try {
    return await perform(deps, readBoardChanges, { partnerId, position }, { signal: call.signal });
  } catch (error) {
    if (isUnavailable(error)) return 'away';
    throw error;
  }
}

function positionSeen(lastEventId = ''): number | undefined {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
}

function eventOf(event: string, position: number, data: object, retryMs?: number): string {
  return sseEvent({ event, id: String(position), data, ...(retryMs && { retryMs }) });
}
