/** Runs the work with the first call and keeps what it made; what failed is tried again with the next. */
export function onceSucceeded<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= work().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
