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
  return CONFIGURATIONS[language.split('-')[0]?.toLowerCase() ?? ''] ?? PLAIN;
}

/** The BCP 47 tag of an ISO 639-3 code; the shorter code is the canonical form. */
export function tagOf(code: string | null): string | null {
  return code === null ? null : new Intl.Locale(code === 'cmn' ? 'zh' : code).language;
}

/** Scripts without spaces between words; the database's parser would read a run of them as one long word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Punctuation and symbols beyond ASCII, as in “words”, l’eau or 10–12: where the locale is C, PostgreSQL takes them for letters. */
const SIGNS = /[^ -~\s\p{L}\p{N}\p{M}]+/gu;

/** The text with a space between all words. */
export function spaced(text: string): string {
  return text
    .replace(SIGNS, ' ')
    .replace(UNSPACED, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `);
}
