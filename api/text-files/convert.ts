import { invalid } from '../../domain/kernel/errors.ts';
import type { TextFormat } from '../../domain/kernel/text-formats.ts';
import { ChildEnded, JobFailed } from '../../infra/child-pool/child.ts';
import { ChildPool } from '../../infra/child-pool/pool.ts';
import { createRenderQueue, type Turn } from '../render-queue.ts';
import type { TextImage } from './images.ts';
import type { Job } from './job.ts';

/** Media types of the files. */
const MEDIA_TYPES: Record<TextFormat, string> = {
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

/** Media types of a route that gives a text as a file. */
export const TEXT_FILE_TYPES = {
  contentType: MEDIA_TYPES.markdown,
  furtherTypes: [MEDIA_TYPES.html, MEDIA_TYPES.docx, MEDIA_TYPES.pdf],
};

const EXTENSIONS: Record<TextFormat, string> = { markdown: 'md', html: 'html', docx: 'docx', pdf: 'pdf' };

/** Longest processor time of a file, milliseconds; 200,000 characters of ordinary Markdown take 2 s of an idle core. */
const LIMIT_MS = 8_000;

const pool = new ChildPool({ program: new URL('./child.ts', import.meta.url), heapMib: 256, residentMib: 640 });
const queued = createRenderQueue();

/** Type and name of a file; `name` is without its extension. */
export function textFileHeaders(name: string, format: TextFormat): Record<string, string> {
  return {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': `attachment; filename="${name}.${EXTENSIONS[format]}"`,
  };
}

/** A Markdown text with what it shows; no images unless given. */
interface TextToWrite extends Omit<Job, 'format' | 'images'> {
  format: TextFormat;
  images?: readonly TextImage[];
}

/**
 * A Markdown text as a file. Parsers of Markdown take time that grows faster than some texts, so a child process converts it, in its
 * partner's turn. Throws VALIDATION_ERROR for a text that takes too long, SERVICE_UNAVAILABLE when no turn comes in time.
 */
export async function textFile(
  { format, title, body, images = [] }: TextToWrite,
  turn: Turn,
): Promise<string | Uint8Array> {
  return format === 'markdown' ? body : queued(turn, () => converted({ format, title, body, images }, turn.signal));
}

async function converted(job: Job, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const [file] = await pool.run({ job, limitMs: LIMIT_MS, maxParts: 1, signal });
    return file as Uint8Array;
  } catch (error) {
    if (!(error instanceof ChildEnded || error instanceof JobFailed)) throw error;
    throw invalid({ format: ['This text takes too long to convert; export it as Markdown.'] });
  }
}
