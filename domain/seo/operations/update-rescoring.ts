import { isSandbox } from '../../kernel/call.ts';
import type { Tx } from '../../kernel/deps.ts';
import { differs } from '../../kernel/differs.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { countRescored, lockWatch, updateWatch, type WatchKey } from '../../listings/store.ts';
import type { ListingWatchRow } from '../../listings/table.ts';
import { nextRescoreAt } from '../rescoring.ts';
import { SEO_CAPABILITY } from '../rules.ts';
import { listingIdParams, updateRescoringBody } from '../schema.ts';
import { ownWatch } from '../target.ts';

/** Sets how often a listing is scored again, and by what. Switching it on again ends a pause. */
export const updateRescoring = operation({
  name: 'listings.update_rescoring',
  permission: 'manage_content',
  params: listingIdParams,
  target: ownWatch,
  capability: () => SEO_CAPABILITY,
  input: updateRescoringBody,
  lock: (tx, _call, watch) => lockWatch(tx.em, watch),
  async change(tx, { deps, call, input, target }): Promise<ListingWatchRow> {
    if (isSandbox(call)) throw new AppError('FORBIDDEN', 'Listings are scored again for production keys only.');
    const watch = await locked(tx, target);
    const { every, category, brand_keyword, partner_domain } = input;
    const fields = {
      rescore_every: every,
      rescore_category: category,
      rescore_brand_keyword: brand_keyword,
      rescore_partner_domain: partner_domain,
    };
    const isSwitched = every !== undefined && (every !== watch.rescore_every || watch.rescore_paused_at !== null);
    if (!isSwitched && !differs(watch, fields)) {
      tx.unchanged();
      return watch;
    }
    if (isSwitched && every !== 'off' && watch.next_rescore_at === null) {
      const { partner_id: partnerId } = watch;
      const count = () => countRescored(tx.em, partnerId);
      await requireWithinLimit(tx.em, deps.limits, 'rescored_listings', { partnerId, count });
    }
    const next = isSwitched && {
      next_rescore_at: nextRescoreAt(every, tx.now, watch),
      rescore_failures: 0,
      rescore_paused_at: null,
    };
    await updateWatch(tx.em, watch, { ...fields, ...next });
    return locked(tx, watch);
  },
  audit: ({ listing_id, rescore_every }) => ({ type: 'listing', id: listing_id, details: { every: rescore_every } }),
});

/** Housekeeping drops what nobody has had scored for a long time, also between the look-up and the change. */
async function locked({ em }: Tx, key: WatchKey): Promise<ListingWatchRow> {
  const watch = await lockWatch(em, key);
  if (!watch) throw notFound('Listing');
  return watch;
}
