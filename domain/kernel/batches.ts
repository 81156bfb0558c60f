import { setImmediate as requestsAreSent } from 'node:timers/promises';

/**
 * Reads a long list in batches, each starting after the last row of the previous one. The next batch is requested while
 * the caller processes the current one, so at most two batches are in memory.
 * It is sent before the caller begins: the driver writes at the end of a turn of the event loop, which the caller's work would delay.
 */
export async function* inBatches<Row>(
  size: number,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let next: Promise<Row[]> | undefined = readAfter(undefined);
  while (next) {
    const batch: Row[] = await next;
    next = batch.length < size ? undefined : readAfter(batch.at(-1));
    // A reader that stops early must not cause an unhandled rejection.
    next?.catch(() => undefined);
    if (next) await requestsAreSent();
    if (batch.length > 0) yield batch;
  }
}

/** The same items; the next one is requested, and the request sent, before the caller processes the current one. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (let item = await next; !item.done; item = await next) {
      next = iterator.next();
      // A reader that stops early must not cause an unhandled rejection.
      next.catch(() => undefined);
      await requestsAreSent();
      yield item.value;
    }
  } finally {
    await iterator.return?.();
  }
}
