import { serveJobs } from '../child-pool/serve.ts';
import { encodeImage } from './encode.ts';
import { type EncodedImage, ImageError } from './port.ts';

/** The result of a job: an image, or why there is none. */
export type Answer = { image: EncodedImage } | { problem: string };

/** The program of a process that draws images anew. */
await serveJobs<Uint8Array>(async function* (bytes): AsyncGenerator<Answer> {
  try {
    yield { image: await encodeImage(bytes) };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    yield { problem: error.message };
  }
});
