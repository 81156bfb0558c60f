import { z } from 'zod';
import { contentItemParams, ownContentItem } from '../../content-items/schema.ts';
import type { ContentItemRow } from '../../content-items/table.ts';
import type { Db } from '../../kernel/deps.ts';
import { operation } from '../../kernel/operation.ts';
import { TEXT_FORMATS } from '../../kernel/text-formats.ts';
import { findImageFile, selectItemImages } from '../store.ts';
import { type ContentImage, sizeFor } from '../table.ts';

/** Most bytes of images in a file that has them in it; of those beyond it has the words. */
const MAX_EXPORTED_BYTES = 8 * 1_048_576;

/** Formats of an item: those of a text, and a ZIP file of its Markdown with the images beside it. */
const ITEM_FORMATS = [...TEXT_FORMATS, 'zip'] as const;
/** One of these formats. */
type ItemFormat = (typeof ITEM_FORMATS)[number];

const exportItemQuery = z.object({ format: z.enum(ITEM_FORMATS).default('markdown').describe('File format.') });

/** An image of an exported text, in its medium size. */
export interface ExportedImage extends Pick<ContentImage, 'reference' | 'alt_text' | 'mime'> {
  width: number;
  height: number;
  bytes: Buffer;
}

/** An image of an exported text, whose file is read when it is needed. */
export interface ShownImage extends Pick<ContentImage, 'reference' | 'alt_text' | 'mime'> {
  /** The largest size; null: the image was deleted meanwhile. */
  read(): Promise<Buffer | null>;
}

/** A content item to be written as a file. */
export interface ItemExport {
  item: ContentItemRow;
  format: ItemFormat;
  /** Reads what the text shows, as far as a file may have it in it. */
  images(): Promise<ExportedImage[]>;
  /** What the text shows, without the files. */
  shown(): Promise<ShownImage[]>;
}

/** Returns one content item for a file in a format. */
export const exportContentItem = operation({
  name: 'content_items.export',
  permission: 'view_content',
  params: contentItemParams,
  target: ownContentItem,
  input: exportItemQuery,
  async run(deps, _call, { format }, item): Promise<ItemExport> {
    const db = deps.bulkReads(String(item.partner_id));
    return { item, format, images: () => imagesWithin(db, item), shown: () => shownBy(db, item) };
  },
});

async function imagesOf(db: Db, item: ContentItemRow): Promise<ContentImage[]> {
  const named = new Set([...item.body.matchAll(/\bimage:(\d{1,15})\b/g)].map(([, reference]) => Number(reference)));
  if (named.size === 0) return [];
  return (await selectItemImages(db, item)).filter(({ reference }) => named.has(reference));
}

async function imagesWithin(db: Db, item: ContentItemRow): Promise<ExportedImage[]> {
  const shown: ExportedImage[] = [];
  let room = MAX_EXPORTED_BYTES;
  for (const image of await imagesOf(db, item)) {
    const { name, width, height, bytes: size } = sizeFor(image, 'medium');
    if (size > room) continue;
    const bytes = await findImageFile(db, image.content_picture_id, name);
    if (!bytes) continue;
    room -= size;
    const { reference, alt_text, mime } = image;
    shown.push({ reference, alt_text, mime, width, height, bytes });
  }
  return shown;
}

async function shownBy(db: Db, item: ContentItemRow): Promise<ShownImage[]> {
  return (await imagesOf(db, item)).map((image) => {
    const { reference, alt_text, mime, content_picture_id } = image;
    return {
      reference,
      alt_text,
      mime,
      read: () => findImageFile(db, content_picture_id, sizeFor(image, 'large').name),
    };
  });
}
