import type { Feature } from '../capabilities/feature.ts';
import { movePassages } from './anchors.ts';
import { selectAnchored, updateAnchors } from './store.ts';

/** Keeps comments with the passages that they are on when a text is edited. */
export const commentFeature: Feature = {
  async itemRewritten(tx, { id, partnerId, before, after }) {
    const item = { id, partner_id: partnerId };
    const anchored = await selectAnchored(tx.em, item);
    if (anchored.length === 0) return;
    const passages = anchored.map(({ quote, quote_start }) => ({ start: quote_start, length: quote.length }));
    const places = movePassages(before, after, passages);
    const moved = anchored.map((comment, index) => ({ ...comment, quote_start: places[index] ?? null }));
    await updateAnchors(tx.em, item, moved);
  },
};
