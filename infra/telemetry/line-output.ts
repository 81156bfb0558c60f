import { write, writeSync } from 'node:fs';

/** Lines are written together when the first of them has waited so long. */
const WAIT_MS = 10;
/** Characters that may wait where the reader of the output is slow; lines beyond them are lost. */
const MAX_WAITING_CHARACTERS = 4_000_000;
/** Pause before a full pipe is tried again, and tries at the end of the process. */
const RETRY_MS = 20;
const LAST_TRIES = 50;

/** Where lines go; `flushSync` writes what waits, before the process ends. */
export interface LineOutput {
  write(line: string): void;
  flushSync(): void;
}

/**
 * Writes lines to a file descriptor, together and beside other work. A process must not end, wait or grow for want of its log: what cannot
 * be written (a full disk, a pipe that nobody reads) is lost, and `onLost` gets the number of such lines once writing works again.
 */
export function createLineOutput(fd: number, onLost: (lines: number) => void): LineOutput {
  let waiting: string[] = [];
  let characters = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  /** What is being written; between two tries of a full pipe, its rest. */
  let chunk: { bytes: Buffer; lines: number } | undefined;
  let isCalling = false;

  function takeAll(): { bytes: Buffer; lines: number } {
    const taken = { bytes: Buffer.from(waiting.join('')), lines: waiting.length };
    waiting = [];
    characters = 0;
    return taken;
  }

  // Never within `write`: what is written in one go stays in order where the process ends right after it.
  function schedule(waitMs = WAIT_MS): void {
    timer ??= setTimeout(flush, waitMs).unref();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isCalling) return;
    chunk ??= waiting.length > 0 ? takeAll() : undefined;
    if (!chunk) return;
    const { bytes, lines } = chunk;
    isCalling = true;
    write(fd, bytes, (error, written) => {
      isCalling = false;
      if (isFull(error)) return schedule(RETRY_MS);
      if (!error && written < bytes.length) {
        chunk = { bytes: bytes.subarray(written), lines };
        return flush();
      }
      end(error ? lines : 0);
      if (waiting.length > 0) schedule();
    });
  }

  function end(failed: number): void {
    chunk = undefined;
    lost += failed;
    if (failed === 0) reportLost();
  }

  function reportLost(): void {
    const lines = lost;
    lost = 0;
    if (lines > 0) onLost(lines);
  }

  return {
    write(line) {
      if (characters + line.length > MAX_WAITING_CHARACTERS) {
        lost += 1;
        return;
      }
      waiting.push(line);
      characters += line.length;
      schedule();
    },
    flushSync() {
      reportLost();
      const rest = chunk && !isCalling ? chunk.bytes : Buffer.alloc(0);
      const bytes = Buffer.concat([rest, takeAll().bytes]);
      chunk = isCalling ? chunk : undefined;
      for (let start = 0, tries = 0; start < bytes.length && tries < LAST_TRIES; ) {
        try {
          start += writeSync(fd, bytes, start);
        } catch (error) {
          if (!isFull(error)) return;
          tries += 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        }
      }
    },
  };
}

/** Whether a pipe has no room for the moment. */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');
}
