import { capitalize, titleCase } from '../brief/words.ts';
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

/** A part of a text. Sentences may be added to an open one; a loose one goes where there is no room. */
export interface Part {
  heading?: string;
  sentences: string[];
  /** Begins each sentence's line; they are one paragraph otherwise. */
  mark?: (index: number) => string;
  open?: boolean;
  loose?: boolean;
}

const LISTS: Record<string, keyof typeof ENTRIES> = {
  findings: 'findings',
  ideas: 'ideas',
  notes: 'ideas',
  outline: 'steps',
  plan: 'steps',
  schedule: 'steps',
};
/** Kinds of text that are lists. */
export const LIST_KINDS: ReadonlySet<string> = new Set(Object.keys(LISTS));

/** What a kind of text consists of, at its shortest. */
export function partsOf(kind: string, author: Author): Part[] {
  const { brief, subject } = author;
  const call = `${subject.callToAction ?? author.choose(['Ask us where to begin with {topic}', 'Pick one part of {topic} and plan the first step this week'])[0]}.`;
  const opening: Part = { sentences: [hookOf(author), ...author.facts(3)], open: true };
  const entries = LISTS[kind];
  if (entries) {
    const items = Array.from({ length: brief.items ?? 6 }, (_, index) => author.entry(entries, index));
    const week = kind === 'schedule' ? (index: number) => `Week ${index + 1}: ` : () => '';
    return [
      { ...opening, sentences: [author.choose(SUMMARIES)[0], ...author.facts(2)], loose: true },
      {
        sentences: items.map(
          ({ title, lead }, index) => `**${week(index)}${title}${/[?!]$/.test(title) ? '' : '.'}** ${lead}`,
        ),
        mark: (index) => (kind === 'notes' ? '- ' : `${index + 1}. `),
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

/** A first sentence in the tone that was asked for. */
export function hookOf(author: Author): string {
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
