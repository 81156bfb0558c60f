import { anchorOf, type Guide, pathOf } from './guides.ts';

/** A heading of a guide with the text up to the next one. */
export interface Section {
  /** Of the page, with the heading's anchor. */
  path: string;
  /** Title of the guide. */
  guide: string;
  heading: string;
  text: string;
  /** The same three in lower case. */
  lower: { guide: string; heading: string; text: string };
}

/** Further occurrences of a word in a section do not make it more relevant. */
const MAX_COUNTED = 3;

/** The sections of a guide, without markup. */
export function sectionsOf({ name, title, markdown }: Guide): Section[] {
  const found: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    const heading = isCode ? undefined : /^#{1,6} (.+)$/.exec(line)?.[1];
    if (heading !== undefined) found.push({ heading: plain(heading), lines: [] });
    else if (line.startsWith('```')) isCode = !isCode;
    else found.at(-1)?.lines.push(isCode ? line : plain(line));
  }
  return found.map(({ heading, lines }) => {
    const text = lines.join(' ').split(/\s+/).filter(Boolean).join(' ');
    const lower = { guide: title.toLowerCase(), heading: heading.toLowerCase(), text: text.toLowerCase() };
    return { path: `${pathOf(name)}#${anchorOf(heading)}`, guide: title, heading, text, lower };
  });
}

/** A line of Markdown without what readers do not see: marks, targets of links, lines of tables, comments. */
function plain(line: string): string {
  if (line.startsWith('<!--') || /^\|[ |:-]+$/.test(line)) return '';
  return line
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(' | ', ' ')
    .replace(/[`|]|\*\*/g, '');
}

/** The words of a search, in lower case and each once. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** The sections in which each word occurs, the most relevant first. */
export function findSections(sections: readonly Section[], words: readonly string[]): Section[] {
  if (words.length === 0) return [];
  return sections
    .filter(({ lower }) =>
      words.every((word) => lower.heading.includes(word) || lower.guide.includes(word) || lower.text.includes(word)),
    )
    .map((section) => ({ section, relevance: relevanceOf(section, words) }))
    .sort((one, other) => other.relevance - one.relevance)
    .map(({ section }) => section);
}

function relevanceOf({ lower }: Section, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    if (lower.heading.includes(word)) sum += 4;
    if (lower.guide.includes(word)) sum += 2;
    let at = lower.text.indexOf(word);
    for (let counted = 0; at >= 0 && counted < MAX_COUNTED; counted++) {
      sum += 1;
      at = lower.text.indexOf(word, at + word.length);
    }
  }
  return sum;
}

/** A part of an excerpt, `found` where it is one of the words. */
export interface ExcerptPart {
  text: string;
  found: boolean;
}

/** Characters of an excerpt, and of those before its first word. */
const EXCERPT_CHARACTERS = 240;
const LEAD_CHARACTERS = 60;

/** The text around the first of the words, in parts. */
export function excerptOf({ text, lower }: Section, words: readonly string[]): ExcerptPart[] {
  const first = Math.min(...words.map((word) => lower.text.indexOf(word)).filter((at) => at >= 0), text.length);
  const lead = first === text.length ? 0 : Math.max(0, first - LEAD_CHARACTERS);
  const start = lead === 0 ? 0 : text.indexOf(' ', lead) + 1;
  const excerpt = text.slice(start, start + EXCERPT_CHARACTERS);
  const parts = split(excerpt, words);
  if (start > 0) parts.unshift({ text: '… ', found: false });
  if (start + EXCERPT_CHARACTERS < text.length) parts.push({ text: ' …', found: false });
  return parts;
}

function split(excerpt: string, words: readonly string[]): ExcerptPart[] {
  const lower = excerpt.toLowerCase();
  const parts: ExcerptPart[] = [];
  let done = 0;
  while (done < excerpt.length) {
    const next = nextWord(lower, words, done);
    const end = next?.at ?? excerpt.length;
    if (end > done) parts.push({ text: excerpt.slice(done, end), found: false });
    if (next) parts.push({ text: excerpt.slice(next.at, next.at + next.word.length), found: true });
    done = next ? next.at + next.word.length : excerpt.length;
  }
  return parts;
}

/** The first of the words after a place, the longest of several at the same. */
function nextWord(lower: string, words: readonly string[], from: number): { at: number; word: string } | undefined {
  let best: { at: number; word: string } | undefined;
  for (const word of words) {
    const at = lower.indexOf(word, from);
    if (at < 0) continue;
    if (!best || at < best.at || (at === best.at && word.length > best.word.length)) best = { at, word };
  }
  return best;
}
