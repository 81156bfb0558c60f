import type { Random } from '../random.ts';

/** The first candidate that matches, else a text made from the pattern (the simple parts of regular expressions). */
export function matching(pattern: string, candidates: string[], random: Random): string {
  const expression = new RegExp(pattern, 'u');
  const fitting = candidates.find((each) => expression.test(each));
  return fitting ?? new PatternReader(pattern, random).text();
}

const classes: Record<string, string> = { d: '0123456789', w: 'abcdefghijklmnopqrstuvwxyz', s: ' ' };

/** Reads a pattern from left to right and writes what it reads. */
class PatternReader {
  private at = 0;
  private readonly pattern: string;
  private readonly random: Random;

  constructor(pattern: string, random: Random) {
    this.pattern = pattern;
    this.random = random;
  }

  /** One alternative of the pattern up to its end or a closing bracket. */
  text(): string {
    const options = [''];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ')') {
      if (this.pattern[this.at] === '|') {
        this.at += 1;
        options.push('');
      } else options.push((options.pop() ?? '') + this.repeated());
    }
    return options[0] ?? '';
  }

  private repeated(): string {
    const start = this.at;
    const once = this.atom();
    const end = this.at;
    const count = this.count();
    const after = this.at;
    let text = count > 0 ? once : '';
    for (let turn = 1; turn < count; turn += 1) {
      this.at = start;
      text += this.atom();
    }
    this.at = Math.max(end, after);
    return text;
  }

  /** How often the last part comes: the least that its quantifier allows, but at least once where it may. */
  private count(): number {
    const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.pattern.slice(this.at));
    if (!quantifier) return 1;
    this.at += quantifier[0].length;
    if (quantifier[1] !== undefined) return Number(quantifier[1]);
    return quantifier[0].startsWith('+') ? 3 : quantifier[0].startsWith('*') ? 1 : 0;
  }

  private atom(): string {
    const character = this.pattern[this.at] ?? '';
    this.at += 1;
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '[') return this.oneOf(this.characterClass());
    if (character === '(') return this.group();
    if (character !== '\\') return character;
    const escaped = this.pattern[this.at] ?? '';
    this.at += 1;
    if (escaped === 'b') return '';
    return classes[escaped] ? this.oneOf(classes[escaped]) : escaped;
  }

  private group(): string {
    const kind = /^\?(?::|<\w+>)/.exec(this.pattern.slice(this.at));
    this.at += kind?.[0].length ?? 0;
    const text = this.text();
    this.at += 1;
    return text;
  }

  private characterClass(): string {
    const body = /^(?:\\.|[^\]\\])*/.exec(this.pattern.slice(this.at))?.[0] ?? '';
    this.at += body.length + 1;
    const expression = new RegExp(`[${body}]`, 'u');
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const letters = printable.filter((each) => /[a-zA-Z0-9]/.test(each) && expression.test(each));
    return (letters.length > 0 ? letters : printable.filter((each) => expression.test(each))).join('');
  }

  private oneOf(characters: string): string {
    return characters[this.random.between(0, characters.length - 1)] ?? '';
  }
}
