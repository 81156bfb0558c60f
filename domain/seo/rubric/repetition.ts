import type { Reading } from './reading.ts';
import { countPhrase, quote, stems, words } from './text.ts';

/**
 * What the keyword repeats, as a noun for a sentence: the title, a category, the brand or an earlier keyword; else
 * null.
 */
export function repeats(keyword: string, reading: Reading, earlier: readonly string[]): string | null {
  const phrase = stems(keyword);
  const holds = (text: string) => countPhrase(stems(text), phrase) > 0;
  const spelling = words(keyword).join('');
  // Also the proposed title, so that following the title's recommendation makes no keyword a repetition.
  if (holds(reading.title) || holds(reading.proposedTitle)) return 'the title';
  const category = reading.categories.find(holds);
  if (category !== undefined) return `the category ${quote(category)}`;
  // The brand belongs in the title, even if it is not there yet.
  const brand = reading.brands.find((accepted) => accepted.spelling === spelling);
  if (brand) return `the brand ${quote(brand.name)}`;
  return earlier.some((other) => stems(other).join(' ') === phrase.join(' ')) ? 'an earlier keyword' : null;
}
