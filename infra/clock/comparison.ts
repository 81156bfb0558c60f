/** The process's clock and PostgreSQL's differ by more than the installation tolerates; nobody knows which is right. */
export class ClocksDiffer extends Error {
  constructor(differenceMs: number) {
    const seconds = Math.round(Math.abs(differenceMs) / 1_000);
    super(`The clock of this process is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's.`);
  }
}

/** Compares the process's clock with PostgreSQL's. */
export interface ClockComparison {
  /** How far the process's clock is ahead, milliseconds; negative where it is behind. Rejects while PostgreSQL is away. */
  differenceMs(): Promise<number>;
  /** Rejects with ClocksDiffer where they differ by more than is tolerated, and while PostgreSQL is away. */
  requireAgreement(): Promise<void>;
}

/** PostgreSQL's clock is read again after so long. */
const READING_MS = 10_000;

interface Reading {
  /** PostgreSQL's clock, milliseconds since 1970. */
  databaseMs: number;
  /** When it was read, by the monotonic clock. */
  readAtMs: number;
}

/**
 * A comparison that sees at once that the process's clock was set, and within some ten seconds that PostgreSQL's was: a reading of
 * PostgreSQL's clock is carried on by the monotonic clock, and read anew beside the work. Nobody waits for it but at first and while
 * the clocks seem to differ, which is read again before it counts, since the monotonic clock of a frozen machine stands still.
 */
export function createClockComparison(options: {
  clock: { now(): Date };
  /** PostgreSQL's clock. */
  readDatabase(): Promise<Date>;
  toleranceMs: number;
}): ClockComparison {
  const { clock, readDatabase, toleranceMs } = options;
  let last: Reading | undefined;
  let reading: Promise<Reading> | undefined;

  const read = async (): Promise<Reading> => {
    const askedAtMs = performance.now();
    const databaseMs = (await readDatabase()).getTime();
    last = { databaseMs, readAtMs: (askedAtMs + performance.now()) / 2 };
    return last;
  };
  /** Callers at the same time share a reading. */
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const differenceBy = ({ databaseMs, readAtMs }: Reading) =>
    clock.now().getTime() - (databaseMs + performance.now() - readAtMs);
  const isTolerated = (differenceMs: number) => Math.abs(differenceMs) <= toleranceMs;

  const differenceMs = async () => {
    if (!last || !isTolerated(differenceBy(last))) return differenceBy(await readOnce());
    // An outage of the database says nothing about its clock.
    if (performance.now() - last.readAtMs > READING_MS) readOnce().catch(() => undefined);
    return differenceBy(last);
  };
  return {
    differenceMs,
    async requireAgreement() {
      const difference = await differenceMs();
      if (!isTolerated(difference)) throw new ClocksDiffer(difference);
    },
  };
}
