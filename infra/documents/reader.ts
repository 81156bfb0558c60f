import { ChildEnded } from '../child-pool/child.ts';
import { ChildPool } from '../child-pool/pool.ts';
import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import { type Job, type Part, SECTIONS_PER_PART } from './job.ts';
import {
  DocumentError,
  type DocumentReader,
  DocumentsBusy,
  type DocumentText,
  MAX_CPU_MS,
  MAX_CPU_MS_PER_MIB,
  MAX_HEAP_MIB,
  MAX_RESIDENT_MIB,
  MAX_SECTIONS,
} from './port.ts';

const MIB = 1_048_576;
/** Documents that are read at once, each of another partner. */
const READERS = 3;
/** A partner's documents that wait in this process; more of them would take the places of others. */
const MAX_WAITING = 10;
/** Longest wait for a turn, milliseconds; below the limit of an activity. */
const MAX_WAIT_MS = 4 * 60_000;
/** The sections, the rest or a problem, and an incomplete part. */
const MAX_PARTS = MAX_SECTIONS / SECTIONS_PER_PART + 2;

/** Settings of createDocumentReader, all of which may be left out. */
interface ReaderOptions {
  /** Processor time of any document, milliseconds. */
  maxCpuMs?: number;
  maxResidentMib?: number;
  /** When the process should stop: documents that have no turn yet are left to another one; never when absent. */
  stopping?: AbortSignal;
}

/** A reader with processes to close. */
export interface OpenDocumentReader extends DocumentReader {
  /** Ends the processes; readings under way fail with PoolClosed. */
  close(): Promise<void>;
}

/**
 * Reads each document in a child process: whatever a document does to its parser, this process and its heartbeats go on. Partners are
 * served round robin, with one document each at a time.
 */
export function createDocumentReader({
  maxCpuMs,
  maxResidentMib = MAX_RESIDENT_MIB,
  stopping,
}: ReaderOptions = {}): OpenDocumentReader {
  const program = new URL('./child.ts', import.meta.url);
  const children = new ChildPool({ program, heapMib: MAX_HEAP_MIB, residentMib: maxResidentMib });
  const queue = new FairQueue(READERS, { perKey: 1 });
  stopping?.addEventListener('abort', () => queue.rejectWaiting(new DocumentsBusy()), { once: true });

  const readIn = async (job: Job, signal: AbortSignal): Promise<DocumentText> => {
    const limitMs = maxCpuMs ?? MAX_CPU_MS + (job.bytes.byteLength / MIB) * MAX_CPU_MS_PER_MIB;
    const parts = await children.run({ job, limitMs, maxParts: MAX_PARTS, signal });
    return textOf(parts as Part[]);
  };

  return {
    async inTurn({ onBehalfOf: key, signal }, work) {
      if (stopping?.aborted || queue.countOf(key) > MAX_WAITING) throw new DocumentsBusy();
      try {
        return await queue.run({ key, waitMs: MAX_WAIT_MS, signal }, () =>
          work((format, bytes) => attempt(() => readIn({ format, bytes }, signal))),
        );
      } catch (error) {
        throw error instanceof QueueTimeout ? new DocumentsBusy() : error;
      }
    },
    close: () => children.close(),
  };
}

const PROBLEMS = {
  time: 'The document takes too long to read.',
  memory: 'The document takes too much memory to read.',
  output: 'The document has too many sections.',
  crash: 'The program that reads documents ended at this one, twice.',
};

/** A child that somebody killed says nothing of its document; the second one that ends at it does. */
const ATTEMPTS = 2;

async function attempt(read: () => Promise<DocumentText>, attempts = ATTEMPTS): Promise<DocumentText> {
  try {
    return await read();
  } catch (error) {
    // A child that does not start is no fault of the document.
    if (!(error instanceof ChildEnded) || error.excess === 'start') throw error;
    if (error.excess === 'crash' && attempts > 1) return attempt(read, attempts - 1);
    throw new DocumentError(PROBLEMS[error.excess], { cause: error });
  }
}

function textOf(parts: readonly Part[]): DocumentText {
  const text: DocumentText = { sections: [], language: null, isLanguageSure: false, notes: [] };
  for (const part of parts) {
    if ('problem' in part) throw new DocumentError(part.problem);
    if ('sections' in part) text.sections.push(...part.sections);
    else Object.assign(text, part.rest);
  }
  return text;
}
