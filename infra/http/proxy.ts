import { isIP } from 'node:net';
import { isNetwork, networks } from './target.ts';

/** The HTTP proxy through which the operator lets this service call others. */
export interface OutboundProxy {
  /** http or https, with the user and the password that it asks for. */
  url: URL;
  /** Whether a host, a name in small letters or an address without brackets, is called without the proxy. */
  isDirect(hostname: string): boolean;
  /** Called when it cannot be used. */
  onAway?: (error: Error) => void;
}

/** A name, or with a leading dot all names below it. */
const NAME = /^\.?[\w-]+(?:\.[\w-]+)*$/;

/** Whether a setting names hosts that are called without a proxy: a network, an address, a name, or `.name` for those below it. */
export function isException(text: string): boolean {
  return isNetwork(text) || NAME.test(text);
}

/** A proxy for all hosts but this machine and the exceptions. A network concerns addresses in URLs, not those that names lead to. */
export function outboundProxy(url: URL, exceptions: readonly string[]): OutboundProxy {
  const addresses = networks(['127.0.0.0/8', '::1/128', ...exceptions.filter(isNetwork)]);
  const names = exceptions.filter((text) => !isNetwork(text)).map((name) => name.toLowerCase());
  const direct = ['localhost', '.localhost', ...names];
  return {
    url,
    isDirect(hostname) {
      const version = isIP(hostname);
      if (version !== 0) return addresses.check(hostname, version === 4 ? 'ipv4' : 'ipv6');
      return direct.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name));
    },
  };
}
