import { countTokens, countWords, sentencesOf, titleCase } from '../brief/words.ts';
import type { Author } from './author.ts';
import { SUMMARIES } from './bank.ts';
import { hookOf, LIST_KINDS, type Part, partsOf } from './parts.ts';
import { advice, relevant, sourceOf } from './source.ts';

/** Bounds in words, both included. */
interface Bounds {
  min: number;
  max: number;
}

/** Usual lengths in words, for requests that name none. */
const USUAL: Record<string, Bounds> = {
  blog_post: { min: 350, max: 600 },
  email_draft: { min: 110, max: 190 },
  social_post: { min: 30, max: 60 },
  case_study: { min: 280, max: 450 },
  answer: { min: 60, max: 120 },
};
const OTHER: Bounds = { min: 160, max: 320 };
/** Bounds closer than this leave no room for headings and lists, which readers count in two ways. */
const ROOM = 60;
/** Sentences that do not fit after which none will. */
const PATIENCE = 24;
const PARAGRAPH = 5;

/** Kinds that a free task gives away by its words. */
const HINTS: [RegExp, string][] = [
  [/\bfaq\b|questions and answers/i, 'faq'],
  [/case stud|success story/i, 'case_study'],
  [/e-?mail|newsletter/i, 'email_draft'],
  [/blog|article/i, 'blog_post'],
  [/\bquestion|answer|\?\s*$/i, 'answer'],
];

/** A text on what the brief asks for, in Markdown, within its length. `bare`: without a title, for a field; `from`: sentences to rephrase. */
export function writeText(author: Author, options: { bare?: boolean; bounds?: Bounds; from?: string } = {}): string {
  const { bare = false, bounds, from } = options;
  const { brief } = author;
  const kind = kindOf(author);
  const wanted = bounds ?? brief.length ?? USUAL[kind] ?? OTHER;
  const source = from === undefined ? sourceOf(kind, author) : sentencesOf(from);
  const titled = !bare && kind !== 'answer' && kind !== 'case_study_field';
  const title = !titled ? undefined : source.length > 0 ? titleCase(author.subject.headline) : author.title(kind);
  if (source.length > 0) return plain(author, title, wanted, source, true);
  if (kind === 'answer') {
    const said = relevant(author);
    return said.length > 0 ? plain(author, title, wanted, said, true) : plain(author, title, wanted, advice(author));
  }
  const first = [hookOf(author), ...author.facts(4)];
  if (from !== undefined || kind === 'case_study_field') return plain(author, undefined, wanted, first);
  const range = wanted.max - wanted.min;
  const whole = kind === 'social_post' ? range >= 20 : range >= ROOM && wanted.max >= 2 * ROOM;
  return (
    (whole && formed(author, title, wanted, partsOf(kind, author), LIST_KINDS.has(kind))) ||
    plain(author, title, wanted, first)
  );
}

function kindOf({ brief }: Author): string {
  const hinted = HINTS.find(([pattern]) => pattern.test(brief.task))?.[1];
  if (brief.deliverable === 'text_content')
    return hinted === 'faq' || hinted === 'case_study' ? hinted : 'text_content';
  return brief.deliverable ?? hinted ?? 'text_content';
}

/** Parts with headings and lists; undefined where they do not fit. */
function formed(
  author: Author,
  title: string | undefined,
  bounds: Bounds,
  parts: Part[],
  terse: boolean,
): string | undefined {
  const head = title === undefined ? '' : `# ${title}\n\n`;
  const text = () => head + parts.map(render).filter(Boolean).join('\n\n');
  author.remember(parts.flatMap(({ sentences }) => sentences));
  while (countTokens(text()) > bounds.max) {
    const loose = parts.findLastIndex((part) => part.loose);
    if (loose < 0) return undefined;
    parts.splice(loose, 1);
  }
  const aim = terse ? bounds.min : bounds.min + 0.4 * (bounds.max - bounds.min);
  const open = parts.filter((part) => part.open);
  let tokens = countTokens(text());
  let words = countWords(text().slice(head.length));
  for (let turn = 0, misses = 0; words < aim && misses < PATIENCE; turn += 1) {
    const sentence = author.more();
    if (tokens + countTokens(sentence) > bounds.max) {
      misses += 1;
      continue;
    }
    open[turn % open.length]?.sentences.push(sentence);
    tokens += countTokens(sentence);
    words += countWords(sentence);
  }
  return words < bounds.min ? undefined : text();
}

/** Paragraphs of sentences, as many as fit: for short texts, narrow bounds, answers and rephrased text. */
function plain(
  author: Author,
  title: string | undefined,
  { min, max }: Bounds,
  first: string[],
  terse = false,
): string {
  const headed = title !== undefined && countTokens(title) + 1 <= (max - min) / 2;
  const head = headed ? `# ${title}\n\n` : '';
  const most = max - countTokens(head);
  const sentences: string[] = [];
  let size = 0;
  const add = (sentence: string): boolean => {
    if (size + countTokens(sentence) > most || sentences.includes(sentence)) return false;
    sentences.push(sentence);
    size += countTokens(sentence);
    return true;
  };
  for (const sentence of first.length > 0 ? first : author.choose(SUMMARIES).slice(0, 1)) add(sentence);
  author.remember(sentences);
  const aim = terse ? min : min + 0.4 * (most - min);
  for (let misses = 0; size < aim && misses < PATIENCE; ) if (!add(author.more())) misses += 1;
  let rest = author.short(min - size, most - size);
  while (!rest && sentences.length > 0) {
    size -= countTokens(sentences.pop() ?? '');
    rest = author.short(min - size, most - size);
  }
  sentences.push(...(rest ?? []));
  if (sentences.length === 0) sentences.push(author.title('text_content').split(' ').slice(0, max).join(' '));
  return head + paragraphs(sentences);
}

function render({ heading, sentences, mark }: Part): string {
  const body = mark ? sentences.map((line, index) => mark(index) + line).join('\n') : paragraphs(sentences);
  return heading === undefined ? body : `## ${heading}\n\n${body}`;
}

function paragraphs(sentences: readonly string[]): string {
  const count = Math.ceil(sentences.length / PARAGRAPH);
  const size = Math.ceil(sentences.length / Math.max(1, count));
  return Array.from({ length: count }, (_, at) => sentences.slice(at * size, (at + 1) * size).join(' ')).join('\n\n');
}
