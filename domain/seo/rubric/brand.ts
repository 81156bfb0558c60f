import { createRequire } from 'node:module';
import { domainToUnicode } from 'node:url';
import type { getDomainWithoutSuffix } from 'tldts';
import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { bareWord, oneLine } from '../../kernel/words.ts';
import { hasWord, words } from './text.ts';
import type { ScoreOptions } from './types.ts';
import { LEGAL_FORMS, TRADE_WORDS } from './vocabulary.ts';

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

/** Longest brand name that is used, characters. */
const MAX_NAME = 100;

/** A name that buyers know the vendor by. */
export interface Brand {
  /** The form used in recommendations. */
  name: string;
  /** Its words joined, in lower case. */
  spelling: string;
}

/**
 * Names that count as the brand, the recommended one first: the partner's keyword, else the vendor's most distinctive
 * word; then the name in the partner's domain. Empty when nothing is known.
 */
export function acceptedBrands(vendor: ListingContent['vendor'], options: ScoreOptions): Brand[] {
  const keyword = oneLine(options.brandKeyword, MAX_NAME);
  const names = [hasWord(keyword) ? keyword : distinctiveWord(vendor), nameOfDomain(options.partnerDomain)];
  return names.filter(hasWord).map((name) => ({ name, spelling: words(name).join('') }));
}

/**
 * The first word of the name that is not a common word of the industry; if all are, the name without its legal form.
 */
function distinctiveWord(vendor: string): string {
  const parts = oneLine(vendor, MAX_NAME)
    .split(/[\s,]+/)
    .map(bareWord);
  const named = parts.filter((part) => part !== '' && !LEGAL_FORMS.has(part.toLowerCase().replaceAll('.', '')));
  return named.find((part) => !TRADE_WORDS.has(part.toLowerCase())) ?? named.join(' ');
}

/** Ranges of words that together spell a brand (`Acme Cloud` is `acmecloud`): first index and index after the last. */
export function brandRuns(text: readonly string[], brands: readonly Brand[]): [from: number, to: number][] {
  const joined = text.join('');
  /** How many words end at a place of the joined text. */
  const endsAt = new Map<number, number>();
  let place = 0;
  for (const [index, word] of text.entries()) {
    place += word.length;
    endsAt.set(place, index + 1);
  }
  place = 0;
  return text.flatMap((word, from) => {
    const begin = place;
    place += word.length;
    const ends = brands.flatMap(({ spelling }) =>
      joined.startsWith(spelling, begin) ? (endsAt.get(begin + spelling.length) ?? []) : [],
    );
    return [...new Set(ends)].sort((one, other) => one - other).map((to): [number, number] => [from, to]);
  });
}
