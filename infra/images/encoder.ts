import { ChildEnded, JobFailed } from '../child-pool/child.ts';
import { ChildPool } from '../child-pool/pool.ts';
import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import type { Answer } from './child.ts';
import { type EncodedImage, type ImageEncoder, ImageError, ImagesBusy } from './port.ts';

/** Images that are drawn at once, each of another partner. */
const SLOTS = 2;
/** A partner's images that wait in this process, with their bytes. */
const MAX_WAITING = 4;
/** Longest wait for a turn, milliseconds. */
const WAIT_MS = 20_000;
/** Longest time of an image that has its turn, milliseconds: a machine that is busy draws it later, and callers wait no longer. */
const DRAW_MS = 45_000;
/** Processor time of an image, milliseconds; one of 40 million pixels takes four seconds, as AVIF seven. */
const LIMIT_MS = 15_000;
/** Memory of the program; pixels are elsewhere. */
const HEAP_MIB = 128;
/** Resident memory, MiB; an AVIF of 40 million pixels takes 900, a JPEG 650. */
const RESIDENT_MIB = 1_024;

/** An encoder with processes to close. */
export interface OpenImageEncoder extends ImageEncoder {
  /** Ends the processes; images under way fail with PoolClosed. */
  close(): Promise<void>;
}

/**
 * Draws each image in a child process of its own: whatever one does to its codec, this process goes on, and the next image meets
 * nothing of it. Partners are served round robin, with one image each at a time.
 */
export function createImageEncoder({
  limitMs = LIMIT_MS,
  residentMib = RESIDENT_MIB,
  drawMs = DRAW_MS,
} = {}): OpenImageEncoder {
  const program = new URL('./child.ts', import.meta.url);
  const children = new ChildPool({ program, heapMib: HEAP_MIB, residentMib, jobsPerChild: 1 });
  const queue = new FairQueue(SLOTS, { perKey: 1 });

  return {
    async encode(bytes, { onBehalfOf: key, signal }) {
      if (queue.countOf(key) > MAX_WAITING) throw new ImagesBusy();
      try {
        return await queue.run({ key, waitMs: WAIT_MS, signal }, async () => {
          const late = AbortSignal.timeout(drawMs);
          const job = { job: bytes, limitMs, maxParts: 1, signal: AbortSignal.any([signal, late]) };
          const [answer] = await children.run(job).catch((error: unknown) => {
            throw late.aborted && !signal.aborted ? new ImagesBusy() : error;
          });
          return imageOf(answer as Answer);
        });
      } catch (error) {
        if (error instanceof QueueTimeout) throw new ImagesBusy();
        throw problemOf(error);
      }
    },
    close: () => children.close(),
  };
}

function imageOf(answer: Answer): EncodedImage {
  if ('problem' in answer) throw new ImageError(answer.problem);
  return answer.image;
}

const PROBLEMS = {
  time: 'The image takes too long to draw.',
  memory: 'The image takes too much memory to draw.',
  output: 'The image cannot be drawn.',
  crash: 'The image cannot be drawn.',
};

function problemOf(error: unknown): unknown {
  if (error instanceof JobFailed) return new ImageError(PROBLEMS.crash, { cause: error });
  // A child that does not start is no fault of the image.
  if (!(error instanceof ChildEnded) || error.excess === 'start') return error;
  return new ImageError(PROBLEMS[error.excess], { cause: error });
}
