import { BlockList, isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';

/** Where a call goes, from its URL. */
export interface Target {
  /** Scheme, host and port as the URL has them; connections are kept by origin. */
  origin: string;
  secure: boolean;
  /** What is resolved or, an IP literal, checked: without brackets and without a trailing dot. */
  hostname: string;
  port: number;
  /** The name for SNI and the certificate; undefined for IP literals, which have none. */
  serverName: string | undefined;
  /** Path and query; the fragment stays here. */
  path: string;
}

/** The host of a URL as it is resolved or connected to: an IPv6 address stands in brackets there. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

const WELL_FORMED = /^[a-z]+:\/\/[^\s\p{Cc}\\]+$/iu;
/** A user part, empty ones included. */
const CREDENTIALS = /^[a-z]+:\/\/[^/?#]*@/i;

/**
 * Reads an absolute http or https URL. The WHATWG parser turns every spelling of an IPv4 address (octal, hexadecimal,
 * one number, full-width digits) into dotted decimals and names into their ASCII form, so what is checked later is what
 * is called. Throws OutboundError invalid_url.
 */
export function parseTarget(text: string, allowHttp: boolean): Target {
  const url = URL.parse(text);
  if (!url) throw new OutboundError('invalid_url', 'The URL is not a valid absolute URL');
  const secure = url.protocol === 'https:';
  if (!secure && !(allowHttp && url.protocol === 'http:')) {
    throw new OutboundError('invalid_url', `The URL must start with ${allowHttp ? 'https:// or http://' : 'https://'}`);
  }
  // The parser silently corrects much of this; another parser may correct it differently.
  if (!WELL_FORMED.test(text)) {
    throw new OutboundError('invalid_url', 'The URL must not contain spaces, control characters or backslashes');
  }
  if (CREDENTIALS.test(text)) {
    throw new OutboundError('invalid_url', 'The URL must not contain a user name or a password');
  }
  if (url.port === '0') throw new OutboundError('invalid_url', 'The URL must not name port 0');
  const hostname = withoutBrackets(url.hostname).replace(/\.$/, '');
  // No name in DNS, and to some programs another one, or an address: `127.0.0.1..`.
  if (hostname.split('.').includes('')) {
    throw new OutboundError('invalid_url', 'The URL is not a valid absolute URL');
  }
  return {
    origin: url.origin,
    secure,
    hostname,
    port: Number(url.port) || (secure ? 443 : 80),
    serverName: isIP(hostname) === 0 ? hostname : undefined,
    path: url.pathname + url.search,
  };
}

/**
 * IPv4 without a host on the public internet: the special-purpose registry of IANA (RFC 6890 and its successors),
 * multicast and class E, and the one metadata address that clouds keep in public space (Azure, 168.63.129.16).
 */
const closedIpv4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** All of IPv6 that is handed out for hosts; loopback, ULA, link-local, mapped, NAT64, multicast and so on lie outside. */
const globalIpv6 = networks(['2000::/3']);

/** Inside 2000::/3: protocol assignments with Teredo, benchmarking and ORCHID; documentation; 6to4; AS112. */
const closedIpv6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

/** Whether a port of an address may be called; false for anything but an IP address. */
export type AddressRule = (address: string, port: number) => boolean;

/**
 * Lets through global unicast addresses and those in the networks opened on purpose. Opening an IPv4 network opens its
 * IPv4-mapped form too, which leads to the same hosts. `closedPorts` stay closed in them: services of the operator's own answer there.
 * Throws when a network is not one.
 */
export function addressRule(openedNetworks: readonly string[], closedPorts: readonly number[] = []): AddressRule {
  const opened = networks(openedNetworks);
  const closed = new Set(closedPorts);
  return (address, port) => {
    // A zone names one of our own links, also behind an address that is global.
    const version = address.includes('%') ? 0 : isIP(address);
    const mayUseOpened = !closed.has(port);
    if (version === 4) return (mayUseOpened && opened.check(address, 'ipv4')) || !closedIpv4.check(address, 'ipv4');
    if (version !== 6) return false;
    if (mayUseOpened && opened.check(address, 'ipv6')) return true;
    return globalIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6');
  };
}

/** Whether a setting names a network: an address with a prefix length, or one address. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** The addresses in networks. Throws when one of them is none. */
export function networks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const network = parseNetwork(text);
    if (!network) throw new Error(`${text} is not a network such as 10.0.0.0/8`);
    list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}

function parseNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', digits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  if (version === 0 || prefix > bits) return undefined;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}
