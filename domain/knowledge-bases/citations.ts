import { inventedFigures } from '../capabilities/invented-figures.ts';
import { inertLine } from './inert.ts';
import type { Passage } from './passages.ts';

/** Bounds of a quote, characters; less says nothing, more is no quote. */
const MIN_QUOTE = 12;
const MAX_QUOTE = 600;
/** Longest statement, characters. */
const MAX_STATEMENT = 600;
/** Share of a statement's words that its passage, or the question, must have. */
const MIN_SHARED = 1 / 3;

/** A statement as the AI gives it: what it says, and where that stands. */
export interface Claimed {
  text: string;
  passage: string;
  quote: string;
}

/** A statement that holds: the quote is the passage's own text, character by character. */
export interface Proven {
  text: string;
  passage: Passage;
  quote: string;
}

/** What a statement is held against. */
export interface Grounds {
  passages: readonly Passage[];
  question: string;
  /** Language of the answer. */
  language: string;
}

/** Holds a statement against the passage that it cites: the statement as it may be shown, or what is wrong with it. */
export function prove(claimed: Claimed, { passages, question, language }: Grounds): Proven | { problem: string } {
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

/** Characters that mean something in a regular expression. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** The passage's own words that a quote repeats; spaces and line breaks may differ, nothing else. null: it does not say that. */
function quoteIn(passage: string, given: string): string | null {
  const words = given.trim().split(/\s+/);
  const length = words.join(' ').length;
  if (length < Math.min(MIN_QUOTE, passage.length) || length > MAX_QUOTE) return null;
  return new RegExp(words.map((word) => word.replace(SYNTAX, '\\$&')).join('\\s+'), 'u').exec(passage)?.[0] ?? null;
}

function isSameLanguage(one: string | null, other: string): boolean {
  return one !== null && one.split('-')[0]?.toLowerCase() === other.split('-')[0]?.toLowerCase();
}

/** Share of the longer words of a text that occur in another one, endings aside; 1 where it has none. */
function sharedWords(text: string, known: string): number {
  const words = stemsOf(text);
  if (words.size === 0) return 1;
  const others = stemsOf(known);
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** Short words say little, and the ends of long ones change. */
function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 5)));
}
