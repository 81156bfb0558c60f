import type { Found } from './questions.ts';

/** Runs a statement; a pool of `pg` and an entity manager of TypeORM each can. */
export type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** PostgreSQL's configurations of the languages of the questions. */
const CONFIGURATIONS = { en: 'english', de: 'german', es: 'spanish' };
const NAMES = Object.values(CONFIGURATIONS);

/** The configuration of a document, as SQL. */
const OF_DOCUMENT = `(CASE d.language ${Object.entries(CONFIGURATIONS)
  .map(([language, name]) => `WHEN '${language}' THEN '${name}'`)
  .join(' ')} ELSE 'simple' END)::regconfig`;

/**
 * What PostgreSQL gives with a few lines of SQL: the words of the question, of which any may match, by the stemmer of each document's
 * language, ordered by `ts_rank_cd`.
 */
export function plainSearch(query: Query, baseId: number): (question: string) => Promise<Found[]> {
  return async (question) => {
    const rows = await query(
      `SELECT d.title, p.text, ts_rank_cd(v.search, q.query) AS rank
       FROM knowledge_passage p JOIN knowledge_document d ON d.id = p.document_id
       CROSS JOIN LATERAL (SELECT to_tsvector(${OF_DOCUMENT}, p.section || ' ' || p.text) AS search) v
       CROSS JOIN LATERAL (
         SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery AS query
         FROM unnest(tsvector_to_array(to_tsvector(${OF_DOCUMENT}, $2))) AS lexeme
       ) q
       WHERE p.knowledge_base_id = $1 AND v.search @@ q.query ORDER BY rank DESC, p.id LIMIT 10`,
      [baseId, question],
    );
    return rows.map(({ title, text, rank }) => ({ title: String(title), text: String(text), rank: Number(rank) }));
  };
}

/** Saturation of repeated words, and how much the length of a passage counts, as they are mostly set. */
const K1 = 1.2;
const B = 0.75;

interface Counted {
  title: string;
  text: string;
  /** Times that it has a lexeme. */
  counts: Map<string, number>;
  length: number;
}

/** BM25 over the same lexemes, kept in memory. */
export async function bm25Search(query: Query, baseId: number): Promise<(question: string) => Promise<Found[]>> {
  const rows = await query(
    `SELECT p.id, d.title, p.text, u.lexeme, cardinality(u.positions) AS times
     FROM knowledge_passage p JOIN knowledge_document d ON d.id = p.document_id
     CROSS JOIN LATERAL unnest(to_tsvector(${OF_DOCUMENT}, p.section || ' ' || p.text)) AS u
     WHERE p.knowledge_base_id = $1 ORDER BY p.id`,
    [baseId],
  );
  const passages = new Map<number, Counted>();
  const frequency = new Map<string, number>();
  for (const row of rows) {
    const id = Number(row['id']);
    const fresh = { title: String(row['title']), text: String(row['text']), counts: new Map(), length: 0 };
    const passage: Counted = passages.get(id) ?? fresh;
    const lexeme = String(row['lexeme']);
    const times = Number(row['times']);
    passage.counts.set(lexeme, times);
    passage.length += times;
    passages.set(id, passage);
    frequency.set(lexeme, (frequency.get(lexeme) ?? 0) + 1);
  }
  const all = [...passages.values()];
  const mean = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  return async (question) => {
    const stemmed = await query(
      `SELECT DISTINCT unnest(tsvector_to_array(to_tsvector(c::regconfig, $2))) AS lexeme FROM unnest($1::text[]) AS c`,
      [NAMES, question],
    );
    const lexemes = stemmed.map(({ lexeme }) => String(lexeme));
    const rank = ({ counts, length }: Counted): number =>
      lexemes.reduce((sum, lexeme) => {
        const times = counts.get(lexeme) ?? 0;
        const of = frequency.get(lexeme) ?? 0;
        const rarity = Math.log(1 + (all.length - of + 0.5) / (of + 0.5));
        return sum + (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / mean));
      }, 0);
    return all
      .map((passage) => ({ title: passage.title, text: passage.text, rank: rank(passage) }))
      .filter((found) => found.rank > 0)
      .sort((one, other) => other.rank - one.rank)
      .slice(0, 10);
  };
}
