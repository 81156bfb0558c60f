import { Agent, buildConnector, setGlobalDispatcher, fetch as undiciFetch } from 'undici';
import type { OutboundProxy } from './proxy.ts';
import { withoutBrackets } from './target.ts';
import { openTunnel } from './tunnel.ts';

/**
 * `fetch` for the addresses that the operator sets, which may be internal. It is the package's: an answer with six content encodings
 * whose connection breaks ends the process with Node's own (24.21; the package has mended it).
 */
export const operatorFetch = undiciFetch as unknown as (
  url: string | URL | Request,
  options?: RequestInit,
) => Promise<Response>;

/** Until a connection is open, milliseconds; undici's own limit. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Sends what this process fetches from now on through a proxy, but for the hosts that it excepts. */
export function fetchThrough(proxy: OutboundProxy): void {
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connect: buildConnector.connector = (options, done) => {
    const hostname = withoutBrackets(options.hostname);
    if (proxy.isDirect(hostname)) return open(options, done);
    const isSecure = options.protocol === 'https:';
    const port = Number(options.port) || (isSecure ? 443 : 80);
    openTunnel(proxy, { hostname, port }, AbortSignal.timeout(CONNECT_TIMEOUT_MS)).then(
      (socket) => (isSecure ? open({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
  setGlobalDispatcher(new Agent({ connect }));
}
