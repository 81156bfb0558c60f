import type { IncomingMessage } from 'node:http';
import { badRequest } from './failure.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests that a foreign web page makes a browser send, by DNS rebinding or otherwise: `Host` must name this service, and
 * `Origin`, where there is one, the service itself or an origin that the operator allows. A service on loopback takes every
 * loopback name and origin. Throws a 403 Refusal.
 */
export function originGuard(options: {
  publicUrl: string;
  corsOrigins: readonly string[];
  allowedHosts: readonly string[];
}): (req: IncomingMessage) => void {
  const own = new URL(options.publicUrl);
  const local = LOOPBACK.has(own.hostname);
  const hosts = new Set([own.hostname, ...options.allowedHosts, ...(local ? LOOPBACK : [])]);
  const origins = new Set([own.origin, ...options.corsOrigins]);
  return ({ headers }) => {
    const host = parse(`http://${headers.host ?? ''}`);
    if (!host || !hosts.has(host.hostname)) throw badRequest('This host name is not served.', 403);
    if (headers.origin === undefined || origins.has(headers.origin)) return;
    const origin = parse(headers.origin);
    if (local && origin && LOOPBACK.has(origin.hostname)) return;
    throw badRequest('Requests from this origin are not served.', 403);
  };
}

function parse(url: string): URL | undefined {
  return URL.parse(url) ?? undefined;
}
