import type { Db } from '../kernel/deps.ts';
import { stemWords } from './search-store.ts';

/** Languages by whose stop words the language of a query is recognised, whatever the documents are in. */
const COMMON = ['english', 'german', 'spanish', 'french', 'italian', 'portuguese', 'dutch'];
/** Words by which it is recognised. */
const MAX_VOTES = 40;
/** Stop words by which another language than those of the documents is recognised. */
const MIN_VOTES = 2;

/** Lexemes of words by the rules of the documents' languages. */
export class Stems {
  readonly #db: Db;
  readonly #configurations: readonly string[];
  readonly #lexemes = new Map<string, string[]>();

  constructor(db: Db, configurations: readonly string[]) {
    this.#db = db;
    this.#configurations = configurations;
  }

  /** Stems further words. */
  async add(words: Iterable<string>): Promise<void> {
    const missing = [...new Set(words)].filter((word) => !this.#lexemes.has(word));
    for (const { word, lexemes } of await stemWords(this.#db, this.#configurations, missing)) {
      this.#lexemes.set(word, [...new Set([...(this.#lexemes.get(word) ?? []), ...lexemes])]);
    }
  }

  /** The lexemes of words that were stemmed; none for a word that is a stop word in each of the languages. */
  of(words: readonly string[]): string[] {
    return [...new Set(words.flatMap((word) => this.#lexemes.get(word) ?? []))];
  }

  /** All lexemes of all words. */
  all(): string[] {
    return [...new Set([...this.#lexemes.values()].flat())];
  }
}

/**
 * The stop words among words, by the language that has most of them: the query's own. In a base with documents in several
 * languages a stop word of one is a word of another, which occurs nowhere.
 */
export async function stopWordsAmong(
  db: Db,
  configurations: readonly string[],
  words: readonly string[],
): Promise<Set<string>> {
  const stemmed = await stemWords(db, [...new Set([...COMMON, ...configurations])], words.slice(0, MAX_VOTES));
  const stops = Map.groupBy(
    stemmed.filter(({ lexemes }) => lexemes.length === 0),
    ({ configuration }) => configuration,
  );
  const votes = [...stops].filter(
    ([configuration, found]) => configurations.includes(configuration) || found.length >= MIN_VOTES,
  );
  const most = Math.max(0, ...votes.map(([, { length }]) => length));
  const own = votes.flatMap(([, found]) => (found.length === most ? found : []));
  return new Set(own.map(({ word }) => word));
}
