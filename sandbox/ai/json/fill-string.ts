import { generateSync } from 'json-schema-faker';
import { inputText } from '../brief/inputs.ts';
import { countWords, cutAtWord, toSlug } from '../brief/words.ts';
import type { Author } from '../text/author.ts';
import { writeBody } from '../text/write-text.ts';
import { formatted } from './formats.ts';
import { Phrases } from './phrases.ts';
import { numberOf, type SchemaNode } from './schema-node.ts';

const MAX_SEED = 2 ** 31 - 1;

const bodyNames =
  /^(body|content|text|markdown|article|html|output|answer|response|reply|draft|copy|post|email|message|generated_text|full_text)$|_(body|text|markdown|content|copy|enhanced)$/;

/** Where a text stands. */
interface Spot {
  /** Of the property. */
  name: string;
  /** Position in the nearest list. */
  index: number;
  /** It belongs to one item of a list. */
  listed: boolean;
}

/** Fills string properties by what their names say. */
export class StringFiller {
  private readonly author: Author;
  private readonly phrases: Phrases;

  constructor(author: Author) {
    this.author = author;
    this.phrases = new Phrases(author);
  }

  /** A text that is valid against the schema; `example` is taken when it is. */
  fill(node: SchemaNode, spot: Spot, example: string | undefined): string {
    const { name, index } = spot;
    const min = numberOf(node, 'minLength') ?? 0;
    const max = numberOf(node, 'maxLength') ?? Number.POSITIVE_INFINITY;
    const { format, pattern } = node;
    const special = typeof format === 'string' ? formatted(format, name, index, this.author) : undefined;
    if (special !== undefined) return special;
    const text = example ?? this.byName(spot, max);
    if (typeof pattern === 'string') return this.matching(pattern, [text, toSlug(text), toSlug(text, '_')]);
    return this.fitCharacters(text, min, max);
  }

  /** The first candidate that matches, else a text made from the pattern. */
  private matching(pattern: string, candidates: string[]): string {
    const expression = new RegExp(pattern, 'u');
    const made = () => generateSync({ type: 'string', pattern }, { seed: this.author.random.between(0, MAX_SEED) });
    return candidates.find((each) => expression.test(each)) ?? String(made());
  }

  private byName({ name: rawName, index, listed }: Spot, max: number): string {
    const name = rawName.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    if (bodyNames.test(name) || name === '') return this.body(listed, max);
    // A property that is named like an input is asked back: a company, a product, a channel.
    const given = inputText(this.author.brief.inputs, name);
    if (given !== undefined && countWords(given) <= 8 && !/title|headline|summary|description/.test(name)) return given;
    return this.phrases.named(name, index, max);
  }

  /** Text of the brief's kind and length; an answer in a small field is a single paragraph. */
  private body(listed: boolean, max: number): string {
    const author = listed ? this.author.forOneItem() : this.author;
    const { brief } = author;
    if (max >= 400) {
      const most = Number.isFinite(max) ? Math.floor(max / 8) : Number.POSITIVE_INFINITY;
      const bounds = brief.length ?? (most < 300 ? { min: Math.floor(most / 2), max: most } : undefined);
      return writeBody(author, bounds);
    }
    return this.phrases.named('summary', 0, max);
  }

  private fitCharacters(text: string, min: number, max: number): string {
    let fitted = cutAtWord(text, max);
    for (let turn = 0; fitted.length < min && turn < 500; turn += 1) {
      const more = this.author.more() ?? this.author.short(3, 7).join(' ');
      fitted = cutAtWord(`${fitted} ${more}`.trim(), max);
    }
    // Cutting at a word can fall short of bounds that lie close together.
    return fitted.length < min ? fitted.padEnd(min, '.') : fitted;
  }
}
