import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { countWords, oneLine, truncate } from '../../kernel/words.ts';
import { acceptedBrands, type Brand } from './brand.ts';
import { countCharacters, hasWord, sentences, stems } from './text.ts';
import { proposeTitle, type TitleWord, titleSubject, titleWords } from './title-words.ts';
import { DEFAULT_CATEGORY, type ScoreOptions } from './types.ts';

/** Text that is read at most, UTF-16 units: over twice what a marketplace accepts. */
const MAX_LONG = 10_000;
const MAX_SHORT = 2_000;
/** Highlights and keywords beyond this number are to be removed, so they are only counted. */
const SHOWN = 3;

/** A sentence of the long description. */
export interface Sentence {
  text: string;
  words: number;
  stems: string[];
}

/** A text with its whole length in code points; `text` may be truncated. */
export interface Measured {
  text: string;
  characters: number;
}

/** A listing as input of the rules: trimmed, bounded and parsed once. */
export interface Reading {
  title: string;
  titleCharacters: number;
  titleWords: TitleWord[];
  /** The title that its rules propose; empty when nothing is left of it. */
  proposedTitle: string;
  /** What the proposed title says the product is. */
  subject: string | null;
  brands: Brand[];
  short: Measured;
  /** `cut`: the text was truncated, so `characters` is less than its length. */
  long: Measured & {
    cut: boolean;
    sentences: Sentence[];
    words: number;
    headings: number;
    paragraphs: number;
    bulletItems: number;
  };
  /** The first three. */
  highlights: Measured[];
  highlightCount: number;
  /** The first three. */
  keywords: Measured[];
  keywordCount: number;
  /** The listing's own categories and the partner's. */
  categories: string[];
  logo: ListingContent['logo'];
  mediaCount: number;
}

/** Parses the listing. Texts without a letter or digit count as missing. */
export function readListing(content: ListingContent, options: ScoreOptions): Reading {
  const brands = acceptedBrands(content.vendor, options);
  const { text: title, characters: titleCharacters } = measure(content.title);
  const proposedTitle = proposeTitle(title, brands);
  const highlights = content.highlights.filter(isText);
  const keywords = content.keywords.filter(isText);
  return {
    title,
    titleCharacters,
    titleWords: titleWords(title, brands),
    proposedTitle,
    subject: titleSubject(titleWords(proposedTitle, brands)),
    brands,
    short: measure(content.shortDescription),
    long: readLong(content.longDescription),
    highlights: highlights.slice(0, SHOWN).map((text) => measure(text)),
    highlightCount: highlights.length,
    keywords: keywords.slice(0, SHOWN).map((text) => measure(text)),
    keywordCount: keywords.length,
    categories: [...content.categories, ...(options.category === DEFAULT_CATEGORY ? [] : [options.category])]
      .slice(0, 50)
      // A code such as `data_catalog` consists of words, too.
      .map((category) => oneLine(category.replaceAll('_', ' '), 255))
      .filter(hasWord),
    logo: content.logo,
    mediaCount: content.media.length,
  };
}

/** Whether there is something to read. A text that begins with pages of marks is not searched further. */
function isText(text: string): boolean {
  return hasWord(text.slice(0, MAX_SHORT));
}

function measure(text: string): Measured {
  if (!isText(text)) return { text: '', characters: 0 };
  const read = oneLine(text, MAX_SHORT);
  return { text: read, characters: text.length > MAX_SHORT ? countCharacters(text.trim()) : countCharacters(read) };
}

function readLong({
  text,
  cut,
  headings,
  paragraphs,
  bulletItems,
}: ListingContent['longDescription']): Reading['long'] {
  const present = hasWord(text.slice(0, MAX_LONG));
  const read = present ? sentences(truncate(text, MAX_LONG).toWellFormed()) : [];
  const parts = read.map((sentence) => ({ text: sentence, words: countWords(sentence), stems: stems(sentence) }));
  return {
    text: read.join('\n'),
    characters: present ? countCharacters(text.trim()) : 0,
    cut: cut ?? false,
    sentences: parts,
    words: parts.reduce((sum, sentence) => sum + sentence.words, 0),
    headings,
    paragraphs,
    bulletItems,
  };
}
