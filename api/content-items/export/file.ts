import type { ItemExport } from '../../../domain/content-items/operations/reads.ts';
import { invalid } from '../../../domain/kernel/errors.ts';
import { ChildEnded, JobFailed } from '../../../infra/child-pool/child.ts';
import { ChildPool } from '../../../infra/child-pool/pool.ts';
import { createRenderQueue } from '../../render-queue.ts';
import type { PresentContext } from '../../resource.ts';
import type { Job } from './job.ts';

/** Media types of the files. */
export const MEDIA_TYPES = {
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const EXTENSIONS = { markdown: 'md', html: 'html', docx: 'docx' } as const;

/** Longest processor time of a file, milliseconds; 200,000 characters of ordinary Markdown take 2 s of an idle core. */
const LIMIT_MS = 8_000;

const pool = new ChildPool({ program: new URL('./child.ts', import.meta.url), heapMib: 256, residentMib: 640 });
const queued = createRenderQueue();

/** Type and name of the file. */
export function exportHeaders({ item: { id }, format }: ItemExport): Record<string, string> {
  return {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': `attachment; filename="content-item-${id}.${EXTENSIONS[format]}"`,
  };
}

/**
 * The text as a file. Parsers of Markdown take time that grows faster than some texts, so a child process converts it.
 * Throws VALIDATION_ERROR for a text that takes too long, SERVICE_UNAVAILABLE when no turn comes in time.
 */
export async function* exportChunks(
  { item, format }: ItemExport,
  { call: { signal } }: PresentContext,
): AsyncGenerator<string | Uint8Array> {
  const { title, body, partner_id: partnerId } = item;
  if (format === 'markdown') yield body;
  else yield await queued({ partnerId, signal }, () => converted({ format, title, body }, signal));
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
