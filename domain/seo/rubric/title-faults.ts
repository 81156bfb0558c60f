import type { TitleWord } from './title-words.ts';
import { FOREIGN_WORDS, SMALL_WORDS } from './vocabulary.ts';

/** Shorter words in capitals count as acronyms. */
const SHOUTED_LETTERS = 6;
/** In a title all in capitals, words from this length on count as shouted. */
const SHOUTED_LETTERS_AMONG_CAPITALS = 4;
const WORDS_OF_A_SHOUTED_TITLE = 3;
/** Exclamation marks, question marks in a row, and pictographs except ©, ® and ™. */
const EMPHATIC_MARKS = /[!！]|\?{2,}|(?![©®™])\p{Extended_Pictographic}\uFE0F?/gu;

/** Words that title case would capitalise; none in a title that seems to be in a language other than English. */
export function smallWords(title: readonly TitleWord[]): TitleWord[] {
  if (title.some(({ text, brand }) => !brand && isForeign(text))) return [];
  return title.filter((word, index) => !isCapitalised(word, index === 0));
}

/**
 * Other languages capitalise titles differently. A common word of theirs, or a letter that English does not have,
 * identifies them.
 */
function isForeign(text: string): boolean {
  return /[\p{L}--[A-Za-z]]/v.test(text.normalize('NFC')) || FOREIGN_WORDS.has(lettersOf(text));
}

/** Words with a capital inside (`iPaaS`) or a digit (`k8s`) are names that keep their spelling. */
function isCapitalised({ text, brand }: TitleWord, first: boolean): boolean {
  if (brand || !/\p{L}/u.test(text) || /[\p{Lu}\p{Lt}\p{N}]/u.test(text)) return true;
  return !first && SMALL_WORDS.has(lettersOf(text));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '').toLowerCase();
}

/** Words in capitals that are neither the brand nor an acronym. */
export function shoutedWords(title: readonly TitleWord[]): TitleWord[] {
  const named = title.filter(({ brand, text }) => !brand && /\p{L}/u.test(text));
  const allInCapitals = named.length >= WORDS_OF_A_SHOUTED_TITLE && named.every(({ text }) => isInCapitals(text));
  const fewest = allInCapitals ? SHOUTED_LETTERS_AMONG_CAPITALS : SHOUTED_LETTERS;
  return named.filter(({ text }) => isInCapitals(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= fewest);
}

function isInCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** The emphatic marks in a text. */
export function emphaticMarks(text: string): string[] {
  return text.match(EMPHATIC_MARKS) ?? [];
}

/** The text without its emphatic marks. */
export function withoutEmphaticMarks(text: string): string {
  return text.replace(EMPHATIC_MARKS, '');
}
