import { serveJobs } from '../child-pool/serve.ts';
import { detectLanguage } from './detect-language.ts';
import { readFormat } from './formats/index.ts';
import { type Job, type Part, SECTIONS_PER_PART } from './job.ts';
import { DocumentError, type DocumentText } from './port.ts';

/** The program of a process that reads documents. */
await serveJobs(readDocument);

async function* readDocument({ format, bytes }: Job): AsyncGenerator<Part> {
  let read: Pick<DocumentText, 'sections' | 'notes'>;
  try {
    read = await readFormat(format, bytes);
  } catch (error) {
    return yield { problem: problemOf(error) };
  }
  const { sections, notes } = read;
  for (let from = 0; from < sections.length; from += SECTIONS_PER_PART) {
    yield { sections: sections.slice(from, from + SECTIONS_PER_PART) };
  }
  yield { rest: { ...detectLanguage(sections), notes } };
}

function problemOf(error: unknown): string {
  if (error instanceof DocumentError) return error.message;
  return 'The document is damaged, or not of the form that it was said to be.';
}
