import type { Deps, Tx } from '../kernel/deps.ts';
import { requireWithinLimits } from '../kernel/limits.ts';
import { countItems } from './store.ts';
import { sumTextBytes } from './version-store.ts';

/** Throws CONFLICT where the partner may have no further items on the board, or no further texts. */
export function requireWithinItemLimits(
  { em }: Tx,
  { limits }: Pick<Deps, 'limits'>,
  { partnerId, items = 1 }: { partnerId: number; items?: number },
): Promise<void> {
  return requireWithinLimits(em, limits, partnerId, {
    saved_texts: async () => (await countItems(em, partnerId)) + items - 1,
    text_bytes: () => sumTextBytes(em, partnerId),
  });
}
