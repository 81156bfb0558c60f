import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** A request's address: the socket's, or what trusted proxies report. */
export type ClientAddress = (req: IncomingMessage) => string;

/**
 * The socket's address, unless that is a trusted proxy: then the right-most address of X-Forwarded-For that is not.
 * Entries further left come from the client and are not trusted.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = trustedProxies.map(parseRange);
  return (req) => {
    const peer = parse(req.socket.remoteAddress ?? '');
    if (!peer) return '';
    if (trusted.length === 0 || !inRanges(peer, trusted)) return peer.toString();
    let client = peer;
    const hops = String(req.headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of hops.reverse()) {
      const address = parse(withoutPort(hop.trim()));
      if (!address) break;
      client = address;
      if (!inRanges(address, trusted)) break;
    }
    return client.toString();
  };
}

const parsedLists = new WeakMap<readonly string[], Range[]>();

/** Whether an address matches one of the addresses or CIDR ranges; malformed entries match nothing. */
export function isAllowed(address: string, allowed: readonly string[]): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  let ranges = parsedLists.get(allowed);
  if (!ranges) {
    ranges = allowed.filter(isRange).map(parseRange);
    parsedLists.set(allowed, ranges);
  }
  return inRanges(parsed, ranges);
}

/** The network whose requests count together: an IPv4 address, or an IPv6 /64, the usual share of one subscriber. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!parsed) return 'unknown';
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

function parse(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/** An address or CIDR range; IPv4 written as IPv6 counts as IPv4. Throws for anything else. */
function parseRange(text: string): Range {
  if (!text.includes('/')) {
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function inRanges(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

/** Some proxies add the port: `192.0.2.1:50000`, `[2001:db8::1]:50000`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[(.+)\](?::\d+)?$/.exec(hop);
  if (bracketed?.[1]) return bracketed[1];
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop;
}
