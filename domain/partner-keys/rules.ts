import ipaddr from 'ipaddr.js';
import type { PartnerKeyRow } from './table.ts';

/** Requests a minute of a key for which nothing else was chosen; the contract's number, as is the next. */
export const DEFAULT_RATE_LIMIT = 60;
/** The most requests a minute that can be chosen for a key. */
export const MAX_RATE_LIMIT = 10_000;
/** Addresses and ranges on one key's allow list. */
export const MAX_ALLOWLIST_ENTRIES = 100;
/** An IPv6 address that ends as an IPv4 one, with its prefix length. */
export const MAX_ADDRESS_LENGTH = 49;
/** Why a key was revoked that another has replaced; the contract's words. */
export const ROTATION_REASON = 'Key rotation';
/** Why a key was revoked where the administrator gave no reason. */
export const DEFAULT_REVOCATION_REASON = 'Revoked by administrator';

/** Whether the key is accepted: active and not expired. */
export function isValid(key: Pick<PartnerKeyRow, 'is_active' | 'expires_at'>, now: Date): boolean {
  return key.is_active && (key.expires_at === null || key.expires_at > now);
}

/** The first key of the chain of rotations; daily credit use is counted on it. */
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

/** Bits of the address's family; undefined when the text is no address. Zones (`%eth0`) mean nothing to a remote caller. */
function longestPrefix(address: string): 32 | 128 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return 32;
  return !address.includes('%') && ipaddr.IPv6.isValid(address) ? 128 : undefined;
}
