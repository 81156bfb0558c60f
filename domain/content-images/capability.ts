import type { Feature } from '../capabilities/feature.ts';
import { copyImages } from './store.ts';

/** Gives copies of content items the images of their originals. */
export const imageFeature: Feature = {
  itemsCopied: (tx, { partnerId, copies }) => copyImages(tx.em, tx.now, partnerId, copies),
};
