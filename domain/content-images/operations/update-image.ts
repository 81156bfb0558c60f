import { lockStoredItem } from '../../content-items/store.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { imageParams, ownImage, updateImageBody } from '../schema.ts';
import { findImage, lockImage, updateAltText } from '../store.ts';
import type { ContentImage } from '../table.ts';

/** Changes the alternative text of an image. */
export const updateImage = operation({
  name: 'content_images.update',
  permission: 'manage_content',
  params: imageParams,
  target: ownImage,
  input: updateImageBody,
  async lock(tx, _call, { id, content_item_id }) {
    // In the order in which the change locks them.
    await lockStoredItem(tx.em, content_item_id);
    return lockImage(tx.em, id);
  },
  async change(tx, { input: { alt_text }, target: { id, content_item_id } }): Promise<ContentImage> {
    // First, so that the item is not published meanwhile.
    await lockStoredItem(tx.em, content_item_id);
    const before = await lockImage(tx.em, id);
    if (alt_text === undefined || before?.alt_text === alt_text) tx.unchanged();
    else await updateAltText(tx.em, id, alt_text);
    const image = await findImage(tx.em, id);
    if (!image) throw notFound('Image');
    return image;
  },
  audit: ({ id, content_item_id }) => ({
    type: 'content_image',
    id,
    details: { content_item_id, fields: ['alt_text'] },
  }),
  changeEvent: ({ partner_id, content_item_id }) => resourceUpdated(partner_id, 'content-items', content_item_id),
});
