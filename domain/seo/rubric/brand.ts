import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { hasWord, oneLine, words } from './text.ts';
import type { ScoreOptions } from './types.ts';
import { LEGAL_FORMS, TRADE_WORDS } from './vocabulary.ts';

/** Longest brand name that is read, characters. */
const MAX_NAME = 255;
/** Words of a title that may together spell a brand: `Acme Cloud` is `acmecloud`. */
const MAX_WORDS = 6;
/** Second levels under which countries sell domains, as in `acme.co.uk`. */
const SHARED_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org']);

/** A name by which buyers know the vendor. */
export interface Brand {
  /** As it is written in recommendations. */
  name: string;
  /** Its words in one, lower case. */
  spelling: string;
}

/**
 * The names that count as the brand, the one to recommend first: the partner's keyword, else the vendor's most
 * distinctive word; then the name of the partner's domain. Empty when nothing is known.
 */
export function acceptedBrands(vendor: ListingContent['vendor'], options: ScoreOptions): Brand[] {
  const keyword = oneLine(options.brandKeyword ?? '', MAX_NAME);
  const names = [hasWord(keyword) ? keyword : distinctiveWord(vendor), domainName(options.partnerDomain ?? '')];
  return names.filter(hasWord).map((name) => ({ name, spelling: words(name).join('') }));
}

/** The first word of the name that is no word of the trade; the name without its legal form when all are. */
function distinctiveWord(vendor: string): string {
  const parts = oneLine(vendor, MAX_NAME)
    .split(/[\s,]+/)
    .map(bare);
  const named = parts.filter((part) => part !== '' && !LEGAL_FORMS.has(part.toLowerCase().replaceAll('.', '')));
  return named.find((part) => !TRADE_WORDS.has(part.toLowerCase())) ?? named.join(' ');
}

/** Without punctuation around it. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** The registrable name: `acme` of `https://www.acme.co.uk/shop`. */
function domainName(domain: string): string {
  const host =
    oneLine(domain, 2_048)
      .replace(/^[a-z]{1,10}:\/\//i, '')
      .split(/[/:?#]/, 1)[0] ?? '';
  const labels = host.toLowerCase().split('.').filter(hasWord);
  const topLevel = labels.pop() ?? '';
  if (labels.length > 1 && topLevel.length === 2 && SHARED_LEVELS.has(labels.at(-1) ?? '')) labels.pop();
  return labels.at(-1) ?? '';
}

/** Places of the words that spell a brand, each as the first and the one after the last. */
export function brandRuns(text: readonly string[], brands: readonly Brand[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let from = 0; from < text.length; from += 1) {
    for (let to = from + 1; to <= Math.min(text.length, from + MAX_WORDS); to += 1) {
      const spelling = text.slice(from, to).join('');
      if (brands.some((brand) => brand.spelling === spelling)) runs.push([from, to]);
    }
  }
  return runs;
}
