/**
 * Reads a long list in batches, each starting after the last row of the previous one. The next batch is requested while
 * the caller processes the current one, so at most two batches are in memory.
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
    if (batch.length > 0) yield batch;
  }
}
