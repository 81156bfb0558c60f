import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { eventBatches, findRevision } from '../event-store.ts';
import { feedRange, startOfUtcDay } from '../rules.ts';
import { feedQuery } from '../schema.ts';
import { findSubscription } from '../subscription-store.ts';
import { CANCELLED_DAYS, type GtmEventRow, type GtmSubscriptionRow } from '../table.ts';

const DAY_MS = 86_400_000;

/** The contents of a feed, read while it is written. */
export interface Feed {
  partnerName: string;
  /** Fingerprint of the events in the feed. */
  revision: string;
  /** When the feed last changed. */
  changedAt: Date;
  batches: AsyncIterable<GtmEventRow[]>;
}

/** The events of a subscription from a month back to the end of its lookahead, including cancelled ones. */
export const readFeed = operation({
  name: 'gtm_schedule.read_feed',
  permission: 'calendar_feed',
  params: nothing,
  input: feedQuery,
  async run(deps, call, { event_types, lookahead_days }): Promise<Feed> {
    const { actor } = call;
    const subscription = actor.kind === 'calendar_feed' ? await findSubscription(deps.db, actor.subscriptionId) : null;
    if (!subscription) throw notFound('Subscription');
    const partnerId = partnerOf(call);
    const selection = {
      partnerId,
      range: feedRange(deps.clock.now(), lookahead_days),
      filter: { ...subscription.filters, ...(event_types && { event_types }) },
      cancelledSince: new Date(startOfUtcDay(deps.clock.now()).getTime() - CANCELLED_DAYS * DAY_MS),
    };
    const [{ revision, changedAt }, partner] = await Promise.all([
      findRevision(deps.db, selection),
      getPartnerById(deps.db, partnerId),
    ]);
    return {
      partnerName: partner.name,
      revision,
      changedAt: latest(deps, subscription, changedAt),
      batches: eventBatches(deps.bulkReads(String(partnerId)), selection),
    };
  },
});

/** A feed also changes with its subscription, and at midnight, when events enter or leave its range. */
function latest({ clock }: Pick<Deps, 'clock'>, { updated_at }: GtmSubscriptionRow, changedAt: Date | null): Date {
  return new Date(Math.max(startOfUtcDay(clock.now()).getTime(), updated_at.getTime(), changedAt?.getTime() ?? 0));
}
