import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { createSessionClient } from './data-source.ts';
import { breakWhenSilent } from './silence.ts';

const CHANNEL = 'marketwright';
/** NOTIFYs of this long are sent as one statement: within a transaction they would slow every commit down. */
const COALESCE_MS = 10;
const RECONNECT_MS = 500;
const PULSE_MS = 10_000;
/** Payload limit of PostgreSQL is 8,000 bytes; topics are sent in lots below it. */
const TOPICS_PER_NOTIFY = 100;

export interface NotificationHub {
  subscribe(topic: string, onWake: () => void): () => void;
  notify(topic: string): void;
  /** Runs work that only one process may do at a time; false when another does it now, or the connection is away. */
  exclusively(lock: number, work: () => Promise<void>): Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Wake-up calls between processes over LISTEN/NOTIFY: one session connection a process. Topics carry no data; a subscriber
 * reads the database. After a reconnect every subscriber is woken, since calls may have been missed.
 */
export function createNotificationHub(options: {
  url: string;
  name: string;
  dataSource: DataSource;
  log: Logger;
}): NotificationHub {
  const { url, name, dataSource, log } = options;
  const subscribers = new Map<string, Set<() => void>>();
  let outgoing = new Set<string>();
  let flushTimer: NodeJS.Timeout | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let client: ReturnType<typeof createSessionClient> | undefined;
  let stopped = false;

  const wake = (topic: string) => {
    for (const onWake of subscribers.get(topic) ?? []) onWake();
  };

  const flush = async () => {
    flushTimer = undefined;
    const topics = [...outgoing];
    outgoing = new Set();
    for (let from = 0; from < topics.length; from += TOPICS_PER_NOTIFY) {
      const payload = topics.slice(from, from + TOPICS_PER_NOTIFY).join('\n');
      try {
        await dataSource.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
      } catch (error) {
        log.warn({ err: error }, 'a wake-up call was lost; sweeps make up for it');
      }
    }
  };

  const connect = async (): Promise<void> => {
    const session = createSessionClient(url, `${name}-listen`);
    session.on('notification', (message) => {
      for (const topic of (message.payload ?? '').split('\n')) wake(topic);
    });
    session.on('error', () => undefined);
    let ended = false;
    session.once('end', () => {
      ended = true;
    });
    try {
      await session.connect();
      await session.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      session.end().catch(() => undefined);
      throw error;
    }
    if (ended) throw new Error('The connection was lost at once.');
    if (stopped) return session.end();
    client = session;
    breakWhenSilent(session);
    // A connection that the network has lost says nothing, and nobody would ask it anything.
    const pulse = setInterval(() => void session.query('SELECT 1').catch(() => undefined), PULSE_MS);
    // Only a session that listened: one that could not connect ends, too, and is tried again by whoever asked for it.
    session.once('end', () => {
      client = undefined;
      clearInterval(pulse);
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
    reconnectTimer = setTimeout(again, RECONNECT_MS);
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
      flushTimer ??= setTimeout(flush, COALESCE_MS);
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
    start: connect,
    async stop() {
      stopped = true;
      clearTimeout(reconnectTimer);
      clearTimeout(flushTimer);
      if (outgoing.size > 0) await flush();
      await client?.end();
    },
  };
}
