import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Checks the source of a request; undefined: no problem. */
export type OriginCheck = (req: IncomingMessage) => 'host' | 'origin' | undefined;

/**
 * Detects requests that a foreign web page makes a browser send, for example by DNS rebinding: `Host` must be this
 * service, and `Origin`, if present, the service itself or an origin that the operator allows. A service on loopback
 * accepts all loopback names and origins.
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

/** Whether a page of another site sent a form, as far as the browser reports it. */
export function isForeignForm({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return origin !== new URL(publicUrl).origin;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
