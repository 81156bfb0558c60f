import { randomInt } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { createSessionClient } from './data-source.ts';
import { breakWhenSilent } from './silence.ts';

/** Channel of wake-up calls; the payload has a topic a line. */
export const CHANNEL = 'marketwright';
const TIMES = {
  reconnectMs: 500,
  /** A lost session is detected within this plus the silence limit. */
  keepaliveMs: 5_000,
  /** Default of all connections. */
  silenceMs: undefined,
};
/** Payload limit of PostgreSQL is 8,000 bytes; topics are sent in batches below it. */
const TOPICS_PER_NOTIFY = 100;

/** One process's connection for wake-up calls and advisory locks. */
export interface NotificationHub {
  subscribe(topic: string, onWake: () => void): () => void;
  notify(topic: string): void;
  /** Runs work under an advisory lock; false when another process holds it, or the connection is down. */
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  /** Number of the advisory lock that marks this process as alive; null while the session, and with it the lock, is lost. */
  instance(): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Wake-up calls between processes over LISTEN/NOTIFY: one session connection a process. Topics carry no data; a subscriber
 * reads the database. After a reconnect every subscriber is woken, since calls may have been missed.
 */
export function createNotificationHub(options: {
  /** Of the server itself: LISTEN and locks need a session of their own. */
  url: string;
  name: string;
  dataSource: DataSource;
  /** First number of the advisory locks of instances; the second is drawn with each session. */
  instanceLockClass: number;
  log: Logger;
  /** Other times than the hub's own, milliseconds; for tests. */
  times?: { reconnectMs: number; keepaliveMs: number; silenceMs: number };
}): NotificationHub {
  const { url, name, dataSource, instanceLockClass, log } = options;
  const { reconnectMs, keepaliveMs, silenceMs } = options.times ?? TIMES;
  const subscribers = new Map<string, Set<() => void>>();
  const outgoing = new Set<string>();
  let flushing: Promise<void> | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let client: Session | undefined;
  let instance: number | null = null;
  let former: number | null = null;
  let stopped = false;

  const wake = (topic: string) => {
    for (const onWake of subscribers.get(topic) ?? []) onWake();
  };

  const query = (text: string, values: unknown[]): Promise<unknown> =>
    client ? client.query(text, values) : dataSource.query(text, values);

  /** One statement at a time: the first call goes out at once, what comes meanwhile goes together. */
  const flush = async () => {
    while (outgoing.size > 0) {
      const topics = [...outgoing].slice(0, TOPICS_PER_NOTIFY);
      for (const topic of topics) outgoing.delete(topic);
      try {
        await query('SELECT pg_notify($1, $2)', [CHANNEL, topics.join('\n')]);
      } catch (error) {
        log.warn({ err: error }, 'a wake-up call was lost; sweeps make up for it');
      }
    }
    flushing = undefined;
  };

  const connect = async (): Promise<void> => {
    const session = createSessionClient(url, `${name}-listen`);
    session.on('notification', (message) => {
      for (const topic of (message.payload ?? '').split('\n')) wake(topic);
    });
    session.on('error', () => undefined);
    let ended = false;
    let drawn: number | null = null;
    session.once('end', () => {
      ended = true;
    });
    try {
      await session.connect();
      breakWhenSilent(session, silenceMs);
      const take = async (number: number): Promise<number | null> => {
        const { rows } = await session.query('SELECT pg_try_advisory_lock($1, $2) AS taken', [
          instanceLockClass,
          number,
        ]);
        return rows[0]?.taken ? number : null;
      };
      // The former number if possible, so that this process keeps its leases; but the server may assume for
      // minutes that the former session is alive, and keep its lock.
      drawn = (former === null ? null : await take(former)) ?? (await take(randomInt(1, 2 ** 31 - 1)));
      if (drawn === null) throw new Error('Another process has drawn the same number.');
      // A wake-up call is a commit; it need not survive a crash, so it does not wait for the disk.
      await session.query('SET synchronous_commit = off');
      await session.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      session.end().catch(() => undefined);
      throw error;
    }
    if (ended) throw new Error('The connection was lost at once.');
    if (stopped) return session.end();
    const statement = inTurn(session);
    client = { query: statement, end: () => session.end() };
    instance = drawn;
    former = drawn;
    // An idle connection that the network lost would go unnoticed.
    const keepalive = setInterval(() => void statement('SELECT 1').catch(() => undefined), keepaliveMs);
    // Only after a successful connect: a session that could not connect ends, too, and its caller retries.
    session.once('end', () => {
      client = undefined;
      instance = null;
      clearInterval(keepalive);
      if (stopped) return;
      log.warn('the connection that listens for wake-up calls is lost; connecting again');
      reconnect();
    });
    for (const topic of subscribers.keys()) wake(topic);
  };

  const reconnect = (failures = 0) => {
    const again = () =>
      connect().then(
        () => log.info('listening for wake-up calls again'),
        (error: unknown) => {
          if (failures === 0) log.warn({ err: error }, 'listening for wake-up calls failed; trying until it works');
          if (!stopped) reconnect(failures + 1);
        },
      );
    reconnectTimer = setTimeout(again, reconnectMs);
  };

  return {
    subscribe(topic, onWake) {
      const set = subscribers.get(topic) ?? new Set();
      set.add(onWake);
      subscribers.set(topic, set);
      return () => {
        set.delete(onWake);
        if (set.size === 0 && subscribers.get(topic) === set) subscribers.delete(topic);
      };
    },
    notify(topic) {
      outgoing.add(topic);
      flushing ??= flush();
    },
    async exclusively(lock, work) {
      const session = client;
      if (!session) return false;
      const { rows } = await session.query('SELECT pg_try_advisory_lock($1) AS taken', [lock]);
      if (!rows[0]?.taken) return false;
      try {
        await work();
      } finally {
        await session.query('SELECT pg_advisory_unlock($1)', [lock]).catch(() => undefined);
      }
      return true;
    },
    instance: () => instance,
    start: connect,
    async stop() {
      stopped = true;
      clearTimeout(reconnectTimer);
      await flushing;
      await client?.end();
    },
  };
}

/** The session connection, as the hub uses it once it listens. */
interface Session {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

/**
 * Sends the statements of a session one after another. The driver is about to refuse what would wait in it, and a keepalive
 * that is sent beside a statement without an answer would hide the silence.
 */
function inTurn(session: pg.Client): Session['query'] {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const answer = last.then(() => session.query(text, values));
    last = answer.catch(() => undefined);
    return answer;
  };
}
