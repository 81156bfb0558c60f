import { isIP } from 'node:net';
import { withinTime } from '../processes/within-time.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundProxy } from './proxy.ts';
import type { ResolveHost } from './resolver.ts';
import type { AddressRule, Target } from './target.ts';

/** What decides which hosts may be called, and which way. */
export interface GuardOptions {
  resolve: ResolveHost;
  mayCall: AddressRule;
  /** Called for each refused host. */
  onBlocked?: ((block: BlockedHost) => void) | undefined;
  /** The way to others, with names as far as DNS knows them here; undefined: there is none but the direct one. */
  proxy?: { via: OutboundProxy; resolve: ResolveHost } | undefined;
}

/** A host that was refused, for counters and logs; the address must not be shown to the partner. */
export interface BlockedHost {
  hostname: string;
  address: string;
}

/** Longest wait for DNS where a proxy resolves names, too; some networks that have one drop the questions. */
const proxiedNameMs = 1_000;

/** Checks a host without a call. Throws OutboundError dns or blocked_address. */
export async function checkHost(target: Pick<Target, 'hostname' | 'port'>, options: GuardOptions): Promise<void> {
  if (goesThrough(options.proxy, target)) await checkProxied(target, options.proxy.resolve, options);
  else await resolveGuarded(target, options);
}

/** Whether a host is called through the proxy. */
export function goesThrough(
  proxy: GuardOptions['proxy'],
  { hostname }: Pick<Target, 'hostname'>,
): proxy is NonNullable<GuardOptions['proxy']> {
  return proxy !== undefined && !proxy.via.isDirect(hostname);
}

/**
 * The proxy resolves the name anew and has to refuse what is not public. What is known of a name here is looked at all the same,
 * and a name without a dot is in no public zone; one that DNS does not know here is left to the proxy.
 */
export async function checkProxied(
  { hostname, port }: Pick<Target, 'hostname' | 'port'>,
  resolve: ResolveHost,
  options: GuardOptions,
): Promise<void> {
  if (isIP(hostname) === 0 && !hostname.includes('.')) throw blocked({ hostname, address: hostname }, options);
  const known = isIP(hostname) === 0 ? withinTime(proxiedNameMs, resolve(hostname)).catch(() => []) : [hostname];
  refuseClosed({ hostname, port }, await known, options);
}

/**
 * The addresses of a host, if all of them may be called. A single forbidden one is refused: otherwise a name with a
 * public and a private address would pass by chance. Throws OutboundError dns or blocked_address.
 */
export async function resolveGuarded(
  { hostname, port }: Pick<Target, 'hostname' | 'port'>,
  options: GuardOptions,
): Promise<string[]> {
  const addresses = isIP(hostname) === 0 ? await resolveName(hostname, options.resolve) : [hostname];
  refuseClosed({ hostname, port }, addresses, options);
  return addresses;
}

function refuseClosed(
  { hostname, port }: Pick<Target, 'hostname' | 'port'>,
  addresses: readonly string[],
  options: GuardOptions,
): void {
  const closed = addresses.find((address) => !options.mayCall(address, port));
  if (closed !== undefined) throw blocked({ hostname, address: closed }, options);
}

function blocked(host: BlockedHost, { onBlocked }: GuardOptions): OutboundError {
  onBlocked?.(host);
  return new OutboundError('blocked_address', 'The host of the URL is not at a public address');
}

async function resolveName(hostname: string, resolve: ResolveHost): Promise<string[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    throw new OutboundError('dns', 'The host name of the URL could not be resolved', error);
  }
  throw new OutboundError('dns', 'The host name of the URL has no address');
}
