import { parentPort, workerData } from 'node:worker_threads';
import { detectLanguage } from './detect-language.ts';
import { readFormat } from './formats/index.ts';
import { DocumentError, type DocumentFormat, type DocumentText } from './port.ts';

/** Input of a thread. */
export interface Job {
  format: DocumentFormat;
  bytes: Uint8Array;
}

/** Result of a thread; error classes do not survive the transfer between threads. */
export type Outcome = { text: DocumentText } | { problem: string };

parentPort?.postMessage(await readDocument(workerData as Job));

async function readDocument({ format, bytes }: Job): Promise<Outcome> {
  try {
    const sections = await readFormat(format, bytes);
    return { text: { sections, language: detectLanguage(sections) } };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.message };
    return { problem: 'The document is damaged, or not of the form that it was said to be.' };
  }
}
