import { LRUCache } from 'lru-cache';
import { FairQueue, QueueTimeout } from '../fair-queue.ts';
import { Connection, type ConnectionTarget, type OpenSocket } from './connector.ts';
import { OutboundError } from './outbound-error.ts';

/** Settings of a connection pool. */
export interface ConnectionPoolOptions {
  open: (peer: ConnectionTarget, signal: AbortSignal) => ReturnType<OpenSocket>;
  /** Limit over all origins; further idle connections are closed. */
  maxIdleSockets: number;
}

/** The connections of one origin. */
interface Origin {
  peer: ConnectionTarget;
  connections: Set<Connection>;
  /** Most recently used last, so that surplus connections go idle and close. */
  idle: Connection[];
}

/** A busy connection is replaced at this age, so that a host that moves in DNS is followed and checked again. */
const maxAgeMs = 60_000;

/** How long each call to an origin gets a new connection after a kept one turned out dead. */
const distrustMs = 60_000;

/** Limit of distrusted origins. */
const maxDistrusted = 1_000;

/**
 * Connections by origin, one a call. undici's own pool ties a connection that is being opened to no call in particular; with a client a
 * connection, a call that gives up takes its connection with it. Callers limit the number of calls.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #origins = new Map<string, Origin>();
  readonly #distrusted = new LRUCache<string, true>({ max: maxDistrusted, ttl: distrustMs });
  #idleSockets = 0;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** A connection for one call; the caller must release or discard it. */
  take(peer: ConnectionTarget): Connection {
    const origin = this.#originOf(peer);
    const idle = origin.idle.pop();
    if (!idle) return this.#open(origin);
    this.#idleSockets -= 1;
    return idle;
  }

  /** Returns a connection to the pool after a complete response. */
  release(peer: ConnectionTarget, connection: Connection): void {
    connection.used = true;
    if (connection.ageMs > maxAgeMs || this.#idleSockets >= this.#options.maxIdleSockets) {
      this.discard(peer, connection);
    } else {
      this.#originOf(peer).idle.push(connection);
      this.#idleSockets += 1;
    }
  }

  /** Ends a connection. */
  discard(peer: ConnectionTarget, connection: Connection): void {
    const origin = this.#originOf(peer);
    connection.destroy();
    origin.connections.delete(connection);
    if (origin.connections.size === 0) this.#origins.delete(peer.origin);
  }

  /**
   * Notes that a kept connection broke before a byte of the answer came. Some servers close connections without a word
   * just after an answer; each request that crosses such a close is lost, so this keeps it to one a minute.
   */
  distrust(peer: ConnectionTarget): void {
    this.#distrusted.set(peer.origin, true);
  }

  /** Whether connections to an origin may carry more than one call. */
  trusts(peer: ConnectionTarget): boolean {
    return !this.#distrusted.has(peer.origin);
  }

  /** Destroys all connections and their calls. */
  close(): void {
    for (const origin of this.#origins.values()) {
      for (const connection of origin.connections) connection.destroy();
    }
    this.#origins.clear();
    this.#idleSockets = 0;
  }

  #originOf(peer: ConnectionTarget): Origin {
    const known = this.#origins.get(peer.origin);
    if (known) return known;
    const origin: Origin = { peer, connections: new Set(), idle: [] };
    this.#origins.set(peer.origin, origin);
    return origin;
  }

  #open(origin: Origin): Connection {
    const connection = new Connection(origin.peer.origin, (signal) => this.#options.open(origin.peer, signal));
    origin.connections.add(connection);
    connection.client.on('disconnect', () => this.#forgetIdle(origin, connection));
    return connection;
  }

  /** Removes a connection that closed between two calls; one in use reconnects or fails its call. */
  #forgetIdle(origin: Origin, connection: Connection): void {
    const position = origin.idle.indexOf(connection);
    if (position < 0) return;
    origin.idle.splice(position, 1);
    this.#idleSockets -= 1;
    this.discard(origin.peer, connection);
  }
}

/** Fairness key and time-out of a call. */
export interface SlotRequest {
  onBehalfOf: string;
  waitMs: number;
  signal: AbortSignal | undefined;
}

/** Slots for calls by host, assigned round robin by fairness key. */
export class HostSlots {
  readonly #slotsPerHost: number;
  readonly #queues = new Map<string, FairQueue>();

  constructor(slotsPerHost: number) {
    this.#slotsPerHost = slotsPerHost;
  }

  /** Does the work in a slot. Throws OutboundError busy, or aborted. */
  async run<Result>(host: string, request: SlotRequest, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queueOf(host);
    const askedAtMs = performance.now();
    let begun = false;
    try {
      return await queue.run({ key: request.onBehalfOf, waitMs: request.waitMs, signal: request.signal }, () => {
        begun = true;
        return work();
      });
    } catch (error) {
      throw begun ? error : withoutSlot(error, performance.now() - askedAtMs);
    } finally {
      if (queue.idle && this.#queues.get(host) === queue) this.#queues.delete(host);
    }
  }

  /** Rejects all waiting calls. */
  close(): void {
    for (const queue of [...this.#queues.values()]) queue.rejectWaiting(new Error('The service is stopping'));
  }

  #queueOf(host: string): FairQueue {
    const known = this.#queues.get(host);
    if (known) return known;
    const queue = new FairQueue(this.#slotsPerHost);
    this.#queues.set(host, queue);
    return queue;
  }
}

function withoutSlot(error: unknown, waitedMs: number): OutboundError {
  const failure =
    error instanceof QueueTimeout
      ? new OutboundError('busy', 'The service has too many calls to this host under way', error)
      : new OutboundError('aborted', 'The call was given up');
  failure.durationMs = waitedMs;
  return failure;
}
