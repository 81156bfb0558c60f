import { pick, queryRows } from '../../infra/database/sql.ts';
import { bigint, double, integer, integerArray, text, textArray } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { lexemeOfBase } from './passage-store.ts';
import { type FoundPassage, knowledgeDocumentTable, knowledgePassageTable } from './table.ts';

/** Statistics of bases, read before a search. */
export interface Corpus {
  passages: number;
  /** Languages of their documents; null among them: unknown. */
  languages: (string | null)[];
}

/** Reads the statistics of bases. */
export async function findCorpus(db: Db, baseIds: readonly number[]): Promise<Corpus> {
  const rows = await queryRows(
    db,
    { ...pick(knowledgeDocumentTable, 'language'), passages: integer() },
    `SELECT language, sum(passages)::int AS passages FROM knowledge_document
     WHERE knowledge_base_id = ANY($1) AND status = 'ready' GROUP BY language`,
    [baseIds],
  );
  return {
    passages: rows.reduce((sum, { passages }) => sum + passages, 0),
    languages: rows.map(({ language }) => language),
  };
}

/** A word by the rules of a language; without lexemes it is a stop word there. */
export interface Stemmed {
  word: string;
  configuration: string;
  lexemes: string[];
}

/** Stems words by each of the configurations. */
export async function stemWords(
  db: Db,
  configurations: readonly string[],
  words: readonly string[],
): Promise<Stemmed[]> {
  if (words.length === 0 || configurations.length === 0) return [];
  return queryRows(
    db,
    { word: text(), configuration: text(), lexemes: textArray() },
    `SELECT w.word, c.configuration, tsvector_to_array(to_tsvector(c.configuration::regconfig, w.word)) AS lexemes
     FROM unnest($1::text[]) AS w(word), unnest($2::text[]) AS c(configuration)`,
    [words, configurations],
  );
}

/** A lexeme of bases, and in how many passages it is. */
export interface FoundLexeme {
  /** What was looked for: the lexeme itself, its first letters, or its last ones. */
  how: 'whole' | 'first' | 'last';
  wanted: string;
  lexeme: string;
  passages: number;
}

/** Lexemes that are read for each of the first or last letters, in each base. */
const MAX_LEXEMES = 60;
/** Greater than any letter, in the order of code points. */
const LAST = '\u{10FFFF}';

/** Looks lexemes up in the vocabulary of bases: whole ones, and those with certain first or last letters. */
export async function findLexemes(
  db: Db,
  baseIds: readonly number[],
  { whole, first, last }: { whole: readonly string[]; first: readonly string[]; last: readonly string[] },
): Promise<FoundLexeme[]> {
  const among = (by: string) => `SELECT l.lexeme, l.passages FROM knowledge_lexeme l
    WHERE l.knowledge_base_id = b.id AND ${by} COLLATE "C" >= w.wanted AND ${by} COLLATE "C" < w.wanted || $6
    ORDER BY ${by} COLLATE "C" LIMIT $5`;
  return queryRows(
    db,
    { how: text<FoundLexeme['how']>(), wanted: text(), lexeme: text(), passages: integer() },
    `SELECT how, wanted, lexeme, sum(passages)::int AS passages FROM (
       SELECT 'whole' AS how, lexeme AS wanted, lexeme, passages FROM knowledge_lexeme
       WHERE knowledge_base_id = ANY($1) AND lexeme = ANY($2)
       UNION ALL
       SELECT 'first', w.wanted, l.lexeme, l.passages
       FROM unnest($3::text[]) AS w(wanted) CROSS JOIN unnest($1::bigint[]) AS b(id) CROSS JOIN LATERAL (${among('l.lexeme')}) l
       UNION ALL
       SELECT 'last', reverse(w.wanted), l.lexeme, l.passages
       FROM unnest($4::text[]) AS w(wanted) CROSS JOIN unnest($1::bigint[]) AS b(id) CROSS JOIN LATERAL (${among('reverse(l.lexeme)')}) l
     ) found GROUP BY how, wanted, lexeme`,
    [baseIds, whole, first, last.map((letters) => [...letters].reverse().join('')), MAX_LEXEMES, LAST],
  );
}

/** A text search query, as PostgreSQL writes it. */
export type TsQuery = string;

/** Any of lexemes. */
export function anyOf(lexemes: readonly string[]): TsQuery {
  return `(${lexemes.map((lexeme) => `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`).join(' | ')})`;
}

/** What a passage gains by matching a query. */
export interface Gain {
  /** Number of the term that a passage has if it matches; null: not a reason to name. */
  term: number | null;
  query: TsQuery;
  /** Added to its rank. */
  weight: number;
  /** Added to what passages are ordered by, beside the rank. */
  bonus: number;
}

/** A passage that was ranked by its words. */
export interface ScoredPassage {
  id: number;
  rank: number;
  /** Numbers of the terms that it has. */
  terms: number[];
}

/** What candidates match. */
export interface CandidateQuery {
  query: TsQuery;
  /** So many passages of the bases match that the first ones of a walk through them suffice; the index would list them all. */
  isCommon: boolean;
}

/** Which passages to rank. */
export interface Wanted {
  /** Each selects at most as many candidates as `candidates` says. */
  queries: readonly CandidateQuery[];
  candidates: number;
  gains: readonly Gain[];
  limit: number;
}

/** The candidates with the highest sum of weights, as `rank`. */
export async function scorePassages(
  db: Db,
  baseIds: readonly number[],
  { queries, candidates, gains, limit }: Wanted,
): Promise<ScoredPassage[]> {
  const bases = anyOf(baseIds.map(lexemeOfBase));
  const selected = queries.map(({ isCommon }, index) => candidatesBy(isCommon, `$${index + 8}::tsquery`));
  // `search || ''` unpacks the vector once, and not for each term, where it was packed before its storage was changed.
  return queryRows(
    db,
    { ...pick(knowledgePassageTable, 'id'), rank: double(), terms: integerArray() },
    `SELECT p.id, s.rank, s.terms
     FROM (SELECT DISTINCT ON (id) id, length, search || ''::tsvector AS search FROM (${selected.join(' UNION ALL ')}) c) p
     CROSS JOIN LATERAL (
       SELECT sum(g.weight)::float8 AS rank, sum(g.bonus)::float8 AS bonus, coalesce(array_agg(DISTINCT g.term) FILTER (WHERE g.term IS NOT NULL), '{}') AS terms
       FROM unnest($2::tsquery[], $3::int[], $4::float8[], $5::float8[]) AS g(query, term, weight, bonus)
       WHERE p.search @@ g.query
     ) s
     WHERE s.rank IS NOT NULL
     ORDER BY s.rank + s.bonus DESC, p.length, p.id LIMIT $7`,
    [
      baseIds,
      gains.map(({ query }) => query),
      gains.map(({ term }) => term),
      gains.map(({ weight }) => weight),
      gains.map(({ bonus }) => bonus),
      candidates,
      limit,
      ...queries.map(({ query, isCommon }) => (isCommon ? query : `${bases} & (${query})`)),
    ],
  );
}

/**
 * A selection of candidates, bases as $1 and their number as $6, of which the planner has one choice, since it does not know how often a
 * word is in these bases and plans a statement once for all words. What is rare is looked up in the index of words, which has the bases,
 * too; the sign keeps the index of bases out. What is common is read along the bases: the order fits their index only, and a function is
 * looked up in none.
 */
function candidatesBy(isCommon: boolean, query: string): string {
  const columns = 'id, search, octet_length(text) AS length';
  if (!isCommon) {
    return `(SELECT ${columns} FROM knowledge_passage WHERE search @@ (SELECT ${query}) AND +knowledge_base_id = ANY($1) LIMIT $6)`;
  }
  return `(SELECT c.* FROM unnest($1::bigint[]) AS b(id) CROSS JOIN LATERAL (
    SELECT ${columns} FROM knowledge_passage
    WHERE (knowledge_base_id, id) > (b.id, 0) AND knowledge_base_id <= b.id AND ts_match_vq(search, ${query})
    ORDER BY knowledge_base_id, id LIMIT $6
  ) c LIMIT $6)`;
}

/** Passages by id, with their documents, in no order. */
export function selectPassages(
  db: Db,
  baseIds: readonly number[],
  ids: readonly number[],
): Promise<Omit<FoundPassage, 'rank' | 'words' | 'similarity' | 'is_near' | 'has_codes'>[]> {
  return queryRows(
    db,
    {
      passage_id: bigint(),
      ...pick(knowledgePassageTable, 'knowledge_base_id', 'document_id', 'section', 'text'),
      ...pick(knowledgeDocumentTable, 'title', 'language'),
    },
    `SELECT p.id AS passage_id, p.knowledge_base_id, p.document_id, d.title, p.section, p.text, d.language
     FROM knowledge_passage p JOIN knowledge_document d ON d.id = p.document_id
     WHERE p.id = ANY($2) AND p.knowledge_base_id = ANY($1)`,
    [baseIds, ids],
  );
}
