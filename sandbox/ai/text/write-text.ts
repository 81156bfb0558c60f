import { capitalize, countTokens, countWords, sentencesOf, titleCase } from '../brief/words.ts';
import type { Author } from './author.ts';
import { BANK, type EntryKind } from './bank.ts';

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

/** Kinds of text that are lists, and of what. */
const LISTS: Record<string, EntryKind> = {
  findings: 'findings',
  ideas: 'ideas',
  notes: 'ideas',
  outline: 'steps',
  plan: 'steps',
  schedule: 'steps',
  faq: 'questions',
};
/** Kinds that a free task gives away by its words. */
const HINTS: [RegExp, string][] = [
  [/\bfaq\b|questions and answers/i, 'faq'],
  [/case stud|success story/i, 'case_study'],
  [/e-?mail|newsletter/i, 'email_draft'],
  [/blog|article/i, 'blog_post'],
  [/\bquestion|answer|\?\s*$/i, 'answer'],
];
const REWRITING =
  /summar|rewrite|rephrase|paraphras|translat|shorten|condense|simplif|proofread|edit |polish|expand|extend|improve|correct|repurpose|adapt/i;
const SOURCE =
  /^(?:text|content|article|source(?:_text)?|original(?:_text)?|body|draft|present_text|document|transcript)$/;

/** A part of a text. Sentences may be added to an open one; a loose one goes where there is no room. */
interface Block {
  heading: string;
  sentences: string[];
  isOpen: boolean;
  isLoose: boolean;
}

/** A text on what the brief asks for, in Markdown, within its length. `bare`: without a title, for a field; `from`: sentences to rephrase. */
export function writeText(author: Author, options: { bare?: boolean; bounds?: Bounds; from?: string } = {}): string {
  const { brief, subject } = author;
  const kind = kindOf(author);
  const bounds = options.bounds ?? brief.length ?? USUAL[kind] ?? OTHER;
  const { min, max } = bounds;
  const source = options.from === undefined ? sourceOf(kind, author) : sentencesOf(options.from);
  const isField = kind === 'case_study_field' || kind === 'passage' || options.from !== undefined;
  const isTitled = !options.bare && !isField && kind !== 'answer';
  const title = source.length > 0 ? titleCase(subject.headline) : author.title(kind);
  const head = isTitled ? `# ${title}\n\n` : '';
  const isWhole = kind === 'social_post' ? max - min >= 20 : max - min >= ROOM && max >= 2 * ROOM;
  if (source.length === 0 && kind !== 'answer' && !isField && isWhole) {
    const text = fitted(author, head, blocksOf(kind, author), bounds, kind in LISTS);
    if (text !== undefined) return text;
  }
  const given = kind === 'answer' && source.length === 0 ? relevant(author) : source;
  const first = given.length > 0 ? given : kind === 'answer' ? advice(author) : [hookOf(author), ...author.facts(4)];
  const isShort = countTokens(head) <= (max - min) / 2;
  const block = { heading: '', sentences: first, isOpen: true, isLoose: false };
  return (
    fitted(author, isShort ? head : '', [block], bounds, given.length > 0) ??
    author.title('text_content').split(' ').slice(0, max).join(' ')
  );
}

/** The blocks within the bounds, with sentences added to the open ones; undefined where they do not fit. `terse`: as few as possible. */
function fitted(
  author: Author,
  head: string,
  blocks: Block[],
  { min, max }: Bounds,
  terse: boolean,
): string | undefined {
  const text = () => head + blocks.map(render).filter(Boolean).join('\n\n');
  const words = () => countWords(text().slice(head.length));
  const room = () => max - countTokens(text());
  const only = blocks.length === 1 ? blocks[0] : undefined;
  while (room() < 0) {
    const loose = blocks.findLastIndex(({ isLoose }) => isLoose);
    if (loose >= 0) blocks.splice(loose, 1);
    else if (!only?.sentences.pop()) return undefined;
  }
  for (const { sentences } of blocks) for (const sentence of sentences) author.used.add(sentence);
  const open = blocks.filter(({ isOpen }) => isOpen);
  const aim = terse ? min : min + 0.4 * (max - countTokens(head) - min);
  let [missing, left] = [aim - words(), room()];
  for (let turn = 0, misses = 0; open.length > 0 && missing > 0 && misses < PATIENCE; turn += 1) {
    const sentence = author.more();
    if (countTokens(sentence) > left) misses += 1;
    else {
      open[turn % open.length]?.sentences.push(sentence);
      missing -= countWords(sentence);
      left -= countTokens(sentence);
    }
  }
  let rest = author.short(min - words(), room());
  while (!rest && only?.sentences.pop()) rest = author.short(min - words(), room());
  open.at(-1)?.sentences.push(...(rest ?? []));
  return text() !== head && words() >= min ? text() : undefined;
}

function render({ heading, sentences }: Block): string {
  const count = Math.ceil(sentences.length / PARAGRAPH);
  const size = Math.ceil(sentences.length / Math.max(1, count));
  const paragraphs = Array.from({ length: count }, (_, at) => sentences.slice(at * size, (at + 1) * size).join(' '));
  return heading + paragraphs.join('\n\n');
}

/** What a kind of text consists of, at its shortest. */
function blocksOf(kind: string, author: Author): Block[] {
  const { brief, subject } = author;
  const entries = LISTS[kind];
  if (entries) {
    const items = Array.from({ length: brief.items ?? 6 }, (_, index) => {
      const { title, lead } = author.entry(entries, index);
      const week = kind === 'schedule' ? `Week ${index + 1}: ` : '';
      return `${kind === 'notes' ? '-' : `${index + 1}.`} **${week}${title}${/[?!]$/.test(title) ? '' : '.'}** ${lead}`;
    });
    const opening = [author.choose(BANK.summaries)[0], ...author.facts(2)];
    return [
      { heading: '', sentences: opening, isOpen: true, isLoose: true },
      { heading: '', sentences: [items.join('\n')], isOpen: false, isLoose: false },
    ];
  }
  const call = subject.callToAction ?? author.choose(BANK.calls)[0];
  const tags = [...subject.keywords, subject.topic, 'cloud marketplace'].slice(0, 3).map(hashtag);
  const layout = BANK.layouts[kind] ?? BANK.layouts['text_content'] ?? [];
  const blocks = layout.flatMap((template): Block[] => {
    const [flags = '', heading = '', body = ''] = /^([?+]*)(## .*\n\n)?(.*)$/s.exec(template)?.slice(1) ?? [];
    const isLoose = flags.includes('?');
    const slots = { CALL: `${call}.`, TAGS: [...new Set(tags)].join(' '), POINTS: pointList(author) };
    const sentences = body === '{OPENING}' ? [hookOf(author), ...author.facts(3)] : [author.fill(body, slots)];
    if (isLoose && !author.allowed(heading + sentences.join(' '))) return [];
    return [{ heading, sentences, isOpen: flags.includes('+'), isLoose }];
  });
  if (kind !== 'social_post') return blocks;
  const next = () => blocks.map((block) => ({ ...block, sentences: block.isOpen ? [author.more()] : block.sentences }));
  return [blocks, ...Array.from({ length: (brief.items ?? 1) - 1 }, next)].flat();
}

/** The given key points, filled up with general ones, each with a sentence. */
function pointList(author: Author): string {
  const given = author.subject.points.filter(author.allowed).slice(0, 8);
  const others = author.random.shuffle(BANK.points).filter(author.allowed);
  const points = [...given, ...others].slice(0, Math.max(3, given.length));
  const sentences = author.choose(BANK.listedPointSentences);
  return points.map((point, at) => `- **${capitalize(point)}.** ${sentences[at % sentences.length]}`).join('\n');
}

/** A first sentence in the tone that was asked for. */
function hookOf(author: Author): string {
  return author.choose(/witty|humor|playful/i.test(author.brief.tone ?? '') ? BANK.wittyHooks : BANK.hooks)[0];
}

function hashtag(text: string): string {
  return `#${titleCase(text).replace(/[^\p{L}\p{N}]/gu, '')}`;
}

function kindOf({ brief: { task, deliverable } }: Author): string {
  const hinted = HINTS.find(([pattern]) => pattern.test(task))?.[1];
  if (deliverable !== 'text_content') return deliverable ?? hinted ?? 'text_content';
  return hinted === 'faq' || hinted === 'case_study' ? hinted : deliverable;
}

/** The sentences to work on, when the task is to rephrase something; none otherwise. */
function sourceOf(kind: string, { brief, allowed }: Author): string[] {
  if (!REWRITING.test(brief.task) || kind in LISTS || kind === 'answer') return [];
  const given = brief.inputs.flatMap(({ name, value }) =>
    SOURCE.test(name) && typeof value === 'string' ? [value] : [],
  );
  const earlier = brief.earlier.filter((work) => /write|summar|translat/.test(work.kind)).map(({ text }) => text);
  const sentences = (given.length > 0 ? given : earlier).filter((text) => countWords(text) > 6).flatMap(sentencesOf);
  return sentences.slice(0, /summar|shorten|condense/i.test(brief.task) ? 8 : undefined).filter(allowed);
}

/** What the given passages say about the question, from the nearest passage; none where there is none. */
function relevant({ brief, subject, allowed }: Author): string[] {
  const texts = brief.inputs.map(({ value }) => (typeof value === 'string' ? value : ''));
  const asked = stemsOf([subject.topic, ...texts].join(' '));
  const shared = (text: string) => [...stemsOf(text)].filter((word) => asked.has(word)).length;
  const passages = brief.inputs.flatMap(({ name, value }) =>
    name === 'passages' && Array.isArray(value) ? value : [],
  );
  const [nearest] = [...passages.map((each) => String(each?.text ?? each)), ...brief.earlier.map(({ text }) => text)]
    .filter((text) => shared(text) > 0)
    .sort((a, b) => shared(b) - shared(a));
  return nearest === undefined ? [] : sentencesOf(nearest).filter(allowed).slice(0, 4);
}

/** Advice for questions that no passage is about. */
function advice(author: Author): string[] {
  const { lead } = author.entry('questions', author.random.between(0, 5));
  return [`On ${author.subject.topic}: ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`].filter(author.allowed);
}

function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?:ing|ed|es|s)$/, '')));
}
