import { readFileSync } from 'node:fs';

/** Title, first sentence and advice of one item of a list. */
export interface Entry {
  title: string;
  lead: string;
  action: string;
}

/** Canned sentences, whose slots in braces are filled by what a text is about. */
interface Bank {
  /** What to talk about when no key points were given. */
  points: string[];
  /** About a short phrase; with the points above these are some three hundred sentences. */
  pointSentences: string[];
  /** Beside a point of a list, whatever its form. */
  listedPointSentences: string[];
  /** Bring in keywords. */
  keywordSentences: string[];
  /** Reach a length exactly. */
  shortSentences: string[];
  /** How a text begins. */
  hooks: string[];
  /** How it begins in a playful tone. */
  wittyHooks: string[];
  /** How it ends, unless the inputs say. */
  calls: string[];
  /** Descriptions of two lines. */
  summaries: string[];
  /** Titles by kind of text. */
  titles: Record<string, string>;
  /**
   * Blocks of a text by its kind, at their shortest. `+`: sentences may be added to it. `?`: left out where there is no room,
   * the last one first. Slots in capitals are lists or depend on the inputs.
   */
  layouts: Record<string, string[]>;
  /** Items of lists, by what the list is of. */
  entries: Record<EntryKind, Entry[]>;
}

/** What a list may be of. */
export type EntryKind = 'findings' | 'ideas' | 'questions' | 'steps';

/** What the sandbox has to say. */
export const BANK: Bank = JSON.parse(readFileSync(new URL('./bank.json', import.meta.url), 'utf8'));
