import type { EntityManager } from 'typeorm';
import { deleteRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { lockDocument } from './document-store.ts';
import { type IndexedPassage, indexedPassages } from './index-lexemes.ts';
import { knowledgeDocumentTable, knowledgePassageTable } from './table.ts';

/** Passages that one statement inserts or deletes: about 100 ms. */
const BATCH_SIZE = 500;

/** A lexeme in all passages of a base, so that a single index finds a base's passages with certain words. */
export function lexemeOfBase(baseId: number): string {
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

/** Keeps a base from being deleted until the transaction ends, for a row that is to belong to it; false when it is gone. */
export async function keepBase(em: EntityManager, baseId: number): Promise<boolean> {
  return queryExists(em, 'SELECT id FROM knowledge_base WHERE id = $1 FOR KEY SHARE', [baseId]);
}

/** Number of passages in all documents of the base's owner. */
export async function countPassages(db: Db, baseId: number): Promise<number> {
  const { passages } = await queryRow(
    db,
    { passages: integer() },
    `SELECT coalesce(sum(d.passages), 0)::int AS passages FROM knowledge_document d
     JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE b.partner_id = (SELECT partner_id FROM knowledge_base WHERE id = $1)
        OR b.partner_id IS NULL AND (SELECT partner_id FROM knowledge_base WHERE id = $1) IS NULL`,
    [baseId],
  );
  return passages;
}

/** The vector of a passage `p`, by configuration $3 and with lexeme $4 of its base. */
const VECTOR = `to_tsvector($3::regconfig, p.words) || strip(to_tsvector($3::regconfig, p.spellings))
  || array_to_tsvector(string_to_array(p.codes, ' ') || $4::text)`;

/** Inserts the passages of a document into a locked base. */
export async function insertPassages(
  em: EntityManager,
  document: { id: number; baseId: number; configuration: string },
  passages: readonly IndexedPassage[],
): Promise<void> {
  for (let from = 0; from < passages.length; from += BATCH_SIZE) {
    const batch = passages.slice(from, from + BATCH_SIZE);
    await execute(
      em,
      `WITH added AS (
         INSERT INTO knowledge_passage (knowledge_base_id, document_id, section, text, search)
         SELECT $1, $2, p.section, p.text, ${VECTOR}
         FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
           WITH ORDINALITY AS p(section, text, words, spellings, codes, place) ORDER BY p.place
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
        batch.map(({ words }) => words),
        batch.map(({ spellings }) => spellings),
        batch.map(({ codes }) => codes),
      ],
    );
  }
}

/**
 * Indexes the next passages of a document in a locked base again, those after an id, and adjusts the counts of lexemes; doing so twice
 * changes nothing more. Searches find them by their former lexemes until the transaction ends. Returns the id of the last one; null when
 * none are left.
 */
export async function reindexPassages(
  em: EntityManager,
  document: { id: number; baseId: number; configuration: string },
  after: number,
): Promise<number | null> {
  const batch = await queryRows(
    em,
    pick(knowledgePassageTable, 'id', 'section', 'text'),
    'SELECT id, section, text FROM knowledge_passage WHERE document_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [document.id, after, BATCH_SIZE],
  );
  const texts = await indexedPassages(batch);
  await execute(
    em,
    `WITH fresh AS (
       SELECT p.id, ${VECTOR} AS search
       FROM unnest($5::bigint[], $6::text[], $7::text[], $8::text[]) AS p(id, words, spellings, codes)
     ), former AS (
       SELECT p.search FROM knowledge_passage p JOIN fresh f ON f.id = p.id WHERE p.document_id = $2
     ), indexed AS (
       UPDATE knowledge_passage p SET search = f.search FROM fresh f WHERE p.id = f.id AND p.document_id = $2
     )
     INSERT INTO knowledge_lexeme AS l (knowledge_base_id, lexeme, passages)
     SELECT $1, lexeme, sum(change) FROM (
       SELECT lexeme, 1 AS change FROM fresh, unnest(tsvector_to_array(search)) AS lexeme
       UNION ALL
       SELECT lexeme, -1 FROM former, unnest(tsvector_to_array(search)) AS lexeme
     ) changes GROUP BY lexeme HAVING sum(change) <> 0
     ON CONFLICT (knowledge_base_id, lexeme) DO UPDATE SET passages = l.passages + excluded.passages`,
    [
      document.baseId,
      document.id,
      document.configuration,
      lexemeOfBase(document.baseId),
      batch.map(({ id }) => id),
      texts.map(({ words }) => words),
      texts.map(({ spellings }) => spellings),
      texts.map(({ codes }) => codes),
    ],
  );
  if (batch.length === BATCH_SIZE) return batch.at(-1)?.id ?? null;
  await deleteUnused(em, document.baseId);
  return null;
}

/** Deletes a document with its passages from a locked base; false when it was already gone. */
export async function deleteDocumentRow(em: EntityManager, baseId: number, documentId: number): Promise<boolean> {
  // Before its passages, as whoever replaces or embeds it.
  if (!(await lockDocument(em, documentId))) return false;
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
  await deleteUnused(em, baseId);
}

/** Deletes the lexemes of a locked base that no passage has any more. */
function deleteUnused(em: EntityManager, baseId: number): Promise<void> {
  return execute(em, 'DELETE FROM knowledge_lexeme WHERE knowledge_base_id = $1 AND passages <= 0', [baseId]);
}
