import type { ItemExport, ShownImage } from '../../domain/content-images/operations/export-item.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { IMAGE_EXTENSIONS } from '../content-images/file.ts';
import type { PresentContext } from '../resource.ts';
import { TEXT_FILE_TYPES, textFile, textFileHeaders } from '../text-files/convert.ts';
import { turnKeyOf } from '../turns.ts';
import { type ArchivedFile, zipOf } from '../zip.ts';
import { withFiles, withWords } from './markdown-images.ts';

const ZIP = 'application/zip';
/** Longest name of a file in an archive without its extension, characters; of four bytes at most. */
const MAX_NAME = 60;

/** Media types of a content item as a file. */
export const ITEM_FILE_TYPES = {
  contentType: TEXT_FILE_TYPES.contentType,
  furtherTypes: [...TEXT_FILE_TYPES.furtherTypes, ZIP],
};

/** Type and name of a content item's file. */
export function exportHeaders({ item: { id }, format }: ItemExport): Record<string, string> {
  const name = `content-item-${id}`;
  if (format !== 'zip') return textFileHeaders(name, format);
  return { 'Content-Type': ZIP, 'Content-Disposition': `attachment; filename="${name}.zip"` };
}

/** A content item as a file. Throws as `textFile` does. */
export async function* exportChunks(
  { item, format, images, shown }: ItemExport,
  { call: { signal, actor } }: PresentContext,
): AsyncGenerator<string | Uint8Array> {
  const { title, body, partner_id: partnerId } = item;
  if (format === 'markdown') yield withWords(body, await shown());
  else if (format === 'zip')
    yield* zipOf(archived(item, await shown()), item.updated_at, () => eventLoopScheduler.take(turnKeyOf(actor)));
  else yield await textFile({ format, title, body, images: await images() }, { partnerId, signal });
}

/** The images that a text shows, and the text itself, which names those files. */
async function* archived(
  { id, title, body }: ItemExport['item'],
  shown: readonly ShownImage[],
): AsyncGenerator<ArchivedFile> {
  const paths = new Map<number, string>();
  for (const { reference, mime, read } of shown) {
    const bytes = await read();
    if (!bytes) continue;
    const name = `images/${reference}.${IMAGE_EXTENSIONS[mime]}`;
    paths.set(reference, name);
    yield { name, bytes };
  }
  yield {
    name: `${nameOf(title) || `content-item-${id}`}.md`,
    bytes: Buffer.from(withFiles(withWords(body, shown), paths)),
  };
}

/** A title as the name of a file that every system takes; may be empty. */
function nameOf(title: string): string {
  const words = title
    .replaceAll(/[^\p{L}\p{M}\p{N}()&+, -]/gu, ' ')
    .split(' ')
    .filter(Boolean);
  return [...words.join(' ')].slice(0, MAX_NAME).join('').trim();
}
