import { primaryLanguage } from '../kernel/language-tag.ts';

/** Text search configurations of PostgreSQL 15 and later, by ISO 639-1 language. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nb: 'norwegian',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** For an unknown language: most documents are English, and its rules do little harm to words of other languages. */
const UNKNOWN = 'english';
/** No stemming, for languages without a configuration in PostgreSQL. */
const PLAIN = 'simple';

/** The text search configuration for a language (BCP 47). */
export function configurationOf(language: string | null): string {
  if (language === null) return UNKNOWN;
  return CONFIGURATIONS[primaryLanguage(language)] ?? PLAIN;
}

/** The BCP 47 tag of an ISO 639-3 code, whose shorter form is the canonical one; null of no code. */
export function tagOf(code: string | null): string | null {
  return code === null ? null : new Intl.Locale(code === 'cmn' ? 'zh' : code).language;
}

/** Scripts without spaces between words; the database's parser would read a run of them as one long word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The text with spaces between the words of such scripts. */
export function segmented(text: string): string {
  return text.replace(UNSPACED, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `);
}

/** Letters that are no letter with a mark, as they are written without it. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const SPECIAL = /[ßæœøłđðþı]/g;
const MARKS = /\p{M}+/gu;
/** Umlauts where the keyboard has none. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', å: 'aa', ø: 'oe' };
const UMLAUT = /[äöüßåø]/g;
/** Scripts in which marks are only added to letters; in others they are letters of their own. */
const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Greek}\p{M}]+$/u;

/** Other spellings of a word in lower case: without marks (devolucion), and with umlauts written out (Kuendigung). */
export function spellingsOf(word: string): string[] {
  if (!ALPHABETIC.test(word)) return [];
  const bare = word
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(MARKS, '');
  const written = word.replace(UMLAUT, (letter) => UMLAUTS[letter] ?? letter);
  return [...new Set([bare, ALPHABETIC.test(written) ? written : bare])].filter((spelling) => spelling !== word);
}

/** Configurations of languages that write compounds as one word. */
const COMPOUNDING = new Set(['german', 'dutch', 'danish', 'swedish', 'norwegian', 'finnish', 'hungarian']);

/** Whether words of a configuration's language may be compounds written as one word. */
export function isCompounding(configuration: string): boolean {
  return COMPOUNDING.has(configuration);
}
