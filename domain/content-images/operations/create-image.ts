import { createHash } from 'node:crypto';
import { type EncodedImage, ImageError, ImagesBusy } from '../../../infra/images/port.ts';
import { contentItemParams, ownListedItem } from '../../content-items/schema.ts';
import { lockStoredItem } from '../../content-items/store.ts';
import type { Call } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { requireImageBytes } from '../budget.ts';
import { createImageBody, requireImage, uploadedImage } from '../schema.ts';
import { countOfItem, findImage, findImageOf, hasPicture, insertImage, insertPicture, keepPicture } from '../store.ts';
import type { ContentImage } from '../table.ts';

/** When a refused caller may ask again, seconds: by then the images before are drawn. */
const RETRY_SECONDS = 10;

/** An uploaded file; `encoded` is null where the partner has what it shows. */
interface UploadedImage {
  hash: string;
  encoded: EncodedImage | null;
}

/** An image with whether it was there before. */
export interface CreatedImage {
  image: ContentImage;
  isNew: boolean;
}

/** Adds an image to an item, drawn anew. What the item shows already is not added once more. */
export const createImage = operation({
  name: 'content_images.create',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownListedItem,
  input: createImageBody,
  async prepare(deps, call, input): Promise<UploadedImage> {
    const bytes = uploadedImage(input);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const isStored = await hasPicture(deps.db, partnerOf(call), hash);
    return { hash, encoded: isStored ? null : await encoded(deps, call, bytes) };
  },
  async change(tx, { deps, input, target, prepared }): Promise<CreatedImage> {
    const item = await lockStoredItem(tx.em, target.id);
    if (!item?.settled_at) throw notFound('Content item');
    const shown = await findImageOf(tx.em, item, prepared.hash);
    if (shown) {
      tx.unchanged();
      return { image: shown, isNew: false };
    }
    const partnerId = item.partner_id;
    await requireWithinLimits(tx.em, deps.limits, partnerId, { item_images: () => countOfItem(tx.em, item) });
    const id = await insertImage(tx.em, {
      partner_id: partnerId,
      content_item_id: item.id,
      content_picture_id: await pictureOf(tx, deps, partnerId, prepared),
      alt_text: input.alt_text,
      created_at: tx.now,
    });
    const image = await findImage(tx.em, id);
    if (!image) throw notFound('Image');
    return { image, isNew: true };
  },
  audit: ({ image: { id, content_item_id } }) => ({ type: 'content_image', id, details: { content_item_id } }),
  changeEvent: ({ image: { partner_id, content_item_id } }) =>
    resourceUpdated(partner_id, 'content-items', content_item_id),
  recover: async (deps, call, madeId) => ({ image: await requireImage(deps, call, Number(madeId)), isNew: true }),
});

async function encoded({ images }: Deps, call: Call, bytes: Buffer): Promise<EncodedImage> {
  try {
    return await images.encode(bytes, { onBehalfOf: String(partnerOf(call)), signal: call.signal });
  } catch (error) {
    if (error instanceof ImageError) throw invalid({ content: [error.message] });
    if (!(error instanceof ImagesBusy)) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many images are being drawn for you. Upload fewer at once.', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  }
}

/** What the image shows: the partner's file of this content, else a new one. */
async function pictureOf(tx: Tx, deps: Deps, partnerId: number, { hash, encoded }: UploadedImage): Promise<number> {
  const kept = await keepPicture(tx.em, partnerId, hash);
  if (kept !== null) return kept;
  if (!encoded) throw conflict('The image was deleted meanwhile; upload it again.');
  const added = encoded.sizes.reduce((sum, { bytes }) => sum + bytes.length, 0);
  await requireImageBytes(tx, deps.limits, { partnerId, added });
  const picture = { partner_id: partnerId, content_hash: hash, mime: encoded.type, created_at: tx.now };
  return insertPicture(tx.em, picture, encoded.sizes);
}
