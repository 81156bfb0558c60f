import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Finds out what is wrong with where a request comes from; undefined: nothing. */
export type OriginCheck = (req: IncomingMessage) => 'host' | 'origin' | undefined;

/**
 * Finds requests that a foreign web page makes a browser send, by DNS rebinding or otherwise: `Host` must name this service, and
 * `Origin`, where there is one, the service itself or an origin that the operator allows. A service on loopback takes every
 * loopback name and origin.
 */
export function originCheck(options: {
  publicUrl: string;
  corsOrigins: readonly string[];
  allowedHosts: readonly string[];
}): OriginCheck {
  const own = new URL(options.publicUrl);
  const local = LOOPBACK.has(own.hostname);
  const hosts = new Set([own.hostname, ...options.allowedHosts, ...(local ? LOOPBACK : [])]);
  const origins = new Set([own.origin, ...options.corsOrigins]);
  return ({ headers }) => {
    const host = URL.parse(`http://${headers.host ?? ''}`);
    if (!host || !hosts.has(host.hostname)) return 'host';
    if (headers.origin === undefined || origins.has(headers.origin)) return undefined;
    const origin = URL.parse(headers.origin);
    return local && origin && LOOPBACK.has(origin.hostname) ? undefined : 'origin';
  };
}

/** Whether a page of another site sent a form, as far as the browser says. */
export function isForeignForm({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return origin !== new URL(publicUrl).origin;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
