import type { EntityManager } from 'typeorm';
import { deleteRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, double, integer, text, textArray } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { Passage } from './cut-passages.ts';
import { spaced } from './languages.ts';
import { type FoundPassage, knowledgeDocumentTable, knowledgePassageTable } from './table.ts';

/** Passages that one statement inserts or deletes: about 100 ms. */
const BATCH_SIZE = 500;

/** A lexeme in all passages of a base, so that a single index finds a base's passages with certain words. */
function lexemeOfBase(baseId: number): string {
  return `kb:${baseId}`;
}

/** Locks the owner of a base, so that passages in several bases are counted one after another. */
export async function lockOwner(em: EntityManager, baseId: number): Promise<void> {
  const owner = 'SELECT partner_id FROM knowledge_base WHERE id = $1';
  await execute(em, `SELECT FROM partner WHERE id = (${owner}) FOR NO KEY UPDATE`, [baseId]);
}

/** Locks a base, because inserting or deleting passages updates its lexeme counts; false when it is gone. */
export async function lockBase(em: EntityManager, baseId: number): Promise<boolean> {
  return queryExists(em, 'SELECT id FROM knowledge_base WHERE id = $1 FOR NO KEY UPDATE', [baseId]);
}

/** Number of passages in all documents of the base's owner. */
export async function countPassages(db: Db, baseId: number): Promise<number> {
  const { passages } = await queryRow(
    db,
    { passages: integer() },
    `SELECT coalesce(sum(d.passages), 0)::int AS passages FROM knowledge_document d
     JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE b.partner_id IS NOT DISTINCT FROM (SELECT partner_id FROM knowledge_base WHERE id = $1)`,
    [baseId],
  );
  return passages;
}

/** Inserts the passages of a document into a locked base. */
export async function insertPassages(
  em: EntityManager,
  document: { id: number; baseId: number; configuration: string },
  passages: readonly Passage[],
): Promise<void> {
  for (let from = 0; from < passages.length; from += BATCH_SIZE) {
    const batch = passages.slice(from, from + BATCH_SIZE);
    await execute(
      em,
      `WITH added AS (
         INSERT INTO knowledge_passage (knowledge_base_id, document_id, section, text, search)
         SELECT $1, $2, p.section, p.text, to_tsvector($3::regconfig, p.words) || array_to_tsvector(ARRAY[$4::text])
         FROM unnest($5::text[], $6::text[], $7::text[]) WITH ORDINALITY AS p(section, text, words, place) ORDER BY p.place
         RETURNING search
       )
       INSERT INTO knowledge_lexeme AS l (knowledge_base_id, lexeme, passages)
       SELECT $1, lexeme, count(*) FROM added, unnest(tsvector_to_array(search)) AS lexeme GROUP BY lexeme
       ON CONFLICT (knowledge_base_id, lexeme) DO UPDATE SET passages = l.passages + excluded.passages`,
      [
        document.baseId,
        document.id,
        document.configuration,
        lexemeOfBase(document.baseId),
        batch.map(({ section }) => section),
        batch.map(({ text }) => text),
        batch.map(({ section, text }) => spaced(`${section}\n${text}`)),
      ],
    );
  }
}

/** Deletes a document with its passages from a locked base; false when it was already gone. */
export async function deleteDocumentRow(em: EntityManager, baseId: number, documentId: number): Promise<boolean> {
  await deletePassages(em, baseId, documentId);
  return (await deleteRecords(em, knowledgeDocumentTable, { id: documentId })) === 1;
}

/** Deletes the passages of a document of a locked base. */
export async function deletePassages(em: EntityManager, baseId: number, documentId: number): Promise<void> {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
    const batch = await queryRow(
      em,
      { removed: integer() },
      `WITH gone AS (
         DELETE FROM knowledge_passage WHERE id IN (SELECT id FROM knowledge_passage WHERE document_id = $2 ORDER BY id LIMIT $3)
         RETURNING search
       ), fewer AS (
         SELECT lexeme, count(*) AS passages FROM gone, unnest(tsvector_to_array(search)) AS lexeme GROUP BY lexeme
       ), counted AS (
         UPDATE knowledge_lexeme l SET passages = l.passages - f.passages FROM fewer f
         WHERE l.knowledge_base_id = $1 AND l.lexeme = f.lexeme
       )
       SELECT count(*)::int AS removed FROM gone`,
      [baseId, documentId, BATCH_SIZE],
    );
    removed = batch.removed;
  }
  await execute(em, 'DELETE FROM knowledge_lexeme WHERE knowledge_base_id = $1 AND passages <= 0', [baseId]);
}

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

/** A word of a query: its lexemes in the documents' languages, and the number of passages with one of them. */
export interface Term {
  word: string;
  lexemes: string[];
  passages: number;
}

/** The words that are not stop words in at least one of the languages. */
export async function findTerms(
  db: Db,
  baseIds: readonly number[],
  configurations: readonly string[],
  words: readonly string[],
): Promise<Term[]> {
  return queryRows(
    db,
    { word: text(), lexemes: textArray(), passages: integer() },
    `SELECT t.word, t.lexemes,
            (SELECT coalesce(sum(l.passages), 0)::int FROM knowledge_lexeme l
             WHERE l.knowledge_base_id = ANY($1) AND l.lexeme = ANY(t.lexemes)) AS passages
     FROM (SELECT w.word, array_agg(DISTINCT lexeme) AS lexemes
           FROM unnest($3::text[]) AS w(word), unnest($2::text[]) AS c(configuration),
                unnest(tsvector_to_array(to_tsvector(c.configuration::regconfig, w.word))) AS lexeme
           GROUP BY w.word) t
     ORDER BY passages, t.word`,
    [baseIds, configurations, words],
  );
}

/** A term as a tsquery: any of its lexemes. */
function queryOf({ lexemes }: Pick<Term, 'lexemes'>): string {
  return `(${lexemes.map((lexeme) => `'${lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`).join(' | ')})`;
}

/** A passage query. */
interface Wanted {
  /** Candidates must have all of these terms, or any. */
  terms: readonly Term[];
  how: 'all' | 'any';
  /** Weight that each term adds to a passage with it. */
  weights: readonly { term: Term; weight: number }[];
  /** Maximum number of candidates. */
  candidates: number;
  limit: number;
}

/** The passages with the highest sum of term weights, as `rank`. */
export async function findPassages(db: Db, baseIds: readonly number[], wanted: Wanted): Promise<FoundPassage[]> {
  const bases = queryOf({ lexemes: baseIds.map(lexemeOfBase) });
  const terms = wanted.terms.map(queryOf).join(wanted.how === 'all' ? ' & ' : ' | ');
  // Passages are matched once per term. `search || ''` unpacks the vector beforehand, which takes a third of the time.
  return queryRows(
    db,
    {
      ...pick(knowledgePassageTable, 'knowledge_base_id', 'document_id', 'section', 'text'),
      passage_id: bigint(),
      ...pick(knowledgeDocumentTable, 'title', 'language'),
      rank: double(),
    },
    `SELECT p.id AS passage_id, p.knowledge_base_id, p.document_id, d.title, p.section, p.text, d.language, s.rank
     FROM (SELECT id, knowledge_base_id, document_id, section, text, search || ''::tsvector AS search FROM knowledge_passage
           WHERE search @@ $2::tsquery AND knowledge_base_id = ANY($1) LIMIT $5) p
     JOIN knowledge_document d ON d.id = p.document_id
     CROSS JOIN LATERAL (SELECT sum(t.weight)::float8 AS rank FROM unnest($3::tsquery[], $4::float8[]) AS t(query, weight)
                         WHERE p.search @@ t.query) s
     ORDER BY s.rank DESC, ts_rank(p.search, $2::tsquery, 1) DESC, p.id LIMIT $6`,
    [
      baseIds,
      `${bases} & (${terms})`,
      wanted.weights.map(({ term }) => queryOf(term)),
      wanted.weights.map(({ weight }) => weight),
      wanted.candidates,
      wanted.limit,
    ],
  );
}
