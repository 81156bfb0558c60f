/** A piece of the output: some text, or the number of the result that begins (from the second on). */
export type Piece = { text: string } | { result: number };

/** Tracks what a reader has received. */
export class ReaderPosition {
  private readonly seen: string[] = [];

  /** Yields what the reader has not received yet, in order. */
  *rest(results: readonly string[]): Generator<Piece> {
    for (let index = Math.max(0, this.seen.length - 1); index < results.length; index += 1) {
      const seen = this.seen[index];
      const text = results[index] ?? '';
      this.seen[index] = text;
      if (seen === undefined && index > 0) yield { result: index + 1 };
      const rest = text.slice(seen?.length ?? 0);
      if (rest !== '') yield { text: rest };
    }
  }
}
