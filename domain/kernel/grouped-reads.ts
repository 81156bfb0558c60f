import type { Db } from './deps.ts';

interface Waiting<Key, Found> {
  key: Key;
  resolve: (found: Found | null) => void;
  reject: (error: unknown) => void;
}

/** How records are read of which many are asked for at once. */
export interface GroupedReads<Key, Found> {
  /** Keys with the same text ask for the same. */
  textOf(key: Key): string;
  /** One statement for different keys; what it found, by the text of its key. */
  read(db: Db, keys: Key[]): Promise<Map<string, Found>>;
  /** Keys that one statement asks for at most. */
  maxKeys: number;
  /** Statements under way at once; who asks meanwhile goes with the next. */
  maxInFlight: number;
}

/**
 * A read by key that shares its statements with whoever asks at the same time: a round trip costs more than a short read, so its cost
 * is shared where it matters, under load. A statement begins after all that it serves have asked; who asks for the same gets the same
 * object. null: there is nothing under the key.
 */
export function groupedReads<Key, Found>(reads: GroupedReads<Key, Found>): (db: Db, key: Key) => Promise<Found | null> {
  const byDatabase = new WeakMap<Db, (key: Key) => Promise<Found | null>>();
  return (db, key) => {
    const known = byDatabase.get(db);
    if (known) return known(key);
    const made = readerOf(db, reads);
    byDatabase.set(db, made);
    return made(key);
  };
}

function readerOf<Key, Found>(
  db: Db,
  { textOf, read, maxKeys, maxInFlight }: GroupedReads<Key, Found>,
): (key: Key) => Promise<Found | null> {
  const waiting: Waiting<Key, Found>[] = [];
  let inFlight = 0;
  let isScheduled = false;

  const schedule = () => {
    if (waiting.length === 0 || isScheduled || inFlight === maxInFlight) return;
    isScheduled = true;
    // After the sockets that are readable now, so that their requests share the statement.
    setImmediate(run);
  };

  const run = async () => {
    isScheduled = false;
    inFlight += 1;
    const group = waiting.splice(0, maxKeys);
    schedule();
    try {
      const found = await read(db, [...new Map(group.map(({ key }) => [textOf(key), key])).values()]);
      for (const { key, resolve } of group) resolve(found.get(textOf(key)) ?? null);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    inFlight -= 1;
    schedule();
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
