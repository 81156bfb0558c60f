import { z } from 'zod';
import { inventedFigures } from '../capabilities/step-kinds/answers.ts';
import { primaryLanguage } from '../kernel/language-tag.ts';
import { cutAtWord, oneLine, truncate } from '../kernel/words.ts';

/** A passage as evidence for an answer. */
export interface Passage {
  /** Citation id, such as `P1`. */
  id: string;
  /** Where it stands; null: in the platform's documentation, or sent by the caller. */
  knowledge_base_id: number | null;
  document_id: number | null;
  passage_id: number | null;
  document: string;
  section: string;
  text: string;
  /** BCP 47; null: unknown. */
  language: string | null;
}

/** A retrieved passage, before it gets its citation id. */
export type RetrievedPassage = Omit<Passage, 'id'>;

const material = z.object({
  // Executions that were accepted before passages had these continue.
  knowledge_base_id: z.number().nullable().default(null),
  document_id: z.number().nullable(),
  passage_id: z.number().nullable().default(null),
  document: z.string(),
  section: z.string(),
  text: z.string(),
  language: z.string().nullable(),
});

/** The place of a passage that partners cannot open. */
export const NOWHERE = { knowledge_base_id: null, document_id: null, passage_id: null } as const;

/** The passages of a step, retrieved or sent by the caller. */
export function passagesOf(settings: Record<string, unknown>, context: Record<string, unknown>): Passage[] {
  const found = z.array(material).catch([]).parse(context['passages']);
  const sent = z.array(z.string()).catch([]).parse(settings['passages']);
  const sentByCaller = sent.map(
    (text, index): RetrievedPassage => ({
      ...NOWHERE,
      document: `Passage ${index + 1} of the settings`,
      section: '',
      text,
      language: null,
    }),
  );
  return [...sentByCaller, ...found].map((passage, index) => ({ id: `P${index + 1}`, ...passage }));
}

/** Passages as prompt inputs, by citation id. */
export function passageInputs(passages: readonly Passage[]): Record<string, unknown> {
  return Object.fromEntries(passages.map(({ id, document, section, text }) => [id, { document, section, text }]));
}

/** Bounds of a quote, characters: a shorter one proves nothing, a longer one is no quote. */
const MIN_QUOTE = 12;
const MAX_QUOTE = 600;
/** Longest statement, characters. */
const MAX_STATEMENT = 600;
/** Minimum share of a statement's words that the passage or the question must contain. */
const MIN_SHARED = 1 / 3;

/** A statement of the AI: its text and its source. */
export interface ClaimedStatement {
  text: string;
  passage: string;
  quote: string;
}

/** A verified statement: the quote is the passage's own text, character by character. */
export interface VerifiedStatement {
  text: string;
  passage: Passage;
  quote: string;
}

/** What a statement is checked against. */
export interface Evidence {
  passages: readonly Passage[];
  question: string;
  /** Language of the answer. */
  language: string;
}

/** Checks a statement against the passage that it cites. Returns it in the form to show, or what is wrong with it. */
export function verifyStatement(
  claimed: ClaimedStatement,
  { passages, question, language }: Evidence,
): VerifiedStatement | { problem: string } {
  const passage = passages.find(({ id }) => id === claimed.passage.trim());
  if (!passage) return { problem: 'it names no passage of the inputs' };
  const quote = quoteIn(passage.text, claimed.quote);
  if (quote === null) return { problem: `its quote does not stand in ${passage.id} word for word` };
  const text = inertLine(claimed.text, MAX_STATEMENT);
  if (text === '') return { problem: 'it says nothing' };
  const known = [question, passage.document, passage.section, passage.text].join('\n');
  if (inventedFigures(text, known).length > 0) return { problem: `it has figures that ${passage.id} does not have` };
  if (isSameLanguage(passage.language, language) && sharedWords(text, known) < MIN_SHARED) {
    return { problem: `it says something else than ${passage.id}` };
  }
  return { text, passage, quote };
}

/** The passage's own text of a quote; only white space may differ. null when the passage does not contain the quote. */
function quoteIn(passage: string, candidate: string): string | null {
  const quote = candidate.trim().split(/\s+/).join(' ');
  if (quote.length < Math.min(MIN_QUOTE, passage.length) || quote.length > MAX_QUOTE) return null;
  const { text, places } = withSingleSpaces(passage);
  const at = text.indexOf(quote);
  if (at === -1) return null;
  // The last place is that of the last character, after which white space may follow.
  return passage.slice(places[at], (places[at + quote.length - 1] ?? -1) + 1);
}

/** A text with one space for each run of white space, and where each of its units stands in the text itself. */
function withSingleSpaces(text: string): { text: string; places: number[] } {
  const places: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const isRepeated = place > 0 && isSpace(text, place) && isSpace(text, place - 1);
    if (!isRepeated) places.push(place);
  }
  return { text: text.replace(/\s+/g, ' '), places };
}

function isSpace(text: string, place: number): boolean {
  return /\s/.test(text.charAt(place));
}

function isSameLanguage(one: string | null, other: string): boolean {
  return one !== null && primaryLanguage(one) === primaryLanguage(other);
}

/** Share of the longer words of a text that occur in another one, ignoring suffixes; 1 when it has none. */
function sharedWords(text: string, known: string): number {
  const words = stemsOf(text);
  if (words.size === 0) return 1;
  const others = stemsOf(known);
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** Stems of the longer words: short words say little, and long words are inflected. */
function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 5)));
}

/** Images and links in Markdown; their text is kept. No nested brackets, so that a text of only brackets takes linear time. */
const MARKDOWN_LINK = /!?\[([^\][]{0,500})\](?:\([^)[]{0,2000}\)|\[[^\][]{0,500}\])/g;
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*|\b(?:javascript|data|mailto|vbscript|file):\S+/gi;
const TAG = /<\/?[a-z!][^>]*>?/gi;
const FENCE = /`{3,}|~{3,}/g;
const BRACKETS = /[[\]()<>`~]/g;
/** Citation marks, and block marks at the beginning of a line. */
const CITATION_MARK = /\[\^?\d+\]/g;
const BLOCK_MARKS = /^(?:(?:#{1,6}|>|[-*+]|\d+[.)]|\|)\s+)+/;

/** How much of a text is read: marks may take more than what they leave. */
const READ_FACTOR = 10;
const MAX_ROUNDS = 10;

/**
 * Text on one line without active content: no links, images, markup or citation marks, even if a document tricked the
 * AI into writing them.
 */
export function inertLine(text: string, maxCharacters: number): string {
  let line = oneLine(truncate(text, READ_FACTOR * maxCharacters).replace(/[\u{E0000}-\u{E007F}\u00AD]/gu, ''));
  // Removing one match can create another. A text that goes on with that is no honest one, and loses all brackets.
  for (let before = '', round = 0; before !== line && round <= 2 * MAX_ROUNDS; round += 1) {
    before = line;
    if (round === MAX_ROUNDS) line = line.replace(BRACKETS, '');
    line = line
      .replace(MARKDOWN_LINK, '$1')
      .replace(TAG, '')
      .replace(ADDRESS, '')
      .replace(FENCE, '')
      .replace(CITATION_MARK, '')
      .replace(BLOCK_MARKS, '')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return cutAtWord(line, maxCharacters);
}
