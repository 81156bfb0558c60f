import type { Feature } from '../capabilities/feature.ts';
import { lockItems } from '../content-items/store.ts';
import { conflict } from '../kernel/errors.ts';
import { copyImages, findUndescribed } from './store.ts';

/** Columns of items whose images have alternative texts. */
const DESCRIBED_COLUMNS: readonly string[] = ['ready', 'published'];

/** Gives copies of content items the images of their originals, and keeps those without words from being published. */
export const imageFeature: Feature = {
  itemsCopied: (tx, { partnerId, copies }) => copyImages(tx.em, tx.now, partnerId, copies),
  async itemsMoving(tx, { partnerId, ids, status }) {
    if (!DESCRIBED_COLUMNS.includes(status)) return;
    // Nobody changes a text or the words of an image between the check and the move.
    await lockItems(tx.em, partnerId, ids);
    const missing = await findUndescribed(tx.em, { partnerId, ids, status });
    if (!missing) return;
    throw conflict(
      `Image ${missing.id} of content item ${missing.content_item_id} needs an alternative text before the item is ready or published.`,
    );
  },
};
