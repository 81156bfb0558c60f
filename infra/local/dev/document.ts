import { createHash } from 'node:crypto';
import { errorMessage } from '../files.ts';

/** Regenerates the console's client when the API document changes. */
export interface DocumentWatch {
  /** Reads the document and compares it with the previous one. */
  look(): void;
}

/** Watches the document that the API at the origin serves. */
export function createDocumentWatch(
  origin: string,
  generate: () => Promise<void>,
  report: (line: string) => void,
): DocumentWatch {
  let known: string | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function compare(): Promise<void> {
    // Another restart may have come between; there is another look after it.
    const response = await fetch(`${origin}/openapi.json`).catch(() => undefined);
    if (!response?.ok) return;
    const hash = createHash('sha256')
      .update(await response.text())
      .digest('hex');
    const before = known;
    known = hash;
    if (before === undefined || before === hash) return;
    report("making the console's client anew …");
    await generate();
  }

  return {
    look() {
      looking = looking.then(compare).catch((error: unknown) => report(errorMessage(error)));
    },
  };
}
