import type { ListingContent } from '../../infra/marketplace/port.ts';
import { listChanged } from '../kernel/change-events.ts';
import type { Tx } from '../kernel/deps.ts';
import { changedParts, wasPublished } from './changes.ts';
import { publishToWatchers } from './fan-out.ts';
import { insertSnapshot, insertWatch, lockSnapshot, markFailing, replaceSnapshot } from './store.ts';

/** A reading of a listing on behalf of a partner. */
export interface Observation {
  partnerId: number;
  listingId: string;
  /** Host of the marketplace, as `provider` of the event. */
  provider: string;
  content: ListingContent;
  etag: string | null;
  /** When the marketplace was requested. */
  fetchedAt: Date;
}

/**
 * Saves a reading and publishes what is new: the listing itself to a partner that reads it for the first time, changes
 * to the partners that watch it. Returns false for a reading that a newer one has overtaken. The listing is locked until
 * the transaction ends.
 */
export async function observeListing(tx: Tx, observation: Observation): Promise<boolean> {
  const { partnerId, listingId, provider, content } = observation;
  const isNew = await insertWatch(tx.em, tx.now, listingId, partnerId);
  if (isNew) {
    const status = content.publishedAt === null ? 'unpublished' : 'published';
    tx.publish({ partnerId, type: 'listing.created', data: { listing_id: listingId, provider, status } });
    tx.emit(listChanged(partnerId));
  }
  const before = await saveReading(tx, observation);
  if (before === 'overtaken') return false;
  if (!before) return true;
  const changes = changedParts(before, content);
  const published_at = wasPublished(before, content) ? content.publishedAt : null;
  const events = [];
  if (changes.length > 0) events.push({ type: 'listing.updated', data: { listing_id: listingId, changes } });
  if (published_at) events.push({ type: 'listing.published', data: { listing_id: listingId, published_at } });
  const except_partner_id = isNew ? partnerId : null;
  if (events.length > 0) await publishToWatchers(tx, listingId, { events, is_change: true, except_partner_id });
  return true;
}

/**
 * Publishes that a listing could not be read: to the partner that requested it, and to its watchers if it could be read
 * until now. Repeated requests of one partner do not fill the others' webhooks.
 */
export async function observeFailure(
  tx: Tx,
  failure: { partnerId: number; listingId: string; error: string },
): Promise<void> {
  const { partnerId, listingId, error } = failure;
  const event = { type: 'listing.failed', data: { listing_id: listingId, error } };
  tx.publish({ partnerId, ...event });
  if (!(await markFailing(tx.em, listingId))) return;
  await publishToWatchers(tx, listingId, { events: [event], is_change: false, except_partner_id: partnerId });
}

/** Saves a reading, unless a newer one has overtaken it, and returns the previous one; null for a first reading. */
async function saveReading(tx: Tx, observation: Observation): Promise<ListingContent | null | 'overtaken'> {
  const { listingId, content, etag, fetchedAt } = observation;
  const snapshot = { listing_id: listingId, content, etag, fetched_at: fetchedAt };
  const known = await lockSnapshot(tx.em, listingId);
  if (!known) return (await insertSnapshot(tx.em, snapshot)) ? null : saveReading(tx, observation);
  if (known.fetched_at > fetchedAt) return 'overtaken';
  const changed = changedParts(known.content, content).length > 0 || wasPublished(known.content, content);
  await replaceSnapshot(tx.em, snapshot, changed);
  return known.content;
}
