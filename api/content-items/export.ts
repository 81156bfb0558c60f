import type { ItemExport } from '../../domain/content-images/operations/export-item.ts';
import type { PresentContext } from '../resource.ts';
import { textFile, textFileHeaders } from '../text-files/convert.ts';

/** Type and name of a content item's file. */
export function exportHeaders({ item: { id }, format }: ItemExport): Record<string, string> {
  return textFileHeaders(`content-item-${id}`, format);
}

/** A content item as a file. Throws as `textFile` does. */
export async function* exportChunks(
  { item, format, images }: ItemExport,
  { call: { signal } }: PresentContext,
): AsyncGenerator<string | Uint8Array> {
  const { title, body, partner_id: partnerId } = item;
  // Markdown names images, and a PDF has their words.
  const shown = format === 'html' || format === 'docx' ? await images() : [];
  yield await textFile({ format, title, body, images: shown }, { partnerId, signal });
}
