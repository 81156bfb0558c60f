import { withinTime } from '../processes/within-time.ts';
import { ConnectionPool, HostSlots } from './connection-pool.ts';
import { type ConnectorOptions, openSocket } from './connector.ts';
import { Exchange, type ExchangeOptions, type OutboundMethod, type OutboundResponse } from './exchange.ts';
import { type BlockedHost, checkHost } from './guard.ts';
import { OutboundError, type OutboundErrorKind } from './outbound-error.ts';
import type { OutboundProxy } from './proxy.ts';
import { createDnsResolver, createResolver, type ResolveHost } from './resolver.ts';
import { addressRule, parseTarget } from './target.ts';

/** Settings of createGuardedClient. */
export interface GuardedClientOptions {
  /** Whether `http:` may be called too. */
  allowHttp: boolean;
  /** Networks (CIDR) that may be called although they are not public. */
  allowedNetworks: readonly string[];
  /** Ports that stay closed in those networks. */
  closedPorts?: readonly number[];
  /** Calls to one host (name and port) at once, 200 when absent; more wait for a slot. One caller alone has half of them. */
  maxCallsPerHost?: number;
  /** Connections kept open between calls over all origins; 1,000 when absent. */
  maxIdleSockets?: number;
  /** Certificate authorities to trust instead of Node's own, PEM. */
  ca?: string;
  /** Name resolution; DNS and the system's hosts file when absent. */
  resolve?: ResolveHost;
  /** The way to all hosts but those that it excepts; undefined: every call is a direct one. */
  proxy: OutboundProxy | undefined;
  /** Called once per call, successful or not. */
  observe?: (observation: OutboundObservation) => void;
  /** Called for each host that was refused, on a call or on a check. */
  onBlocked?: (block: BlockedHost) => void;
}

/** Outcome of a call: a status, or the kind of failure. */
export interface OutboundObservation {
  method: OutboundMethod;
  /** undefined: the URL is none. */
  host: string | undefined;
  /** undefined: the scheme's own. */
  port: number | undefined;
  status?: number;
  kind?: OutboundErrorKind;
  durationMs: number;
}

/** A call to an address that a partner configured. */
export interface OutboundRequest {
  url: string;
  method: OutboundMethod;
  /** The client sets host, framing, connection and encoding; such fields are dropped. */
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** Fairness key: calls to one host are served round robin by key. Absent: a shared key. */
  onBehalfOf?: string;
  /** Longest wait for a slot, milliseconds, 3,000 when absent; it fails as `busy` then and nothing was sent. */
  maxWaitMs?: number;
  /** One limit over DNS, connecting, TLS, headers and body; 15,000 when absent. */
  timeoutMs?: number;
  /** Most of the answer's body to read; 65,536 when absent. The connection of a longer one is closed. */
  maxBytes?: number;
  /** Most of the answer's body to keep; 16,384 when absent. */
  keepBytes?: number;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** The only way to call addresses that partners configure. */
export interface GuardedClient {
  /** Resolves with any answer, of whatever status; rejects with OutboundError. Never repeats a request. */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** Checks a URL when it is saved; rejects with an OutboundError whose message may be shown. */
  checkUrl(url: string): Promise<void>;
  /** Closes all connections; running calls fail as aborted. */
  close(): void;
}

/** Longest wait for DNS when a URL is checked: somebody's request waits for it. */
const checkTimeoutMs = 5_000;

const ownHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'content-length',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'accept-encoding',
]);

/**
 * A client for addresses of unknown owners. It calls global unicast addresses and networks opened on purpose, and
 * follows no redirects. Proxy settings of the environment, unlike `proxy`, cookies and compression do not exist for it. Throws when one
 * of `allowedNetworks` is not a network.
 */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { proxy } = options;
  const connector: ConnectorOptions = {
    resolve: options.resolve ?? createResolver(),
    proxy: proxy && { via: proxy, resolve: options.resolve ?? createDnsResolver() },
    mayCall: addressRule(options.allowedNetworks, options.closedPorts),
    onBlocked: options.onBlocked,
    ca: options.ca,
  };
  const pool = new ConnectionPool({
    open: (peer, signal) => openSocket(peer, connector, signal),
    maxIdleSockets: options.maxIdleSockets ?? 1_000,
  });
  const slots = new HostSlots(options.maxCallsPerHost ?? 200);
  const inFlight = new Set<Exchange>();
  let closed = false;

  async function call(request: OutboundRequest): Promise<OutboundResponse> {
    const { method, body, timeoutMs = 15_000, maxBytes = 65_536, keepBytes = 16_384, signal } = request;
    const target = parseTarget(request.url, options.allowHttp);
    const headers = requestHeaders(request.headers);
    const slot = { onBehalfOf: request.onBehalfOf ?? '', waitMs: request.maxWaitMs ?? 3_000, signal };
    return slots.run(`${target.hostname}:${target.port}`, slot, () =>
      exchange({ target, method, headers, body, timeoutMs, maxBytes, keepBytes, signal }),
    );
  }

  function exchange(all: ExchangeOptions): Promise<OutboundResponse> {
    return new Promise((resolve, reject) => {
      if (closed) throw new OutboundError('aborted', 'The service is stopping');
      const begun = new Exchange(all, pool, (outcome) => {
        inFlight.delete(begun);
        if (outcome instanceof OutboundError) reject(outcome);
        else resolve(outcome);
      });
      inFlight.add(begun);
      begun.start();
    });
  }

  return {
    async send(request) {
      try {
        const answer = await call(request);
        options.observe?.({ ...calledBy(request), status: answer.status, durationMs: answer.durationMs });
        return answer;
      } catch (error) {
        if (error instanceof OutboundError) {
          options.observe?.({ ...calledBy(request), kind: error.kind, durationMs: error.durationMs });
        }
        throw error;
      }
    },

    async checkUrl(url) {
      const target = parseTarget(url, options.allowHttp);
      await withinTime(checkTimeoutMs, checkHost(target, connector)).catch((error: unknown) => {
        if (error instanceof OutboundError) throw error;
        throw new OutboundError('dns', 'The host name of the URL could not be resolved in time', error);
      });
    },

    close() {
      closed = true;
      slots.close();
      for (const begun of inFlight) begun.abort();
      pool.close();
    },
  };
}

/** Host and port, the parts of a URL that are no secret. */
function calledBy({ method, url }: OutboundRequest): Pick<OutboundObservation, 'method' | 'host' | 'port'> {
  const target = URL.parse(url);
  return { method, host: target?.hostname, port: target?.port ? Number(target.port) : undefined };
}

function requestHeaders(given: Record<string, string> = {}): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value !== undefined && !ownHeaders.has(name.toLowerCase())) headers[name] = value;
  }
  return headers;
}
