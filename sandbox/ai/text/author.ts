import type { Brief } from '../brief/read-brief.ts';
import type { Subject } from '../brief/subject.ts';
import { capitalize, countTokens, cutAtWord, titleCase } from '../brief/words.ts';
import type { Random } from '../random.ts';
import { BANK, type Entry, type EntryKind } from './bank.ts';

/** Fills sentences with what a text is about, and repeats none before all were used. */
export class Author {
  readonly brief: Brief;
  readonly subject: Subject;
  readonly random: Random;
  readonly used = new Set<string>();
  private reserve: string[] | undefined;

  constructor(brief: Brief, subject: Subject, random: Random) {
    this.brief = brief;
    this.subject = subject;
    this.random = random;
  }

  /** The template with its slots filled, and a capital at its start. */
  fill(template: string, more: Record<string, string> = {}): string {
    const { topic, audience, product = topic, company = 'the partner', customer = 'the customer' } = this.subject;
    const sender = this.subject.company ?? 'partner';
    const slots: Record<string, string> = { topic, audience, product, company, customer, sender, ...more };
    return capitalize(template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? slot));
  }

  /** Whether a text holds nothing to be avoided. */
  allowed = (text: string): boolean =>
    !this.brief.avoid.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));

  /** The templates filled, unused ones first; those with phrases to avoid only if there are no others. */
  choose(templates: readonly string[]): [string, ...string[]] {
    const shuffled = this.random.shuffle(templates).map((template) => this.fill(template));
    const filled = shuffled.toSorted((a, b) => Number(this.used.has(a)) - Number(this.used.has(b)));
    const kept = filled.filter(this.allowed);
    const [first = capitalize(this.subject.topic), ...rest] = kept.length > 0 ? kept : filled;
    return [first, ...rest];
  }

  /** A further sentence: of the keywords and inputs first, then general ones. */
  more(): string {
    this.reserve ??= this.pointSentences().filter(this.allowed);
    if (this.reserve.length === 0) this.reserve = this.pointSentences();
    const sentence = this.reserve.shift() ?? '';
    if (this.used.has(sentence) && this.reserve.length > 0) return this.more();
    this.used.add(sentence);
    return sentence;
  }

  /** Sentences of the inputs that were not used yet. */
  facts(count: number): string[] {
    return this.subject.facts.filter((fact) => this.allowed(fact) && !this.used.has(fact)).slice(0, count);
  }

  /** A title for a kind of text. */
  title(kind: string, maxLength = 90): string {
    const { topic, headline } = this.subject;
    const title = topic === headline ? this.fill(BANK.titles[kind] ?? BANK.titles['text_content'] ?? '') : headline;
    return titleCase(cutAtWord(this.allowed(title) ? title : topic, maxLength));
  }

  /** The item of a list at a place; there is another one at each. */
  entry(kind: EntryKind, index: number): Entry {
    const bank = BANK.entries[kind].filter(({ title, lead, action }) => this.allowed(`${title} ${lead} ${action}`));
    const points = [...this.subject.points, ...BANK.points].filter(this.allowed);
    const beyond = index - bank.length;
    const point = points[beyond % points.length] ?? 'the basics';
    const { title, lead, action } = bank[index] ?? {
      title: beyond < points.length ? '{point} for {topic}' : `{point}, part ${Math.floor(beyond / points.length) + 1}`,
      lead: BANK.pointSentences[beyond % BANK.pointSentences.length] ?? '',
      action: 'Give {point} an owner and a date.',
    };
    const fill = (text: string) => this.fill(text, { point });
    return { title: fill(title), lead: fill(lead), action: fill(action) };
  }

  /** Short sentences of between min and max words in all; none where there is no such sum. */
  short(min: number, max: number): string[] | undefined {
    if (min <= 0) return [];
    const bank = this.random.shuffle(BANK.shortSentences);
    const chosen: string[] = [];
    for (let left = max; max - left < min; left -= countTokens(chosen.at(-1) ?? '')) {
      // A single word that is left over could not be filled.
      const fitting = bank.filter((each) => countTokens(each) === left || countTokens(each) <= left - 2);
      const fresh = fitting.filter((each) => this.allowed(each) && !chosen.includes(each));
      const wanted = Math.max(2, min - (max - left));
      const sentence = fresh.find((each) => countTokens(each) <= wanted) ?? fresh[0] ?? fitting[0];
      if (sentence === undefined) return undefined;
      chosen.push(sentence);
    }
    return chosen;
  }

  private pointSentences(): string[] {
    const templates = this.random.shuffle(BANK.pointSentences);
    const points = this.random.shuffle(BANK.points);
    const keywords = this.subject.keywords.map((keyword, index) =>
      this.fill(BANK.keywordSentences[index % BANK.keywordSentences.length] ?? '', { keyword }),
    );
    // Each point with the next template, so that neighbours differ in both.
    const general = templates.flatMap((_, round) =>
      points.map((point, index) => this.fill(templates[(round + index) % templates.length] ?? '', { point })),
    );
    return [...keywords, ...this.subject.facts, ...general];
  }
}
