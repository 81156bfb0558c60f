import { countTokens } from '../brief/words.ts';
import type { Author } from './author.ts';
import { taglines } from './bank/messages.ts';
import { type Document, measure, type Part } from './document.ts';

/** Bounds in words, both included. */
export interface Bounds {
  min: number;
  max: number;
}

/** Sentences in turn that may be too long or missing before growing is given up. */
const patience = 24;

/** Adds or takes away sentences until the document has a length within the bounds. */
export function fitLength(document: Document, bounds: Bounds, author: Author): void {
  const share = document.terse ? 0 : 0.4 + 0.3 * author.random.next();
  const aim = bounds.min + Math.round((bounds.max - bounds.min) * share);
  author.remember(document.parts.flatMap(({ items }) => items.flat()));
  shrink(document, bounds.max);
  grow(document, aim, bounds.max, author);
  fillUp(document, bounds, author);
}

/** One sentence a part in turn, each part's own first; sentences of no part in particular when all are used. */
function grow(document: Document, aim: number, max: number, author: Author): void {
  const title = document.title === undefined ? 0 : countTokens(document.title) + 1;
  let size = measure(document).tokens;
  const open = document.parts.filter(({ style, closed }) => style !== 'verse' && !closed);
  for (let turn = 0, misses = 0; size - title < aim && misses < patience && open.length > 0; turn += 1) {
    const part = open[turn % open.length];
    const general = open.every(({ spare }) => spare.length === 0);
    const sentence = part && (author.next(part.spare) ?? (general ? author.more() : undefined));
    const added = sentence === undefined ? 0 : countTokens(sentence);
    if (part === undefined || sentence === undefined || size + added > max) misses += 1;
    else {
      shortestItem(part).push(sentence);
      size += added;
      misses = 0;
    }
  }
}

function shortestItem(part: Part): string[] {
  if (part.items.length === 0) part.items.push([]);
  const [first = [], ...rest] = part.items;
  return rest.reduce((shortest, item) => (item.length < shortest.length ? item : shortest), first);
}

/** Sentences go before parts, parts before the title, from the end. */
function shrink(document: Document, max: number): void {
  while (measure(document).tokens > max) {
    const longest = document.parts
      .flatMap(({ items }) => items)
      .reduce<string[]>((long, item) => (item.length > long.length ? item : long), []);
    const loose = document.parts.findLastIndex(({ fixed }) => !fixed);
    const listed = document.parts.findLast(({ items }) => items.length > 1);
    if (longest.length > 1) longest.pop();
    else if (document.parts.length > 1 && loose >= 0) document.parts.splice(loose, 1);
    else if (document.parts.some(({ heading }) => heading !== undefined)) {
      for (const part of document.parts) delete part.heading;
    } else if (document.title !== undefined) document.title = undefined;
    else if (listed) listed.items.pop();
    else if (document.parts.length > 1) document.parts.pop();
    else cutWords(document, max);
  }
}

/** The last resort for lengths below that of a sentence. */
function cutWords(document: Document, max: number): void {
  const words = document.parts[0]?.items[0]?.[0]?.split(' ') ?? [];
  const text = words
    .slice(0, max)
    .join(' ')
    .replace(/[,;:.]*$/, '.');
  document.parts = [{ style: 'prose', items: [[text]], spare: [] }];
}

/** Short sentences for the rest; when a single word is missing, a sentence makes room for them. */
function fillUp(document: Document, { min, max }: Bounds, author: Author): void {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { words, tokens } = measure(document);
    if (words >= min) return;
    const open = document.parts.filter(({ style }) => style !== 'verse');
    const item = (open.findLast(({ closed }) => !closed) ?? open.at(-1))?.items.at(-1);
    const sentences = author.short(min - words, Math.min(max - tokens, min - words + 6));
    if (sentences.length > 0 && item) item.push(...sentences);
    else if (tokens - words > max - min && simplify(document)) continue;
    else if (!dropSentence(open)) break;
  }
  if (measure(document).words < min) startOver(document, { min, max }, author);
}

/** Takes away what counts for one reader and not for the other: headings, list marks, the title. */
function simplify(document: Document): boolean {
  const headed = document.parts.filter(({ heading }) => heading !== undefined);
  const lists = document.parts.filter(({ style }) => style === 'bullets' || style === 'numbers');
  for (const part of headed) delete part.heading;
  if (headed.length > 0) return true;
  for (const part of lists) part.style = 'prose';
  if (lists.length > 0) return true;
  const hadTitle = document.title !== undefined;
  document.title = undefined;
  return hadTitle;
}

function dropSentence(parts: Part[]): boolean {
  const item = parts.flatMap(({ items }) => items).findLast((sentences) => sentences.length > 1);
  return item?.pop() !== undefined;
}

/** For bounds that the text of its kind cannot meet: one line on the topic and short sentences. */
function startOver(document: Document, { min, max }: Bounds, author: Author): void {
  const lines = author.fillAll(taglines).map((line) => ({ line, size: countTokens(line) }));
  const fitting = lines.flatMap(({ line, size }) => {
    const rest = author.short(Math.max(0, min - size), max - size);
    return size <= max && (size >= min || rest.length > 0) ? [[line, ...(size >= min ? [] : rest)]] : [];
  });
  document.title = undefined;
  document.parts = [{ style: 'prose', items: [fitting[0] ?? author.short(min, max)], spare: [] }];
}
