/**
 * Reads what may be long a batch at a time, each from where the last one ended, so that the whole needs the memory of two batches: the
 * next one is asked for while whoever reads is busy with this one.
 */
export async function* inBatches<Row>(
  size: number,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let next: Promise<Row[]> | undefined = readAfter(undefined);
  while (next) {
    const batch: Row[] = await next;
    next = batch.length < size ? undefined : readAfter(batch.at(-1));
    // Whoever leaves before its turn has nothing to hear of it.
    next?.catch(() => undefined);
    if (batch.length > 0) yield batch;
  }
}
