import { LRUCache } from 'lru-cache';
import type { Peer } from './connector.ts';
import { Lane, type OpenSocket } from './lane.ts';

/** What a pool needs to know. */
export interface LanePoolOptions {
  open: (peer: Peer, signal: AbortSignal) => ReturnType<OpenSocket>;
  maxSocketsPerOrigin: number;
  /** Over all origins; more are closed at once rather than kept. */
  maxIdleSockets: number;
}

/** The lanes of one origin and the calls that wait for one. */
interface Origin {
  peer: Peer;
  lanes: Set<Lane>;
  /** The latest used last, so that a connection too many goes idle and ends. */
  idle: Lane[];
  waiting: Set<(lane: Lane) => void>;
}

/** A busy connection is replaced at this age, so that a host that moves in DNS is followed and checked again. */
const maxAgeMs = 60_000;

/** How long each call to an origin gets a connection of its own after one that was kept turned out dead. */
const distrustMs = 60_000;

/** Origins of which that is remembered at most. */
const maxDistrusted = 1_000;

/**
 * Lanes by origin. undici's own pool ties a connection that is being opened to no call in particular; with a client a
 * lane, a call that gives up takes its connection with it.
 */
export class LanePool {
  readonly #options: LanePoolOptions;
  readonly #origins = new Map<string, Origin>();
  readonly #distrusted = new LRUCache<string, true>({ max: maxDistrusted, ttl: distrustMs });
  #idleSockets = 0;

  constructor(options: LanePoolOptions) {
    this.#options = options;
  }

  /** Hands over a lane: at once, or in turn when the origin has its fill. The function returned leaves the queue. */
  take(peer: Peer, ready: (lane: Lane) => void): () => void {
    const origin = this.#originOf(peer);
    const idle = origin.idle.pop();
    if (idle) {
      this.#idleSockets -= 1;
      ready(idle);
    } else if (origin.lanes.size < this.#options.maxSocketsPerOrigin) {
      ready(this.#open(origin));
    } else {
      origin.waiting.add(ready);
    }
    return () => origin.waiting.delete(ready);
  }

  /** Gives back a lane whose call was answered in full. */
  release(peer: Peer, lane: Lane): void {
    lane.used = true;
    const origin = this.#originOf(peer);
    const worn = lane.ageMs > maxAgeMs;
    const next = worn ? undefined : shift(origin.waiting);
    if (next) {
      next(lane);
    } else if (worn || this.#idleSockets >= this.#options.maxIdleSockets) {
      this.discard(peer, lane);
    } else {
      origin.idle.push(lane);
      this.#idleSockets += 1;
    }
  }

  /** Ends a lane with its connection; a call that waits gets a new one. */
  discard(peer: Peer, lane: Lane): void {
    const origin = this.#originOf(peer);
    lane.destroy();
    origin.lanes.delete(lane);
    const next = shift(origin.waiting);
    if (next) next(this.#open(origin));
    else if (origin.lanes.size === 0) this.#origins.delete(peer.origin);
  }

  /**
   * Notes that a kept connection broke before a byte of the answer came. Some servers close connections without a word
   * just after an answer; each request that crosses such a close is lost, so this keeps it to one a minute.
   */
  distrust(peer: Peer): void {
    this.#distrusted.set(peer.origin, true);
  }

  /** Whether connections to an origin may carry more than one call. */
  trusts(peer: Peer): boolean {
    return !this.#distrusted.has(peer.origin);
  }

  /** Ends all lanes and what is under way on them. */
  close(): void {
    for (const origin of this.#origins.values()) {
      origin.waiting.clear();
      for (const lane of origin.lanes) lane.destroy();
    }
    this.#origins.clear();
    this.#idleSockets = 0;
  }

  #originOf(peer: Peer): Origin {
    const known = this.#origins.get(peer.origin);
    if (known) return known;
    const origin: Origin = { peer, lanes: new Set(), idle: [], waiting: new Set() };
    this.#origins.set(peer.origin, origin);
    return origin;
  }

  #open(origin: Origin): Lane {
    const lane = new Lane(origin.peer.origin, (signal) => this.#options.open(origin.peer, signal));
    origin.lanes.add(lane);
    lane.client.on('disconnect', () => this.#forgetIdle(origin, lane));
    return lane;
  }

  /** A lane whose connection ended between two calls is let go; one that is in use connects anew or fails its call. */
  #forgetIdle(origin: Origin, lane: Lane): void {
    const position = origin.idle.indexOf(lane);
    if (position < 0) return;
    origin.idle.splice(position, 1);
    this.#idleSockets -= 1;
    this.discard(origin.peer, lane);
  }
}

function shift<Item>(items: Set<Item>): Item | undefined {
  for (const item of items) {
    items.delete(item);
    return item;
  }
  return undefined;
}
