import { contentItemParams, ownContentItem } from '../../content-items/schema.ts';
import type { ContentItemRow } from '../../content-items/table.ts';
import type { Db } from '../../kernel/deps.ts';
import { operation } from '../../kernel/operation.ts';
import { type TextFormat, textFileQuery } from '../../kernel/text-formats.ts';
import { findImageFile, selectItemImages } from '../store.ts';
import { type ContentImage, sizeFor } from '../table.ts';

/** Most bytes of images in a file; of those beyond it has the words. */
const MAX_EXPORTED_BYTES = 8 * 1_048_576;

/** An image of an exported text, in its medium size. */
export interface ExportedImage extends Pick<ContentImage, 'reference' | 'alt_text' | 'mime'> {
  width: number;
  height: number;
  bytes: Buffer;
}

/** A content item to be written as a file. */
export interface ItemExport {
  item: ContentItemRow;
  format: TextFormat;
  /** Reads what the text shows. */
  images(): Promise<ExportedImage[]>;
}

/** Returns one content item for a file in a format. */
export const exportContentItem = operation({
  name: 'content_items.export',
  permission: 'view_content',
  params: contentItemParams,
  target: ownContentItem,
  input: textFileQuery,
  run: async (deps, _call, { format }, item): Promise<ItemExport> => ({
    item,
    format,
    images: () => shownImages(deps.bulkReads(String(item.partner_id)), item),
  }),
});

async function shownImages(db: Db, item: ContentItemRow): Promise<ExportedImage[]> {
  const shown: ExportedImage[] = [];
  let room = MAX_EXPORTED_BYTES;
  for (const image of await selectItemImages(db, item)) {
    const { name, width, height, bytes: size } = sizeFor(image, 'medium');
    if (size > room || !item.body.includes(`image:${image.reference}`)) continue;
    const bytes = await findImageFile(db, image.content_picture_id, name);
    if (!bytes) continue;
    room -= size;
    const { reference, alt_text, mime } = image;
    shown.push({ reference, alt_text, mime, width, height, bytes });
  }
  return shown;
}
