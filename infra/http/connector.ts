import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import { checkProxied, type GuardOptions, goesThrough, resolveGuarded } from './guard.ts';
import { codeOf, OutboundError } from './outbound-error.ts';
import type { Target } from './target.ts';
import { openTunnel } from './tunnel.ts';

/** The part of a target that a connection depends on. */
export type ConnectionTarget = Pick<Target, 'origin' | 'hostname' | 'port' | 'secure' | 'serverName'>;

/** Settings of connections, besides the target. */
export interface ConnectorOptions extends GuardOptions {
  /** Certificate authorities instead of Node's own, PEM. */
  ca?: string | undefined;
}

/** Time-out of one of several addresses before the next is tried; the last one has the rest of the call's time. */
const attemptTimeoutMs = 500;

/**
 * Opens a connection to exactly the addresses that were checked: the name is resolved once, so that a name that changes
 * its answer between check and use gains nothing; or one through the proxy, whose part that is. Throws OutboundError dns,
 * blocked_address, connect, tls or busy.
 */
export async function openSocket(
  target: ConnectionTarget,
  options: ConnectorOptions,
  signal: AbortSignal,
): Promise<Socket> {
  if (!goesThrough(options.proxy, target)) return openDirectly(target, options, signal);
  await checkProxied(target, options.proxy.resolve, options);
  signal.throwIfAborted();
  const socket = await openTunnel(options.proxy.via, target, signal);
  return target.secure ? opened(connectTls({ socket, ...identity(target, options) }), 'secureConnect', signal) : socket;
}

async function openDirectly(target: ConnectionTarget, options: ConnectorOptions, signal: AbortSignal): Promise<Socket> {
  const addresses = await resolveGuarded(target, options);
  signal.throwIfAborted();
  const way = {
    host: target.hostname,
    port: target.port,
    noDelay: true,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
  };
  if (!target.secure) return opened(connectTcp(way), 'connect', signal);
  return opened(connectTls({ ...way, ...identity(target, options) }), 'secureConnect', signal);
}

/** How the other side proves who it is; a proxy between has no part in it. */
function identity({ hostname, serverName }: ConnectionTarget, { ca }: ConnectorOptions): ConnectionOptions {
  return {
    host: hostname,
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no environment variable can switch it off.
    rejectUnauthorized: true,
  };
}

/** A lookup for net.connect that knows the answer already. */
function answering(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, done) => process.nextTick(done, null, all);
}

/** Waits until a socket is ready for the first byte; destroys it when that fails or the signal comes first. */
function opened(socket: Socket, ready: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let kind: 'connect' | 'tls' = socket.connecting ? 'connect' : 'tls';
    const succeed = () => settle(() => resolve(socket));
    const fail = (error: Error) => settle(() => reject(connectError(kind, error)));
    const abort = () => socket.destroy(new Error('The connection is no longer wanted'));
    const enterTls = () => {
      kind = 'tls';
    };
    const settle = (end: () => void) => {
      socket.off('connect', enterTls).off(ready, succeed).off('error', fail);
      signal.removeEventListener('abort', abort);
      end();
    };
    // An error while the promise settles, when nobody listens, must not crash the process.
    socket.on('error', () => {});
    if (ready === 'secureConnect') socket.once('connect', enterTls);
    socket.once(ready, succeed).once('error', fail);
    signal.addEventListener('abort', abort, { once: true });
  });
}

function connectError(kind: 'connect' | 'tls', error: Error): OutboundError {
  const code = codeOf(error);
  const reason = code === undefined ? '' : ` (${code})`;
  if (kind === 'connect') return new OutboundError(kind, `The connection could not be opened${reason}`, error);
  return new OutboundError(kind, `The TLS handshake failed${reason}`, error);
}

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
  #socket: Socket | undefined;
  /** Bytes of the socket that came before the call. */
  #bytesBefore = 0;
  #onRead: ((bytes: number) => void) | undefined;

  constructor(origin: string, open: OpenSocket) {
    this.client = new Client(origin, {
      connect: (_options, done) => {
        open(this.#unwanted.signal).then(
          (socket) => {
            this.remoteAddress = socket.remoteAddress;
            this.#connectedAtMs = performance.now();
            this.used = false;
            this.#socket = socket;
            this.#bytesBefore = socket.bytesRead;
            socket.on('readable', () => this.#onRead?.(socket.bytesRead - this.#bytesBefore));
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

  /** Begins a call; `onRead` is called with the number of bytes that came for it, before they are parsed. */
  begin(onRead: (bytes: number) => void): void {
    this.#bytesBefore = this.#socket?.bytesRead ?? 0;
    this.#onRead = onRead;
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
