/** Where the user agent says nothing that is known. */
const UNKNOWN = 'Unknown browser';

/** Browsers by the words of their user agents; the first that matches counts, since most imitate others. */
const BROWSERS: readonly [string, string][] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const SYSTEMS: readonly [string, string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];

/** What people recognise a device by, from the user agent: `Firefox, Windows`. */
export function deviceOf(userAgent: string | undefined): string {
  const named = (list: readonly [string, string][]) => list.find(([word]) => userAgent?.includes(word))?.[1];
  const parts = [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : UNKNOWN;
}

/**
 * The part of an address that shows roughly where a session is used, and no household: the first three bytes of IPv4, the
 * first 48 bits of IPv6.
 */
export function truncatedAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  if (!address.includes(':')) return 'unknown';
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean).slice(0, 3);
  return groups.length > 0 ? `${groups.join(':')}::` : '::';
}
