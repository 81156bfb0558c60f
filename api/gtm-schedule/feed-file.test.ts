import { expect, test } from '@jest/globals';
import type { Feed } from '../../domain/gtm-schedule/operations/read-feed.ts';
import { type EventVersion, versionOf } from '../../domain/gtm-schedule/rules.ts';
import type { CalendarEvent } from '../../domain/gtm-schedule/table.ts';
import { eventRow, textOf } from '../../test/environment/event-rows.ts';
import { readCalendar } from '../../test/environment/read-calendar.ts';
import { feedFile } from './feed-file.ts';

const OWNER = { partnerName: 'Acme', publicUrl: 'https://feeds.example' };
const EVENTS = 200;

/** A feed of events with 8,000 characters each, which counts those that are read. */
function feedOf(name: string): Feed & { read: number } {
  const events = new Map<string, CalendarEvent>(
    Array.from({ length: EVENTS }, (_, index) => {
      const id = `evt_${name}_${index}`;
      return [id, eventRow({ id, description: `${id} `.padEnd(8_000, 'x') })];
    }),
  );
  async function* versions(): AsyncGenerator<EventVersion[]> {
    yield [...events.values()].map(versionOf);
  }
  const feed = {
    partnerName: OWNER.partnerName,
    revision: name,
    changedAt: new Date(),
    get versions() {
      return versions();
    },
    read: 0,
    async readEvents(ids: readonly string[]) {
      feed.read += ids.length;
      return ids.flatMap((id) => events.get(id) ?? []);
    },
  };
  return feed;
}

test('of more feeds than can be kept, read in turns, most texts are found again', async () => {
  const feeds = Array.from({ length: 12 }, (_, index) => feedOf(String(index)));
  const write = (feed: Feed) => textOf(feedFile(OWNER, feed, async () => undefined));
  const first: string[] = [];
  for (const feed of feeds) first.push(await write(feed));
  const read = () => feeds.reduce((sum, feed) => sum + feed.read, 0);
  expect(read()).toBe(feeds.length * EVENTS);
  for (const [index, feed] of feeds.entries()) expect(await write(feed)).toBe(first[index]);
  expect(read()).toBeLessThan(1.6 * feeds.length * EVENTS);
});

test('a feed of events that are gone by now is one without events', async () => {
  const gone = { ...feedOf('gone'), readEvents: async () => [] };
  expect(readCalendar(await textOf(feedFile(OWNER, gone, async () => undefined))).events).toEqual([]);
});
