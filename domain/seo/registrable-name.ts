import { domainToUnicode } from 'node:url';
import { getDomainWithoutSuffix } from 'tldts';

/**
 * The registrable name of a domain, as people write it: `acme` of `www.acme.co.uk`, `bücher` of `xn--bcher-kva.example`. Suffixes are
 * those of the Public Suffix List, hosts that give names to others included: `acme` of `acme.github.io`.
 */
export function nameOfDomain(domain: string): string {
  const name = getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? domain.split('.', 1)[0] ?? '';
  return domainToUnicode(name);
}
