import type { Deps } from '../../kernel/deps.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { selectCalendarEvents, versionBatches } from '../event-store.ts';
import { revisionOf } from '../feed-revisions.ts';
import { type EventVersion, feedRange, startOfUtcDay } from '../rules.ts';
import { feedQuery } from '../schema.ts';
import { type FeedState, findFeedState } from '../subscription-store.ts';
import { CANCELLED_DAYS, type CalendarEvent } from '../table.ts';

/** The contents of a feed, read while it is written. */
export interface Feed {
  partnerName: string;
  /** Fingerprint of the events in the feed. */
  revision: string;
  /** When the feed last changed. */
  changedAt: Date;
  /** Its events in their order, as versions: the text of one that was written before is known. */
  versions: AsyncIterable<readonly EventVersion[]>;
  /** The events themselves, in no particular order and without those that are gone. */
  readEvents(ids: readonly string[]): Promise<CalendarEvent[]>;
}

/** The events of a subscription from a month back to the end of its lookahead, including cancelled ones. */
export const readFeed = operation({
  name: 'gtm_schedule.read_feed',
  permission: 'calendar_feed',
  params: nothing,
  input: feedQuery,
  async run(deps, call, { event_types, lookahead_days }): Promise<Feed> {
    const { actor } = call;
    if (actor.kind !== 'calendar_feed') throw notFound('Subscription');
    const partnerId = partnerOf(call);
    const range = feedRange(deps.clock.now(), lookahead_days);
    const feed = await findFeedState(deps.db, { id: actor.subscriptionId, partnerId, range });
    if (!feed) throw notFound('Subscription');
    const selection = {
      partnerId,
      range,
      filter: { ...feed.filters, ...(event_types && { event_types }) },
      cancelledSince: new Date(startOfUtcDay(deps.clock.now()).getTime() - CANCELLED_DAYS * DAY_MS),
    };
    const { revision, changedAt } = await revisionOf(deps.db, selection, feed.changes);
    const db = deps.bulkReads(String(partnerId));
    return {
      partnerName: feed.partner_name,
      revision,
      changedAt: latest(deps, feed, changedAt),
      versions: versionBatches(db, selection),
      readEvents: (ids) => selectCalendarEvents(db, partnerId, ids),
    };
  },
});

/** A feed also changes with its subscription, and at midnight, when events enter or leave its range. */
function latest({ clock }: Pick<Deps, 'clock'>, { updated_at }: FeedState, changedAt: Date | null): Date {
  return new Date(Math.max(startOfUtcDay(clock.now()).getTime(), updated_at.getTime(), changedAt?.getTime() ?? 0));
}
