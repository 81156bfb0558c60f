import ipaddr from 'ipaddr.js';
import type { PartnerKeyRow } from './table.ts';

/** Default rate limit of a key, requests a minute. This number and the next are from the contract. */
export const DEFAULT_RATE_LIMIT = 60;
/** Highest rate limit of a key, requests a minute. */
export const MAX_RATE_LIMIT = 10_000;
/** Most entries of a key's allow list. */
export const MAX_ALLOWLIST_ENTRIES = 100;
/** Characters of an IPv6 address that ends as an IPv4 one, with its prefix length. */
export const MAX_ADDRESS_LENGTH = 49;
/** Reason of a revocation by rotation; the contract's text. */
export const ROTATION_REASON = 'Key rotation';
/** Reason of a revocation when the administrator gave none. */
export const DEFAULT_REVOCATION_REASON = 'Revoked by administrator';

/** Whether the key is accepted: active and not expired. */
export function isValid(key: Pick<PartnerKeyRow, 'is_active' | 'expires_at'>, now: Date): boolean {
  return key.is_active && (key.expires_at === null || key.expires_at > now);
}

/** Id of the first key in the chain of rotations; daily credit use is counted on it. */
export function keyFamilyOf(key: Pick<PartnerKeyRow, 'id' | 'lineage_id'>): number {
  return key.lineage_id ?? key.id;
}

/** Whether the text is an IPv4 or IPv6 address, or a range of them in CIDR notation. */
export function isAddressOrRange(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH) return false;
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  const longest = longestPrefix(address);
  if (longest === undefined) return false;
  return bits === undefined || (/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= longest);
}

/**
 * Address bits of the IP version; undefined when the text is no address. Zones (`%eth0`) mean nothing to a remote
 * caller.
 */
function longestPrefix(address: string): 32 | 128 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return 32;
  return !address.includes('%') && ipaddr.IPv6.isValid(address) ? 128 : undefined;
}
