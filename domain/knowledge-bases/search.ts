import type { Deps } from '../kernel/deps.ts';
import { selectPassages } from './search-store.ts';
import type { FoundPassage } from './table.ts';
import { type RankedPassage, type Search, searchByWords } from './word-search.ts';

/** Passages that are ranked for each that is returned, since some may have the same text. */
const RANKED_FOR_EACH = 3;

/** The passages of bases that match a query best, best first; all searches are made here. Of passages with the same text, the first one. */
export async function searchPassages({ db }: Pick<Deps, 'db'>, search: Search): Promise<FoundPassage[]> {
  const ranked = await searchByWords(db, { ...search, limit: search.limit * RANKED_FOR_EACH });
  const passages = await foundPassages(db, search, ranked);
  const texts = new Set<string>();
  return passages.filter(({ text }) => !texts.has(text) && texts.add(text)).slice(0, search.limit);
}

async function foundPassages(
  db: Deps['db'],
  { baseIds }: Search,
  ranked: readonly RankedPassage[],
): Promise<FoundPassage[]> {
  const passages = await selectPassages(
    db,
    baseIds,
    ranked.map(({ id }) => id),
  );
  const byId = new Map(passages.map((passage) => [passage.passage_id, passage]));
  return ranked.flatMap(({ id, rank, words }) => {
    const passage = byId.get(id);
    return passage ? { ...passage, rank, words } : [];
  });
}
