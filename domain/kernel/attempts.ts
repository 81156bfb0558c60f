/** Pieces of work of which one that fails stops no other. */
export class Attempts {
  readonly #failures: unknown[] = [];

  /** Does a piece of work; undefined where it failed. Then does `otherwise` with the error, and what fails there counts as well. */
  async make<Result>(
    work: () => Promise<Result>,
    otherwise?: (error: unknown) => Promise<unknown>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#failures.push(error);
      if (otherwise) await this.make(() => otherwise(error));
      return undefined;
    }
  }

  /** Throws an AggregateError of all that failed, if anything did; `describe` says of how many pieces of work what. */
  end(describe: (failed: number) => string): void {
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, describe(this.#failures.length));
  }
}
