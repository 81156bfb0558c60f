import { Agent, ProxyAgent, setGlobalDispatcher, fetch as undiciFetch } from 'undici';
import type { OutboundProxy } from './proxy.ts';

/**
 * `fetch` for the addresses that the operator sets, which may be internal. It is the package's: an answer with six content encodings
 * whose connection breaks ends the process with Node's own (24.21; the package has mended it).
 */
export const operatorFetch = undiciFetch as unknown as (
  url: string | URL | Request,
  options?: RequestInit,
) => Promise<Response>;

/** Sends what this process fetches from now on through a proxy, but for the hosts that it excepts. */
export function fetchThrough({ url, isDirect }: OutboundProxy): void {
  const proxy = new ProxyAgent({ uri: url.href, proxyTunnel: true });
  const choosing = new Agent().compose((dispatch) => (options, handler) => {
    const { hostname } = new URL(options.origin ?? '');
    return isDirect(hostname.replace(/^\[|\]$/g, '')) ? dispatch(options, handler) : proxy.dispatch(options, handler);
  });
  setGlobalDispatcher(choosing);
}
