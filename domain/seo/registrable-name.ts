import { createRequire } from 'node:module';
import { domainToUnicode } from 'node:url';
import type { getDomainWithoutSuffix } from 'tldts';

const require = createRequire(import.meta.url);

/**
 * The registrable name of a domain, as people write it: `acme` of `www.acme.co.uk`, `bücher` of `xn--bcher-kva.example`; empty of an
 * empty text. Suffixes are those of the Public Suffix List, hosts that give names to others included: `acme` of `acme.github.io`.
 */
export function nameOfDomain(domain: string): string {
  if (domain === '') return '';
  // Loaded with the first domain: the list takes some 8 MB.
  const suffixes: { getDomainWithoutSuffix: typeof getDomainWithoutSuffix } = require('tldts');
  const name = suffixes.getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? domain.split('.', 1)[0] ?? '';
  return domainToUnicode(name);
}
