import type { OutboundResponse } from '../http/exchange.ts';
import { createGuardedClient, type GuardedClientOptions, type OutboundRequest } from '../http/guarded-client.ts';

/** Settings of createCaller; `allowedNetworks` are open to the marketplace itself and to nobody else. */
export interface CallerOptions extends Pick<GuardedClientOptions, 'allowedNetworks' | 'onBlocked' | 'resolve' | 'ca'> {
  /** Address before the paths of listings. */
  baseUrl: string;
}

/** GETs what belongs to listings. */
export interface Caller {
  /** Rejects with OutboundError. Follows no redirects. */
  get(url: string, options: Omit<OutboundRequest, 'url' | 'method' | 'body'>): Promise<OutboundResponse>;
  close(): void;
}

/**
 * Two clients behind one: the operator vouches for the marketplace's own host, which may be on a private network, but what pages and
 * redirects name comes from strangers and has to be public. Plain http is spoken only where the marketplace's own address does.
 */
export function createCaller({ baseUrl, allowedNetworks, ...rest }: CallerOptions): Caller {
  const base = new URL(baseUrl);
  const allowHttp = base.protocol === 'http:';
  const limits = { maxCallsPerHost: 20, maxIdleSockets: 20 };
  const own = createGuardedClient({ ...rest, ...limits, allowHttp, allowedNetworks });
  const others = createGuardedClient({ ...rest, ...limits, allowHttp, allowedNetworks: [] });
  return {
    get: (url, options) => (isOwn(url, base) ? own : others).send({ ...options, url, method: 'GET' }),
    close() {
      own.close();
      others.close();
    },
  };
}

/** The same host and port, or the same host on the way up from http to https. */
function isOwn(url: string, base: URL): boolean {
  const target = URL.parse(url);
  if (!target) return false;
  if (target.origin === base.origin) return true;
  return target.hostname === base.hostname && target.protocol === 'https:' && target.port === '';
}
