import { LRUCache } from 'lru-cache';
import type { Feed } from '../../domain/gtm-schedule/operations/read-feed.ts';
import { type EventVersion, idOf, versionOf } from '../../domain/gtm-schedule/rules.ts';
import { PIECE_LENGTH } from '../send.ts';
import { type CalendarOwner, calendarWriter } from './calendar-file.ts';

/** Bytes of all texts that are kept: those of some thirteen feeds of 2,000 events. */
const MAX_KEPT = 16_777_216;
/** Bytes that one feed may add to them while it is written, so that a long one does not displace all others. */
const MAX_ADDED = 2_097_152;
/** What a kept text takes besides its characters, measured. */
const OVERHEAD = 200;
/**
 * Part of the texts that are kept once there is no room left. More feeds than fit, read in turns, would else displace each text before it
 * is read again, and none would be found.
 */
const KEPT_WHEN_FULL = 0.25;
/** Events that are read at once; each may have a text of 20,000 characters. */
const READ_AT_ONCE = 100;
/** Events that are written between two turns of other partners, of which each takes some hundredths of a millisecond. */
const SLICE_EVENTS = 10;

const BEYOND_LATIN = /[\u0100-\uffff]/;

/** Texts by host and version. */
const kept = new LRUCache<string, string>({ maxSize: MAX_KEPT });

/**
 * A feed as an iCalendar file: the same bytes as `calendarFile` makes of its events. The lines of an event follow from its row and
 * the host alone, so they are kept with its version, and only events that were changed are read and written anew. `turn` waits
 * until others have had their part of the event loop.
 */
export async function* feedFile(owner: CalendarOwner, feed: Feed, turn: () => Promise<void>): AsyncGenerator<string> {
  const { opening, closing, lines } = calendarWriter(owner);
  const { hostname } = new URL(owner.publicUrl);
  const keyOf = (version: EventVersion) => `${hostname} ${version}`;
  let room = MAX_ADDED;
  let piece = opening;
  let hasEvents = false;
  for await (const batch of feed.versions) {
    await turn();
    for (let start = 0; start < batch.length; start += READ_AT_ONCE) {
      const versions = batch.slice(start, start + READ_AT_ONCE);
      // Taken at once: what is kept from now on may displace them.
      const known = versions.map((version) => kept.get(keyOf(version)));
      const missing = versions.filter((_version, index) => known[index] === undefined);
      const made = new Map<string, string>();
      const events = missing.length > 0 ? await feed.readEvents(missing.map(idOf)) : [];
      for (const [index, event] of events.entries()) {
        if (index % SLICE_EVENTS === 0) await turn();
        const text = lines(event);
        made.set(event.id, text);
        const size = bytesOf(text);
        if (size > room || !isWorthKeeping(size)) continue;
        room -= size;
        kept.set(keyOf(versionOf(event)), text, { size });
      }
      for (const [index, version] of versions.entries()) {
        const text = known[index] ?? made.get(idOf(version)) ?? '';
        hasEvents ||= text !== '';
        piece += text;
      }
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      await turn();
    }
  }
  yield piece + closing(hasEvents);
}

function isWorthKeeping(size: number): boolean {
  return kept.calculatedSize + size <= MAX_KEPT || Math.random() < KEPT_WHEN_FULL;
}

/** What V8 takes for a text: two bytes a character, unless all of them are Latin. */
function bytesOf(text: string): number {
  return (BEYOND_LATIN.test(text) ? 2 : 1) * text.length + OVERHEAD;
}
