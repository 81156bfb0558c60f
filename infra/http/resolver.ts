import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';
import { codeOf } from './outbound-error.ts';

/** The addresses of a host name; rejects when there are none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** First wait for a DNS server; the second try waits twice as long. */
const queryTimeoutMs = 2_000;

/** The system's lookup holds one of four threads that the whole process shares with files and cryptography. */
const maxSystemLookups = 2;

/** What a DNS server says, or we say of it, where the system may still know the name from its hosts file or search list. */
const notInDns = new Set(['ENOTFOUND', 'ENODATA', 'EREFUSED', 'ECONNREFUSED', 'EBADNAME']);

/** Where answers come from. */
export interface NameSources {
  /** Addresses by DNS from the event loop, of one family each. */
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
  /** Addresses by the system, blocking a thread. */
  lookup(hostname: string): Promise<string[]>;
}

/**
 * Resolves host names by asking DNS from the event loop, so that a partner's name server that never answers holds up
 * nobody else. Names that DNS does not know go to the system's lookup, which also reads the hosts file, a few at a time.
 */
export function createResolver(sources: NameSources = systemSources()): ResolveHost {
  const oneOfFew = pLimit(maxSystemLookups);
  const inDns = createDnsResolver(sources);

  return async (hostname) => {
    const addresses = await inDns(hostname);
    return addresses.length > 0 ? addresses : oneOfFew(() => sources.lookup(hostname));
  };
}

/** Resolves host names by DNS alone, so that nothing is held up where it knows none of them; no addresses: DNS does not know the name. */
export function createDnsResolver(sources: Omit<NameSources, 'lookup'> = systemSources()): ResolveHost {
  return async (hostname) => {
    // RFC 6761 section 6.3: these names are loopback everywhere and are not to be asked for.
    if (/(^|\.)localhost$/i.test(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([sources.resolve4(hostname), sources.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    for (const answer of answers) {
      if (answer.status === 'rejected' && !notInDns.has(codeOf(answer.reason) ?? '')) throw answer.reason;
    }
    return [];
  };
}

function systemSources(): NameSources {
  const dns = new Resolver({ timeout: queryTimeoutMs, tries: 2 });
  return {
    resolve4: (hostname) => dns.resolve4(hostname),
    resolve6: (hostname) => dns.resolve6(hostname),
    lookup: async (hostname) => {
      const found = await lookup(hostname, { all: true, order: 'ipv4first' });
      return found.map(({ address }) => address);
    },
  };
}
