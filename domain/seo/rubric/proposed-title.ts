import type { Brand } from './brand.ts';
import { hasWord } from './text.ts';
import { shoutedWords, smallWords, withoutEmphaticMarks } from './title-faults.ts';
import { titleWords } from './title-words.ts';

/** The remaining words can form praise or a brand again, but rarely more than once. */
const MAX_ROUNDS = 5;

/**
 * The title that all its recommendations propose: the brand first unless the title has one, without praise and emphatic
 * marks, in title case. A title in that form does not change; empty when it was only praise and marks.
 */
export function proposeTitle(title: string, brands: readonly Brand[]): string {
  let rewritten = title;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = rewriteOnce(rewritten, brands);
    if (next === rewritten) break;
    rewritten = next;
  }
  return rewritten;
}

function rewriteOnce(title: string, brands: readonly Brand[]): string {
  const words = titleWords(title, brands);
  const plain = words.filter((word) => !word.hyperbole);
  const [small, shouted] = [smallWords(plain), shoutedWords(plain)];
  const texts = plain
    .map((word) => {
      if (shouted.includes(word)) return capitalise(word.text.toLowerCase());
      return small.includes(word) ? capitalise(word.text) : word.text;
    })
    .map(withoutEmphaticMarks)
    .filter((text) => text !== '');
  if (!texts.some(hasWord)) return '';
  const [brand] = brands;
  return brand && !words.some((word) => word.brand) ? [brand.name, ...texts].join(' ') : texts.join(' ');
}

function capitalise(word: string): string {
  return word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
