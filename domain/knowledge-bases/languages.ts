/** Text search configurations that PostgreSQL has had since version 15, by language in ISO 639-1. */
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

/** Where nothing is known of the language: most is English, and its rules do little to words of other languages. */
const UNKNOWN = 'english';
/** Words as they are, for languages that PostgreSQL has no rules for. */
const PLAIN = 'simple';

/** The text search configuration for documents in a language, given as a BCP 47 tag. */
export function configurationOf(language: string | null): string {
  if (language === null) return UNKNOWN;
  return CONFIGURATIONS[language.split('-')[0]?.toLowerCase() ?? ''] ?? PLAIN;
}

/** The BCP 47 tag of a language by its code of ISO 639-3, of which the shorter code is the canonical form. */
export function tagOf(code: string | null): string | null {
  return code === null ? null : new Intl.Locale(code === 'cmn' ? 'zh' : code).language;
}

/** Scripts without spaces between words, which the database's parser would take for one long word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text with spaces between all of its words. */
export function spaced(text: string): string {
  return text.replace(UNSPACED, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `);
}
