import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PRELOAD = new URL('shift-clock.ts', import.meta.url).href;

/** A clock for processes of the product, which a test sets. From then on it runs as fast as the system's. */
export interface ShiftedClock extends AsyncDisposable {
  /** For files of the test; removed with the clock. */
  folder: string;
  /** What the processes need in their environment. */
  environment: Record<string, string>;
  /** Sets it in all processes at once, also in those that start later. */
  set(moment: Date): void;
  now(): Date;
}

/** Makes a clock that shows a moment. */
export async function startShiftedClock(moment: Date): Promise<ShiftedClock> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-clock-'));
  const file = path.join(folder, 'shift');
  const descriptor = openSync(file, 'w');
  let shiftMs = 0;
  const set = (wanted: Date) => {
    shiftMs = wanted.getTime() - Date.now();
    writeSync(descriptor, Float64Array.of(shiftMs), 0, Float64Array.BYTES_PER_ELEMENT, 0);
  };
  set(moment);
  return {
    folder,
    environment: {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      SHIFTED_CLOCK_FILE: file,
      // PostgreSQL keeps the system's.
      CLOCK_TOLERANCE_SECONDS: '31622400000',
    },
    set,
    now: () => new Date(Date.now() + shiftMs),
    async [Symbol.asyncDispose]() {
      closeSync(descriptor);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
