import type { Brief } from '../brief/brief.ts';
import type { Subject } from '../brief/subject.ts';
import { isVerbPhrase } from '../brief/verbs.ts';
import { capitalize } from '../brief/words.ts';
import type { Random } from '../random.ts';
import {
  generalPoints,
  keywordSentences,
  nounPointSentences,
  shortSentences,
  verbPointSentences,
} from './bank/points.ts';

/** Writes sentences on one subject and never the same one twice. */
export class Author {
  readonly brief: Brief;
  readonly subject: Subject;
  readonly random: Random;
  private readonly used: Set<string>;
  private readonly avoided: string[];
  private reserve: string[] | undefined;

  constructor(brief: Brief, subject: Subject, random: Random, used = new Set<string>()) {
    this.used = used;
    this.brief = brief;
    this.subject = subject;
    this.random = random;
    this.avoided = brief.avoid.map((phrase) => phrase.toLowerCase());
  }

  /** The same author on another topic. */
  about(topic: string): Author {
    return new Author(this.brief, { ...this.subject, topic, shortTopic: topic }, this.random, this.used);
  }

  /** The same author, asked for a single item. */
  forOneItem(): Author {
    return new Author({ ...this.brief, items: undefined }, this.subject, this.random, this.used);
  }

  /** The template with its slots filled; undefined when a slot has no value or a phrase is to be avoided. */
  fill(template: string, more: Record<string, string> = {}): string | undefined {
    let complete = true;
    const text = template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
      const value = more[slot.toLowerCase()] ?? this.slot(slot.toLowerCase());
      if (value === undefined) complete = false;
      return (/^[A-Z]/.test(slot) ? capitalize(value ?? '') : value) ?? '';
    });
    return complete && this.allowed(text) ? text : undefined;
  }

  /** The same, with the topic in full: for titles and first mentions. */
  introduce(template: string): string | undefined {
    return this.fill(template, { topic: this.subject.topic, offer: this.subject.product ?? this.subject.topic });
  }

  /** A text that may be said: it holds nothing to be avoided. */
  allowed(text: string): boolean {
    const lower = text.toLowerCase();
    return !this.avoided.some((phrase) => lower.includes(phrase));
  }

  /** Each template filled, those that cannot be said left out, in the given order. */
  fillAll(templates: readonly string[]): string[] {
    return templates.flatMap((template) => this.fill(template) ?? []);
  }

  /** Any of the templates that can be said. */
  choose(templates: readonly string[]): string | undefined {
    return this.fillAll(this.random.shuffle(templates)).find((text) => !this.used.has(text));
  }

  /** Keeps these sentences from being said again. */
  remember(sentences: string[]): void {
    for (const sentence of sentences) this.used.add(sentence);
  }

  /** The next of `sentences` that was not said yet. */
  next(sentences: string[]): string | undefined {
    for (let sentence = sentences.shift(); sentence !== undefined; sentence = sentences.shift()) {
      if (this.used.has(sentence)) continue;
      this.used.add(sentence);
      return sentence;
    }
    return undefined;
  }

  /** A further sentence on the subject; there are several hundred. */
  more(): string | undefined {
    this.reserve ??= this.pointSentences();
    return this.next(this.reserve);
  }

  /** Sentences that bring in the keywords, one for each. */
  keywordSentences(): { keyword: string; sentence: string }[] {
    const templates = this.random.shuffle(keywordSentences);
    return this.subject.keywords.flatMap((keyword, index) => {
      const sentence = this.fill(templates[index % templates.length] ?? '', { keyword });
      return sentence ? [{ keyword, sentence }] : [];
    });
  }

  /** Short sentences that add up to between min and max words; none when there is no such sum. */
  short(min: number, max: number): string[] {
    const chosen: string[] = [];
    let left = max;
    while (left >= 2 && max - left < min) {
      // Leaving a single word over would make the sum unreachable.
      const size = [7, 6, 5, 4, 3, 2].find((each) => each === left || each <= left - 2) ?? 2;
      const bank = shortSentences[size] ?? [];
      const sentence =
        this.random.shuffle(bank).find((each) => this.allowed(each) && !chosen.includes(each)) ?? bank[0];
      chosen.push(sentence ?? '');
      left -= size;
    }
    return max - left >= min ? chosen : [];
  }

  private pointSentences(): string[] {
    const given = this.subject.points;
    const general = this.random.shuffle(generalPoints);
    const combine = (points: readonly string[]): string[] => {
      const nouns = this.random.shuffle(nounPointSentences);
      const sentence = (point: string, turn: number): string | undefined => {
        const bank = isVerbPhrase(point) ? verbPointSentences : nouns;
        return this.fill(bank[turn % bank.length] ?? '', { point });
      };
      // Each point with the next template, so that neighbours differ in both.
      return nouns.flatMap((_, round) => points.flatMap((point, index) => sentence(point, round + index) ?? []));
    };
    return [...this.subject.facts.filter((fact) => this.allowed(fact)), ...combine(given), ...combine(general)];
  }

  private slot(name: string): string | undefined {
    const { shortTopic, audience, company, product, customer, points } = this.subject;
    const nouns = points.filter((point) => !isVerbPhrase(point)).slice(0, 3);
    const slots: Record<string, string | undefined> = {
      topic: shortTopic,
      audience,
      company,
      product,
      subject: product ?? 'the solution',
      offer: product ?? shortTopic,
      customer: customer ?? 'the customer',
      partner: company ?? 'its partner',
      points: nouns.length > 1 ? new Intl.ListFormat('en').format(nouns) : undefined,
    };
    return slots[name];
  }
}
