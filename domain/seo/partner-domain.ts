import { domainToUnicode } from 'node:url';

/** Second levels under which countries sell domains, as in `acme.co.uk`. */
const SHARED_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org']);

/** The domain in a name or URL, in ASCII and small letters; empty for an empty text, null for what is none, such as an IP address. */
export function domainIn(value: string): string | null {
  if (value === '') return '';
  const url = URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`);
  return url && /^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname) ? url.hostname : null;
}

/** The registrable name of a domain, as people write it: `acme` of `www.acme.co.uk`, `bücher` of `xn--bcher-kva.example`. */
export function nameOfDomain(domain: string): string {
  const labels = domainToUnicode(domain).split('.');
  const topLevel = labels.pop() ?? '';
  if (labels.length > 1 && topLevel.length === 2 && SHARED_LEVELS.has(labels.at(-1) ?? '')) labels.pop();
  return labels.at(-1) ?? '';
}
