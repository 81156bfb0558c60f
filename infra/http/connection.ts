import type { Socket } from 'node:net';
import { Client } from 'undici';

/**
 * Idle time of a connection whose server promised none. Servers close idle connections after 2 s (gunicorn), 5 s
 * (Node, Apache, uvicorn) or more; a request that crosses such a close on the wire is lost, and can't be repeated
 * because it may have been handled. Closing first, before the shortest of them, is what avoids it; a busy endpoint is
 * called again long before.
 */
const keepAliveMs = 1_500;

/** The same for a server that named its time in a Keep-Alive header: a second less than it said, and at most this. */
const maxKeepAliveMs = 10_000;
const keepAliveMarginMs = 1_000;

/** Opens a socket; the signal cancels it. */
export type OpenSocket = (signal: AbortSignal) => Promise<Socket>;

/** A connection to one origin for one call at a time, which is opened when needed and kept for a while. */
export class Connection {
  readonly client: Client;
  /** The address at the other end of the latest socket. */
  remoteAddress: string | undefined;
  /** Whether the socket has completed a call. */
  used = false;
  readonly #unwanted = new AbortController();
  #connectedAtMs = 0;

  constructor(origin: string, open: OpenSocket) {
    this.client = new Client(origin, {
      connect: (_options, done) => {
        open(this.#unwanted.signal).then(
          (socket) => {
            this.remoteAddress = socket.remoteAddress;
            this.#connectedAtMs = performance.now();
            this.used = false;
            done(null, socket);
          },
          (error: Error) => done(error, null),
        );
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: maxKeepAliveMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
      // The clock of the call covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Since the socket was opened. */
  get ageMs(): number {
    return performance.now() - this.#connectedAtMs;
  }

  /** Destroys the socket and its call, in whatever phase they are. */
  destroy(): void {
    this.#unwanted.abort();
    void this.client.destroy();
  }
}
