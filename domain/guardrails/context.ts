import { compile, listOf } from './compile.ts';
import type { Slice } from './finding.ts';
import type { Span } from './slices.ts';

/** Words that describe what stands beside them, in all languages; the syntax is that of catalogue/types.ts. */
export class Cues {
  readonly #lists: string;
  #made: RegExp | undefined;

  constructor(...lists: string[]) {
    this.#lists = lists.flatMap(listOf).join(',');
  }

  /** Made at the first use. */
  get #expression(): RegExp {
    this.#made ??= compile(this.#lists);
    return this.#made;
  }

  /** Where the words stand. */
  in(text: string): Span[] {
    return Array.from(text.matchAll(this.#expression), ({ index, 0: match }) => ({
      start: index,
      end: index + match.length,
    }));
  }

  /** Whether one of the words is in the text. */
  areIn(text: string): boolean {
    this.#expression.lastIndex = 0;
    return this.#expression.test(text);
  }
}

/** The sentence around a place, in small letters. */
export function sentenceAround({ lower, sentences }: Slice, { start, end }: Span): string {
  const sentence = sentences.find((candidate) => candidate.end > start) ?? { start, end };
  return lower.slice(sentence.start, Math.max(sentence.end, end));
}
