import { createRequire } from 'node:module';
import { domainToUnicode } from 'node:url';
import type { getDomainWithoutSuffix } from 'tldts';

const require = createRequire(import.meta.url);

/**
 * The registrable label of a domain, as people write it: `acme` of `www.acme.co.uk`, `bücher` of
 * `xn--bcher-kva.example`; empty for an empty text. Uses the Public Suffix List with its private part: `acme` of
 * `acme.github.io`.
 */
export function nameOfDomain(domain: string): string {
  if (domain === '') return '';
  // Loaded on first use, because the list takes some 8 MB.
  const suffixes: { getDomainWithoutSuffix: typeof getDomainWithoutSuffix } = require('tldts');
  const name = suffixes.getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? domain.split('.', 1)[0] ?? '';
  return domainToUnicode(name);
}
