import type { ChosenEmbeddingModel } from '../../infra/ai/port.ts';
import { embeddingModel } from './embedding.ts';
import { selectNearest, selectSpaces } from './meaning-store.ts';
import { type Asker, embedQueriesAhead, embedQuery, type NoVector, type QueryDeps } from './query-embedding.ts';
import type { QuerySpace } from './table.ts';
import { bitsOf, cosineTo } from './vectors.ts';

/** Passages whose vectors are compared in full; their signs are nearest to those of the query. */
const MAX_CANDIDATES = 200;
/** Spaces that are searched: that of the model, and while documents are embedded anew that of the model before. */
const MAX_SPACES = 2;

/**
 * How a search went by meaning: `used`, or why by words only: no passage there has vectors (`none`), the partner asked for too many
 * (`limited`), or the provider did not answer in time (`unavailable`).
 */
export const MEANING_STATES = ['used', 'none', 'limited', 'unavailable'] as const;
export type MeaningState = (typeof MEANING_STATES)[number];

/** A passage and how near it is to the query. */
export interface NearPassage {
  id: number;
  /** Cosine of the calibrated vectors, up to 1; around 0 for texts that have nothing to do with each other. */
  similarity: number;
  /** Whether it is near enough for an answer. */
  isAnswer: boolean;
}

/** What a search by meaning found. */
export interface FoundByMeaning {
  state: MeaningState;
  /** A ranking for each space, nearest first, since nearness of two models cannot be compared. */
  rankings: NearPassage[][];
  /** The spaces of the rankings. */
  spaceIds: number[];
}

/** A query in a space: its vector, or why there is none. */
interface EmbeddedQuery {
  spaceId: number;
  vector: Float32Array | NoVector;
  /** The model of today, by which near passages are answers. */
  current: ChosenEmbeddingModel;
}

/** A query in the spaces of bases; none without an asker, who has the queries counted. */
export async function embedForSearch(
  deps: QueryDeps,
  asker: Asker | null,
  { baseIds, query }: { baseIds: readonly number[]; query: string },
): Promise<EmbeddedQuery[]> {
  const current = asker && embeddingModel(deps, asker);
  if (!current || baseIds.length === 0 || query.trim() === '') return [];
  const spaces = await spacesToSearch(deps, asker, { current, baseIds });
  const embed = async (space: QuerySpace) => {
    const vector = await embedQuery(deps, asker, space, query);
    return { spaceId: space.id, vector, current };
  };
  return Promise.all(spaces.map(embed));
}

/** The passages of bases that are nearest to an embedded query. */
export async function searchByMeaning(
  { db }: Pick<QueryDeps, 'db'>,
  baseIds: readonly number[],
  embedded: readonly EmbeddedQuery[],
): Promise<FoundByMeaning> {
  const searches = embedded.flatMap(({ vector, ...query }) => (typeof vector === 'string' ? [] : { vector, ...query }));
  const rankings = await Promise.all(
    searches.map(async ({ spaceId, vector, current }) => {
      const near = await selectNearest(db, { baseIds, spaceId, bits: bitsOf(vector), limit: MAX_CANDIDATES });
      return near
        .map(({ passage_id, vector: stored }) => nearPassage(passage_id, cosineTo(vector, stored), current))
        .sort((one, other) => other.similarity - one.similarity || one.id - other.id);
    }),
  );
  const failure = embedded.map(({ vector }) => vector).find((vector) => typeof vector === 'string');
  const spaceIds = searches.map(({ spaceId }) => spaceId);
  return { state: rankings.length > 0 ? 'used' : (failure ?? 'none'), rankings, spaceIds };
}

/** Prepares the searches of an evaluation: its questions are embedded together. */
export async function prepareSearches(
  deps: QueryDeps,
  asker: Asker,
  { baseIds, queries }: { baseIds: readonly number[]; queries: readonly string[] },
): Promise<void> {
  const current = embeddingModel(deps, asker);
  if (!current) return;
  const asked = queries.filter((query) => query.trim() !== '');
  for (const space of await spacesToSearch(deps, asker, { current, baseIds }))
    await embedQueriesAhead(deps, asker, space, { queries: asked, batchSize: current.batchSize });
}

async function spacesToSearch(
  deps: QueryDeps,
  asker: Asker,
  { current, baseIds }: { current: ChosenEmbeddingModel; baseIds: readonly number[] },
): Promise<QuerySpace[]> {
  const all = await selectSpaces(deps.db, baseIds);
  const spaces = all.filter(({ model }) => isAskable(deps, asker, current, model)).slice(0, MAX_SPACES);
  return spaces.map(({ passages: _passages, ...space }) => space);
}

function nearPassage(id: number, cosine: number, { answerSimilarity }: ChosenEmbeddingModel): NearPassage {
  const similarity = Math.round(cosine * 1_000) / 1_000;
  return { id, similarity, isAnswer: similarity >= answerSimilarity };
}

/** Whether the asker's provider embeds with the model: each has its own; models of before are the live one's. */
function isAskable(
  { ai }: Pick<QueryDeps, 'ai'>,
  { sandbox }: Asker,
  current: ChosenEmbeddingModel,
  model: string,
): boolean {
  if (model === current.name) return true;
  return !sandbox && model !== ai.embeddings.sandbox?.name;
}
