import { resourceUpdated } from '../../kernel/change-events.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { imageParams, ownImage } from '../schema.ts';
import { deleteImageRow, lockImage } from '../store.ts';

/** Deletes an image for good; copies of the item keep theirs. */
export const deleteImage = operation({
  name: 'content_images.delete',
  permission: 'manage_content',
  params: imageParams,
  target: ownImage,
  input: nothing,
  lock: (tx, _call, { id }) => lockImage(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if ((await deleteImageRow(tx.em, id)) === 0) throw notFound('Image');
  },
  audit: (_output, { target: { id, content_item_id } }) => ({
    type: 'content_image',
    id,
    details: { content_item_id },
  }),
  changeEvent: (_output, { target: { partner_id, content_item_id } }) =>
    resourceUpdated(partner_id, 'content-items', content_item_id),
});
