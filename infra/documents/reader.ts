import { Worker } from 'node:worker_threads';
import { guardThread } from '../thread-guard.ts';
import { DocumentError, type DocumentReader, MAX_BUFFERS_MIB, MAX_CPU_MS, MAX_HEAP_MIB } from './port.ts';
import type { Job, Outcome } from './thread.ts';

const MIB = 1_048_576;
/** Interval of the check of buffer memory, which the heap limit of a thread does not cover. */
const LOOK_MS = 100;

/** Settings of createDocumentReader, both of which may be left out. */
interface ReaderOptions {
  maxCpuMs?: number;
  maxBuffersMib?: number;
}

/**
 * Reads each document in its own thread, which ends afterwards: whatever a document does to its parser, the process and its
 * heartbeats go on, and a document that takes too much time or memory ends with its thread. The caller limits concurrency.
 */
export function createDocumentReader({
  maxCpuMs = MAX_CPU_MS,
  maxBuffersMib = MAX_BUFFERS_MIB,
}: ReaderOptions = {}): DocumentReader {
  return {
    async read(format, bytes, signal) {
      signal.throwIfAborted();
      const outcome = await inThread({ format, bytes }, { maxCpuMs, maxBuffersMib, signal });
      if ('problem' in outcome) throw new DocumentError(outcome.problem);
      return outcome.text;
    },
  };
}

type Limits = Required<ReaderOptions> & { signal: AbortSignal };

async function inThread(job: Job, { maxCpuMs, maxBuffersMib, signal }: Limits): Promise<Outcome> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    // Keeps the output of parsers out of our log.
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const endGuard = guardThread(thread, maxCpuMs, () => resolve({ problem: 'The document takes too long to read.' }));
  const look = setInterval(() => void tooMuch(), LOOK_MS);
  const tooMuch = async () => {
    const used = await buffersOf(thread);
    if (used > maxBuffersMib * MIB) resolve(TOO_LARGE);
  };
  thread.once('message', resolve);
  thread.once('error', (error) => (isOutOfMemory(error) ? resolve(TOO_LARGE) : reject(error)));
  thread.once('exit', () => reject(new Error('The thread that read a document ended without an outcome.')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    clearInterval(look);
    endGuard();
    await thread.terminate();
  }
}

const TOO_LARGE: Outcome = { problem: 'The document takes too much memory to read.' };

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Bytes of a thread outside its heap; 0 once it is gone. */
async function buffersOf(thread: Worker): Promise<number> {
  try {
    const { external_memory: bytes } = await thread.getHeapStatistics();
    return bytes;
  } catch {
    return 0;
  }
}
