import type { Actor } from '../domain/kernel/call.ts';
import { eventLoopScheduler } from '../domain/kernel/event-loop-scheduler.ts';
import { acquireSlot, releaseSlot, runInFlight } from '../domain/kernel/request-slot.ts';
import type { FairQueue, QueueOptions } from '../infra/fair-queue.ts';
import type { HttpMiddleware } from './context.ts';

/** Larger bodies are read and checked in their partner's turn, bytes; it takes some milliseconds. */
const LARGE_BODY_BYTES = 16_384;

/** Whose turn it is to use the event loop: a partner's; administrators and the service itself share one. */
export function turnKeyOf(actor: Actor): string {
  return 'partnerId' in actor ? String(actor.partnerId) : 'service';
}

/** Waits for the actor's next turn; undefined for a body that is small. Its errors are those of `EventLoopScheduler.take`. */
export function turnForBody(actor: Actor, { length }: Uint8Array): (() => Promise<void>) | undefined {
  return length > LARGE_BODY_BYTES ? () => eventLoopScheduler.take(turnKeyOf(actor)) : undefined;
}

/** Counts each request as in flight, so that long work of others leaves it its part of the event loop. */
export function countInFlight(): HttpMiddleware {
  return async (ctx, next) => {
    const inFlight = eventLoopScheduler.enter();
    ctx.state.inFlight = inFlight;
    try {
      await runInFlight(inFlight, next);
    } finally {
      inFlight.leave();
    }
  };
}

/** Does the work once it has a slot; a request that has to wait for one releases its own meanwhile. */
export function inSlot<Result>(queue: FairQueue, turn: QueueOptions, work: () => Promise<Result>): Promise<Result> {
  if (!queue.isBusyFor(turn.key)) return queue.run(turn, work);
  releaseSlot();
  return queue.run(turn, async () => {
    await acquireSlot();
    return work();
  });
}

/** Batches for a file that is being written, each within its turn: a caller formats one before it asks for the next one. */
export async function* batchesInTurn<Batch>(actor: Actor, batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const key = turnKeyOf(actor);
  for await (const batch of batches) {
    await eventLoopScheduler.take(key);
    yield batch;
  }
}

/** Batches of rows, each within its turn; one with more than `mostRows` is split. */
export function scheduledSlices<Row>(
  actor: Actor,
  batches: AsyncIterable<readonly Row[]>,
  mostRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Row[]> {
  return batchesInTurn(actor, slicesOf(batches, mostRows));
}

async function* slicesOf<Row>(
  batches: AsyncIterable<readonly Row[]>,
  mostRows: number,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += mostRows) {
      yield start === 0 && batch.length <= mostRows ? batch : batch.slice(start, start + mostRows);
    }
  }
}
