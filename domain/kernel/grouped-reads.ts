import type { Db } from './deps.ts';

interface Waiting<Key, Found> {
  key: Key;
  resolve: (found: Found | null) => void;
  reject: (error: unknown) => void;
}

/** How to batch concurrent reads by key. */
export interface GroupedReads<Key, Found> {
  /** Keys with the same text are the same key. */
  textOf(key: Key): string;
  /** One statement for several keys; returns records by the text of their key. */
  read(db: Db, keys: Key[]): Promise<Map<string, Found>>;
  /** Maximum keys per statement. */
  maxKeys: number;
  /** Maximum concurrent statements. Reads that arrive meanwhile go into the next one. */
  maxInFlight: number;
}

/**
 * A read by key that shares its statement with concurrent reads. A round trip costs more than a short read, so under
 * load the cost is shared. A statement never starts before a read it serves was requested; reads of the same key get
 * the same object. null: no record has the key.
 */
export function groupedReads<Key, Found>(reads: GroupedReads<Key, Found>): (db: Db, key: Key) => Promise<Found | null> {
  const byDatabase = new WeakMap<Db, (key: Key) => Promise<Found | null>>();
  return (db, key) => {
    const known = byDatabase.get(db);
    if (known) return known(key);
    const created = readerOf(db, reads);
    byDatabase.set(db, created);
    return created(key);
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
    // Runs after the sockets that are readable now, so that their requests share the statement.
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
