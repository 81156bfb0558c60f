import { capitalize, countTokens, countWords, sentencesOf, titleCase } from '../brief/words.ts';
import type { Author } from './author.ts';
import {
  CASE_STUDY_SECTIONS,
  type ENTRIES,
  GIVEN_POINT_SENTENCES,
  HOOKS,
  POINTS,
  SECTIONS,
  SUMMARIES,
  WITTY_HOOKS,
} from './bank.ts';

/** Bounds in words, both included. */
interface Bounds {
  min: number;
  max: number;
}

/** A part of a text. Sentences may be added to an open one; a loose one goes where there is no room. */
interface Part {
  heading?: string;
  sentences: string[];
  /** Begins each sentence's line; they are one paragraph otherwise. */
  mark?: (index: number) => string;
  open?: boolean;
  loose?: boolean;
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
  [/social|tweet|linkedin/i, 'social_post'],
  [/product description|listing description/i, 'product_description'],
  [/blog|article/i, 'blog_post'],
  [/\bquestion|answer|\?\s*$/i, 'answer'],
];
const LISTS: Record<string, { entries: keyof typeof ENTRIES; mark: (index: number) => string }> = {
  findings: { entries: 'findings', mark: (index) => `${index + 1}. ` },
  ideas: { entries: 'ideas', mark: (index) => `${index + 1}. ` },
  notes: { entries: 'ideas', mark: () => '- ' },
  outline: { entries: 'steps', mark: (index) => `${index + 1}. ` },
  plan: { entries: 'steps', mark: (index) => `${index + 1}. ` },
  schedule: { entries: 'steps', mark: (index) => `${index + 1}. ` },
};

/** A text on what the brief asks for, in Markdown, within its length. `bare`: for a field that has its title elsewhere; `from`: the same said anew. */
export function writeText(author: Author, options: { bare?: boolean; bounds?: Bounds; from?: string } = {}): string {
  const { bare = false, bounds, from } = options;
  const { brief } = author;
  const kind = kindOf(author);
  const wanted = bounds ?? brief.length ?? USUAL[kind] ?? OTHER;
  const source = from === undefined ? sourceOf(kind, author) : sentencesOf(from);
  const titled = !bare && kind !== 'answer' && kind !== 'case_study_field';
  const title = !titled ? undefined : source.length > 0 ? titleCase(author.subject.headline) : author.title(kind);
  if (source.length > 0) return plain(author, title, wanted, source, true);
  if (kind === 'answer') return plain(author, title, wanted, relevant(author), true);
  const first = [hookOf(author), ...author.facts(4)];
  if (from !== undefined || kind === 'case_study_field') return plain(author, undefined, wanted, first);
  const range = wanted.max - wanted.min;
  const whole = kind === 'social_post' ? range >= 20 : range >= ROOM && wanted.max >= 2 * ROOM;
  return (
    (whole && formed(author, title, wanted, partsOf(kind, author), kind in LISTS)) ||
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

/** Paragraphs of sentences, as many as fit: for short texts, narrow bounds, answers and what is said anew. */
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

function partsOf(kind: string, author: Author): Part[] {
  const { brief, subject } = author;
  const call = `${subject.callToAction ?? author.choose(['Ask us where to begin with {topic}', 'Pick one part of {topic} and plan the first step this week'])[0]}.`;
  const opening: Part = { sentences: [hookOf(author), ...author.facts(3)], open: true };
  const list = LISTS[kind];
  if (list) {
    const items = Array.from({ length: brief.items ?? 6 }, (_, index) => author.entry(list.entries, index));
    const week = kind === 'schedule' ? (index: number) => `Week ${index + 1}: ` : () => '';
    return [
      { ...opening, sentences: [author.choose(SUMMARIES)[0], ...author.facts(2)], loose: true },
      {
        sentences: items.map(
          ({ title, lead }, index) => `**${week(index)}${title}${/[?!]$/.test(title) ? '' : '.'}** ${lead}`,
        ),
        mark: list.mark,
      },
    ];
  }
  if (kind === 'email_draft') {
    const sender = subject.company ? `The ${subject.company} team` : 'Your partner team';
    return [
      { sentences: ['Hello,'] },
      opening,
      { ...pointList(author, 3), loose: true },
      { sentences: [call, 'A short reply is enough, and we will suggest a time.'] },
      { sentences: [`Kind regards,\n${sender}`] },
    ];
  }
  if (kind === 'social_post') {
    const tags = [...subject.keywords, subject.topic, 'cloud marketplace'].slice(0, 3).map(hashtag);
    return Array.from({ length: brief.items ?? 1 }, (_, index): Part[] => [
      { ...opening, sentences: index === 0 ? [hookOf(author)] : [author.more()] },
      { sentences: [call], loose: true },
      { sentences: [...new Set(tags)] },
    ]).flat();
  }
  if (kind === 'product_description') {
    return [
      opening,
      { ...pointList(author, 3), heading: 'Key features' },
      { heading: 'Getting started', sentences: [call], open: true },
    ];
  }
  if (kind === 'faq') {
    const questions = Array.from({ length: brief.items ?? 5 }, (_, index) => author.entry('questions', index));
    return [
      opening,
      ...questions.map(({ title, lead }): Part => ({ heading: title, sentences: [lead], loose: true, open: true })),
    ];
  }
  const sections = (kind === 'case_study' ? CASE_STUDY_SECTIONS : SECTIONS).map(
    ({ title, lead }): Part => ({
      heading: author.fill(title),
      sentences: [author.fill(lead)],
      open: true,
      loose: true,
    }),
  );
  const spoken = sections.filter(({ heading = '', sentences }) => author.allowed([heading, ...sentences].join(' ')));
  return [opening, { ...pointList(author, 3), heading: 'What to look at first' }, ...spoken, { sentences: [call] }];
}

function hookOf(author: Author): string {
  const witty = /witty|humor|playful/i.test(author.brief.tone ?? '');
  return author.choose(witty ? WITTY_HOOKS : HOOKS)[0];
}

/** The given key points, filled up with general ones, each with a sentence. */
function pointList(author: Author, count: number): Part {
  const given = author.subject.points.filter(author.allowed).slice(0, 8);
  const points = [...given, ...author.random.shuffle(POINTS).filter(author.allowed)].slice(
    0,
    Math.max(count, given.length),
  );
  const sentences = author.choose(GIVEN_POINT_SENTENCES);
  const line = (point: string, index: number) => `**${capitalize(point)}.** ${sentences[index % sentences.length]}`;
  return { sentences: points.map(line), mark: () => '- ' };
}

function hashtag(text: string): string {
  return `#${titleCase(text).replace(/[^\p{L}\p{N}]/gu, '')}`;
}

const REWRITING =
  /summar|rewrite|rephrase|paraphras|translat|shorten|condense|simplif|proofread|edit |polish|expand|extend|improve|correct|repurpose|adapt/i;
const SOURCE =
  /^(?:text|content|article|source(?:_text)?|original(?:_text)?|body|draft|present_text|document|transcript)$/;

/** The sentences to work on, when the task is to say something anew; none otherwise. */
function sourceOf(kind: string, author: Author): string[] {
  const { brief } = author;
  if (!REWRITING.test(brief.task) || kind in LISTS || kind === 'answer') return [];
  const given = brief.inputs.flatMap(({ name, value }) =>
    SOURCE.test(name) && typeof value === 'string' ? [value] : [],
  );
  const earlier = brief.earlier.filter((work) => /write|summar|translat/.test(work.kind)).map(({ text }) => text);
  const sentences = (given.length > 0 ? given : earlier).filter((text) => countWords(text) > 6).flatMap(sentencesOf);
  const kept = /summar|shorten|condense/i.test(brief.task) && sentences.length > 8 ? sentences.slice(0, 8) : sentences;
  return kept.filter(author.allowed);
}

/** What the given passages say about the question, the nearest passage first; general advice where there are none. */
function relevant(author: Author): string[] {
  const { brief, subject } = author;
  const asked = wordsOf(
    [subject.topic, ...brief.inputs.map(({ value }) => (typeof value === 'string' ? value : ''))].join(' '),
  );
  const shared = (text: string) => [...wordsOf(text)].filter((word) => asked.has(word)).length;
  const passages = brief.inputs.flatMap(({ name, value }) =>
    name === 'passages' && Array.isArray(value) ? value : [],
  );
  const texts = [...passages.map((each) => String(each?.text ?? each)), ...brief.earlier.map(({ text }) => text)];
  const [nearest] = texts.filter((text) => shared(text) > 0).sort((a, b) => shared(b) - shared(a));
  const said = nearest === undefined ? [] : sentencesOf(nearest).filter(author.allowed).slice(0, 4);
  if (said.length > 0) return said;
  const { lead, action } = author.entry('questions', author.random.between(0, 7));
  return [
    `On ${subject.topic}: ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`,
    ...(action === lead ? [] : [action]),
  ].filter(author.allowed);
}

function wordsOf(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')),
  );
}
