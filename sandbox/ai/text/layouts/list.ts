import type { Author } from '../author.ts';
import {
  caseStudyItems,
  caseStudySentences,
  findingItems,
  type ItemTemplate,
  ideaItems,
  itemSentences,
  noteItems,
  outlineItems,
  planItems,
} from '../bank/work.ts';
import type { Document, Part } from '../document.ts';
import { titleFor } from '../titles.ts';
import { pointItems } from './items.ts';

interface ListLayout {
  items: readonly ItemTemplate[];
  /** Items tell a story or follow in time, so they keep their order. */
  ordered: boolean;
  style: 'bullets' | 'numbers';
  usual: number;
  intro: string;
}

const layouts: Record<string, ListLayout> = {
  findings: {
    items: findingItems,
    ordered: false,
    style: 'numbers',
    usual: 5,
    intro: 'The review of {topic} brings up the following points, in the order in which they should be looked at.',
  },
  ideas: {
    items: ideaItems,
    ordered: false,
    style: 'numbers',
    usual: 6,
    intro: 'These ideas for {topic} can be prepared with modest effort and speak directly to {audience}.',
  },
  notes: {
    items: noteItems,
    ordered: true,
    style: 'bullets',
    usual: 6,
    intro: 'These notes collect what matters for {topic} before the writing begins.',
  },
  outline: {
    items: outlineItems,
    ordered: true,
    style: 'numbers',
    usual: 6,
    intro: 'The outline leads {audience} from the question behind {topic} to a first step.',
  },
  plan: {
    items: planItems,
    ordered: true,
    style: 'numbers',
    usual: 6,
    intro: 'The plan brings {topic} from the first conversation to a result that can be reviewed.',
  },
  schedule: {
    items: planItems,
    ordered: true,
    style: 'numbers',
    usual: 6,
    intro: 'The schedule spreads the work on {topic} over manageable steps.',
  },
};

/** Kinds of text that are lists. */
export const listKinds: ReadonlySet<string> = new Set([...Object.keys(layouts), 'case_study']);

/** A list of exactly as many items as were asked for, with an introduction; a case study has its parts instead. */
export function listDocument(kind: string, author: Author): Document {
  const layout = layouts[kind];
  if (!layout) return caseStudy(author);
  const count = author.brief.items ?? layout.usual;
  const items = pointItems(layout.items, count, layout.ordered, author);
  const label = kind === 'schedule' ? (index: number) => `Week ${index + 1}: ` : () => '';
  const list: Part = {
    style: layout.style,
    items: items.map(({ title, lead, action }, index) => [
      `**${label(index)}${title}.** ${lead}${action ? ` ${action}` : ''}`,
    ]),
    spare: author.random.shuffle(author.fillAll(itemSentences)),
    fixed: true,
  };
  const intro = author.introduce(layout.intro);
  const facts = author.subject.facts.slice(0, 2);
  const head: Part = {
    style: 'prose',
    items: [[intro, ...facts].filter((each) => each !== undefined)],
    spare: [],
    closed: true,
  };
  return { title: titleFor(kind, author), parts: [head, list], terse: true };
}

function caseStudy(author: Author): Document {
  const { brief, subject } = author;
  const given = (pattern: RegExp): string[] =>
    brief.inputs.flatMap(({ name, value }) => (pattern.test(name) && typeof value === 'string' ? [value] : []));
  const sources: Record<string, string[]> = {
    'The challenge': given(/challenge|problem|pain/),
    'The solution': given(/solution|architecture|approach/),
    'The outcome': given(/outcome|result|benefit|impact|metric/),
  };
  const used = new Set(Object.values(sources).flat());
  const facts = subject.facts.filter((fact) => ![...used].some((text) => text.includes(fact.replace(/\.$/, ''))));
  const parts = caseStudyItems.map(({ title, lead }): Part => {
    const sentences = sources[title]?.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)) ?? [];
    const first = author.introduce(lead);
    const background = title === 'Background' ? facts.slice(0, 3) : [];
    return {
      heading: title,
      style: 'prose',
      items: [[first, ...sentences, ...background].filter((each) => each !== undefined)],
      spare: author.fillAll(caseStudySentences[title] ?? []),
    };
  });
  return { title: titleFor('case_study', author), parts };
}
