import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../domain/kernel/errors.ts';
import { EVENT_STREAM } from './event-streams/event.ts';

/** What clients of one partner may keep in memory, bytes: more than some files at once that a slow line takes minutes for. */
const MAX_BYTES = 134_217_728;
/** What is in memory for a file of unknown length besides what is written: rows that were read ahead, bytes. */
const ROWS_BYTES = 1_048_576;
/** When a refused caller may ask again, seconds. */
const RETRY_SECONDS = 5;

/** A request and its response. */
interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
}

/**
 * What clients keep in memory: bodies that they send slowly, and answers that they do not read. Within its limits of requests a
 * partner could fill the process with either.
 */
export class ClientMemory {
  /** Exchanges that are open, by partner, each with the largest body that is read. */
  readonly #open = new Map<string, Map<Exchange, number>>();
  readonly #maxBytes: number;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Counts an exchange until it is closed; of its body at most `maxBodyBytes`. Throws as `requireCapacity` does. */
  enter(key: string, exchange: Exchange, maxBodyBytes: number): void {
    this.requireCapacity(key);
    if (exchange.res.closed) return;
    const own = this.#open.get(key) ?? new Map<Exchange, number>();
    this.#open.set(key, own.set(exchange, maxBodyBytes));
    exchange.res.once('close', () => {
      own.delete(exchange);
      if (own.size === 0) this.#open.delete(key);
    });
  }

  /** Throws SERVICE_UNAVAILABLE where the clients of a partner keep too much. */
  requireCapacity(key: string): void {
    let bytes = 0;
    for (const [{ req, res }, maxBodyBytes] of this.#open.get(key) ?? [])
      bytes += missing(req, maxBodyBytes) + unread(res);
    if (bytes <= this.#maxBytes) return;
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'Too many of your requests are not sent to their end, or their answers are not read.',
      { retryAfterSeconds: RETRY_SECONDS },
    );
  }
}

/** Room for a body that is not there yet: a client may say a length, and send all but the last byte. */
function missing({ complete, headers }: IncomingMessage, maxBodyBytes: number): number {
  if (complete) return 0;
  return Math.min(Number(headers['content-length'] ?? maxBodyBytes), maxBodyBytes);
}

/** What is in memory of an answer that its client has not taken. */
function unread(res: ServerResponse): number {
  const { writableLength } = res;
  if (writableLength === 0 || res.getHeader('Content-Type') === EVENT_STREAM) return writableLength;
  return Math.max(writableLength, Number(res.getHeader('Content-Length') ?? ROWS_BYTES));
}

/** What clients keep in the memory of this process. */
export const clientMemory = new ClientMemory();
