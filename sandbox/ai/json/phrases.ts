import { capitalize, cutAtWord, titleCase, toSlug } from '../brief/words.ts';
import type { Author } from '../text/author.ts';
import { calls, hooks, summaries } from '../text/bank/messages.ts';
import { generalPoints } from '../text/bank/points.ts';
import { findingItems, ideaItems, planItems } from '../text/bank/work.ts';
import { titleFor } from '../text/titles.ts';
import { voiceOf } from '../text/tone.ts';
import {
  actions,
  aspects,
  descriptions,
  evidence,
  goals,
  headlines,
  questions,
  reasons,
  reviews,
} from './phrase-bank.ts';

/** Short texts by the name of the property they are for, no two alike as far as the banks go. */
export class Phrases {
  private readonly author: Author;
  private readonly decks = new Map<string, string[]>();
  private readonly rules: [RegExp, (index: number, max: number) => string][];

  constructor(author: Author) {
    this.author = author;
    const { subject, brief } = author;
    const from = (key: string, bank: readonly string[]) => (_: number, max: number) => this.draw(key, bank, max);
    const titled = (key: string, bank: readonly string[]) => (_: number, max: number) =>
      titleCase(this.draw(key, bank, max));
    this.rules = [
      [/aspect/, (index) => aspects[index % aspects.length] ?? 'Structure'],
      [/detail/, from('other', descriptions)],
      [/suggest|follow/, brief.deliverable === 'answer' ? from('question', questions) : from('action', actions)],
      [
        /slug|^id$|_id$|^key$|_key$|^code$/,
        (index) => (index === 0 ? toSlug(subject.topic) : `${toSlug(subject.topic)}-${index + 1}`),
      ],
      [/url|link|href|uri/, () => `https://www.example.com/${toSlug(subject.product ?? subject.topic)}`],
      [/meta_title|^title$|subject|case_study_title|blog_title/, (index, max) => this.title(index, max)],
      [/headline|tagline|slogan|hook|heading|title|^name$|label/, titled('headline', headlines)],
      [/question/, from('question', questions)],
      [/hashtag/, (index) => `#${titleCase(this.keyword(index)).replace(/[^A-Za-z0-9]/g, '')}`],
      [/keyword|keyphrase|tag|search|phrase|term|query/, (index) => this.keyword(index)],
      [
        /call_to_action|^cta|button/,
        (_, max) => this.draw('cta', subject.callToAction ? [subject.callToAction] : calls[voiceOf(brief.tone)], max),
      ],
      [/recommend|fix|action|suggest|advice|next_step|improvement|tip|task/, from('action', actions)],
      [/reason|rationale|why|explanation|justification/, from('reason', reasons)],
      [/goal|objective|purpose|outcome|result|impact|benefit|value_proposition/, from('goal', goals)],
      [
        /finding|issue|observ|weakness|gap|risk|concern|problem|challenge/,
        from(
          'finding',
          findingItems.map(({ lead }) => lead),
        ),
      ],
      [/evidence|proof|source|example/, from('evidence', evidence)],
      [/comment|feedback|review|assessment|analysis|verdict|note/, from('review', reviews)],
      [
        /idea|angle|concept/,
        from(
          'idea',
          ideaItems.map(({ lead }) => lead),
        ),
      ],
      [
        /step|activity|milestone|phase/,
        from(
          'step',
          planItems.map(({ lead }) => lead),
        ),
      ],
      [/highlight|feature|point|strength|bullet|argument/, (index, max) => this.point(index, max)],
      [/audience|persona|reader|segment/, () => capitalize(subject.audience)],
      [/tone|voice|style/, () => brief.tone ?? 'Professional'],
      [/company|brand|partner|vendor/, () => subject.company ?? 'The partner team'],
      [/customer|client/, () => subject.customer ?? 'The customer team'],
      [/product|solution_name|offering/, () => subject.product ?? titleCase(subject.topic)],
      [/topic|theme|subject/, () => capitalize(subject.topic)],
      [
        /author|owner|assignee|responsible|role/,
        (index) => ['Marketing', 'Product', 'Sales', 'Partner management'][index % 4] ?? 'Marketing',
      ],
      [
        /channel|platform|medium/,
        (index) => ['Blog', 'Email', 'Social media', 'Marketplace listing'][index % 4] ?? 'Blog',
      ],
      [
        /category|group|type|kind|area|part|section/,
        (index) => ['Content', 'Audience', 'Structure', 'Search', 'Proof'][index % 5] ?? 'Content',
      ],
      [/language|locale/, () => brief.language ?? 'en'],
      [/country/, () => 'United States'],
      [/currency/, () => 'USD'],
      [/quarter|period|month|week|day|when/, (index) => `Week ${index + 1}`],
      [/greeting|opening|intro|hook/, from('hook', hooks[voiceOf(brief.tone)])],
      [
        /summary|description|excerpt|overview|abstract|preview|message|brief|caption|paragraph/,
        (_, max) => this.summary(max),
      ],
    ];
  }

  /** A phrase or sentence for a property name. */
  named(name: string, index: number, max: number): string {
    const rule = this.rules.find(([pattern]) => pattern.test(name));
    return rule ? rule[1](index, max) : this.draw('other', descriptions, max);
  }

  private title(index: number, max: number): string {
    if (index > 0) return titleCase(this.draw('headline', headlines, max));
    const kind = this.author.brief.deliverable ?? 'text_content';
    return titleFor(kind, this.author, Math.min(max, 80));
  }

  /** Two sentences when there is room; the facts of the inputs before general ones. */
  private summary(max: number): string {
    const first = this.draw('summary', summaries, max);
    const second =
      this.author.subject.facts.find((fact) => this.author.allowed(fact)) ?? this.draw('summary', summaries, max);
    const both = `${first} ${second}`;
    return both.length <= max ? both : first;
  }

  private keyword(index: number): string {
    const { keywords, points, topic, product } = this.author.subject;
    const derived = [
      topic,
      ...(product ? [product] : []),
      ...points,
      `${topic} guide`,
      `${topic} checklist`,
      `${topic} for beginners`,
    ];
    const all = [...new Set([...keywords, ...derived].map((each) => each.toLowerCase()))];
    return all[index] ?? `${topic} ${generalPoints[index % generalPoints.length]}`;
  }

  private point(index: number, max: number): string {
    const { points } = this.author.subject;
    const point = points[index] ?? generalPoints[(index * 7) % generalPoints.length] ?? 'clear ownership';
    const sentence = this.author.fill('{Point}, so that {audience} can concentrate on the work around {topic}.', {
      point,
    });
    return sentence !== undefined && sentence.length <= max ? sentence : cutAtWord(capitalize(point), max);
  }

  /** The next of a shuffled bank that fits; the bank starts over when it is used up. */
  private draw(key: string, bank: readonly string[], max: number): string {
    const deck = this.decks.get(key) ?? [];
    if (deck.length === 0) deck.push(...this.author.fillAll(this.author.random.shuffle(bank)));
    const fitting = deck.findIndex((each) => each.length <= max);
    const [text] = deck.splice(Math.max(0, fitting), 1);
    this.decks.set(key, deck);
    return cutAtWord(text ?? capitalize(this.author.subject.topic), max);
  }
}
