/** A piece of what is written: some text, or the number of the result that begins, from the second one on. */
export type Piece = { text: string } | { result: number };

/** What of the results one reader has got. */
export class ReaderPosition {
  private readonly seen: string[] = [];

  /** What the reader has not got yet, in order. */
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
