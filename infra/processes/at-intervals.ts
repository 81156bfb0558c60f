/** A function that does its work at most once in an interval, milliseconds, and nothing when it is called in between. */
export function atIntervals<Args extends unknown[]>(
  intervalMs: number,
  work: (...args: Args) => void,
): (...args: Args) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (performance.now() - lastMs < intervalMs) return;
    lastMs = performance.now();
    work(...args);
  };
}
