import type { EntityManager } from 'typeorm';
import type { EmbeddingModel } from '../../infra/ai/port.ts';
import { findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { boolean, integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { IdRange } from '../kernel/id-ranges.ts';
import { CALIBRATION_VERSION } from './calibration.ts';
import {
  type DocumentReference,
  type KnowledgeDocumentRow,
  type KnowledgeEmbeddingRow,
  type KnowledgeSpaceRow,
  knowledgeBaseTable,
  knowledgeDocumentTable,
  knowledgeEmbeddingTable,
  knowledgePassageTable,
  knowledgeSpaceTable,
} from './table.ts';

/** An embedding by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface EmbeddingReference {
  embeddingId: number;
  rowKey: string;
}

/** Id of the space of a model; inserted when it is new. */
export async function ensureSpace(db: Db, { name, dimensions, inputs }: EmbeddingModel): Promise<number> {
  const values = [name, dimensions, JSON.stringify(inputs), CALIBRATION_VERSION];
  const find = `SELECT id FROM knowledge_space
    WHERE model = $1 AND dimensions = $2 AND inputs = $3::jsonb AND calibration_version = $4`;
  const known = await queryMaybeRow(db, pick(knowledgeSpaceTable, 'id'), find, values);
  if (known) return known.id;
  await execute(
    db,
    `INSERT INTO knowledge_space (model, dimensions, inputs, calibration_version) VALUES ($1, $2, $3::jsonb, $4)
     ON CONFLICT DO NOTHING`,
    values,
  );
  return (await queryRow(db, pick(knowledgeSpaceTable, 'id'), find, values)).id;
}

/** A space; throws where there is none. */
export async function getSpace(db: Db, spaceId: number): Promise<KnowledgeSpaceRow> {
  const row = await findRecord(db, knowledgeSpaceTable, { id: spaceId });
  if (!row) throw new Error(`There is no space ${spaceId}.`);
  return row;
}

/** Stores what the vectors of a space are calibrated by, once: what another worker has stored stays. */
export async function saveCalibration(db: Db, spaceId: number, calibration: Buffer): Promise<void> {
  await execute(db, 'UPDATE knowledge_space SET calibration = $2 WHERE id = $1 AND calibration IS NULL', [
    spaceId,
    calibration,
  ]);
}

/** SQL for whether partner `p`, or the platform without one, may have documents embedded. */
const MAY_EMBED = `(p.id IS NULL OR (p.status = 'active' AND (p.capabilities IS NULL OR 'knowledge_embedding' = ANY(p.capabilities))))`;

/** A document that can be searched, as its embedding needs it. */
type EmbeddableDocument = Pick<
  KnowledgeDocumentRow,
  'id' | 'passages' | 'sandbox' | 'embeds' | 'payer' | 'embedding_status' | 'embedding_space_id'
> & { partner_id: number | null; may_embed: boolean };

/** Locks a document that can be searched; null when there is none. */
export function lockEmbeddable(
  em: EntityManager,
  { documentId, rowKey }: DocumentReference,
): Promise<EmbeddableDocument | null> {
  return queryMaybeRow(
    em,
    {
      ...pick(
        knowledgeDocumentTable,
        'id',
        'passages',
        'sandbox',
        'embeds',
        'payer',
        'embedding_status',
        'embedding_space_id',
      ),
      ...pick(knowledgeBaseTable, 'partner_id'),
      may_embed: boolean(),
    },
    `SELECT d.id, d.passages, d.sandbox, d.embeds, d.payer, d.embedding_status, d.embedding_space_id, b.partner_id,
            ${MAY_EMBED} AS may_embed
     FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id LEFT JOIN partner p ON p.id = b.partner_id
     WHERE d.id = $1 AND d.row_key = $2 AND d.status = 'ready' FOR NO KEY UPDATE OF d`,
    [documentId, rowKey],
  );
}

/** Inserts a running embedding; returns its id. */
export async function insertEmbedding(
  em: EntityManager,
  now: Date,
  embedding: Pick<
    KnowledgeEmbeddingRow,
    'row_key' | 'partner_id' | 'document_id' | 'space_id' | 'sandbox' | 'passages' | 'credits'
  >,
): Promise<number> {
  const state = { status: 'running', embedded: 0, created_at: now, updated_at: now } as const;
  return (await insertRecord(em, knowledgeEmbeddingTable, { ...embedding, ...state })).id;
}

/** Changes what a document says of its embedding. */
export async function setDocumentEmbedding(
  em: EntityManager,
  documentId: number,
  changes: Partial<
    Pick<KnowledgeDocumentRow, 'embedding_status' | 'embedding_space_id' | 'embedding_retry_at' | 'payer'>
  >,
): Promise<void> {
  await updateRecords(em, knowledgeDocumentTable, { id: documentId }, changes);
}

/** A running embedding; null when it has ended, or a later row has its id. */
export async function findRunningEmbedding(
  db: Db,
  { embeddingId, rowKey }: EmbeddingReference,
): Promise<KnowledgeEmbeddingRow | null> {
  const row = await findRecord(db, knowledgeEmbeddingTable, { id: embeddingId, row_key: rowKey });
  return row?.status === 'running' ? row : null;
}

/** The running embedding of a document, locked until the transaction ends; null: it is not being embedded. */
export function lockRunningOfDocument(em: EntityManager, documentId: number): Promise<KnowledgeEmbeddingRow | null> {
  return queryMaybeRow(
    em,
    knowledgeEmbeddingTable,
    `SELECT e.* FROM knowledge_document d JOIN knowledge_embedding e ON e.document_id = d.id
     WHERE d.id = $1 AND e.status = 'running' FOR NO KEY UPDATE OF e`,
    [documentId],
  );
}

/** A running embedding and its document, locked until the transaction ends; null when it has ended, or a later row has its id. */
export async function lockRunningEmbedding(
  em: EntityManager,
  { embeddingId, rowKey }: EmbeddingReference,
): Promise<KnowledgeEmbeddingRow | null> {
  // The document first, as whoever replaces or deletes it.
  const document = 'SELECT document_id FROM knowledge_embedding WHERE id = $1 AND row_key = $2';
  await execute(em, `SELECT FROM knowledge_document WHERE id = (${document}) FOR NO KEY UPDATE`, [embeddingId, rowKey]);
  return queryMaybeRow(
    em,
    knowledgeEmbeddingTable,
    `SELECT * FROM knowledge_embedding WHERE id = $1 AND row_key = $2 AND status = 'running' FOR NO KEY UPDATE`,
    [embeddingId, rowKey],
  );
}

/** Ends a locked embedding. */
export async function endEmbedding(
  em: EntityManager,
  now: Date,
  id: number,
  ending: { status: 'completed' } | { status: 'failed'; error: string },
): Promise<void> {
  await updateRecords(em, knowledgeEmbeddingTable, { id }, { ...ending, completed_at: now, updated_at: now });
}

/** The next passages of a document without a vector in the space, in the order of its text. */
export function selectUnembedded(
  db: Db,
  { documentId, spaceId, limit }: { documentId: number; spaceId: number; limit: number },
): Promise<{ id: number; section: string; text: string }[]> {
  return queryRows(
    db,
    pick(knowledgePassageTable, 'id', 'section', 'text'),
    `SELECT p.id, p.section, p.text FROM knowledge_passage p
     WHERE p.document_id = $1 AND NOT EXISTS (SELECT FROM knowledge_vector v WHERE v.passage_id = p.id AND v.space_id = $2)
     ORDER BY p.id LIMIT $3`,
    [documentId, spaceId, limit],
  );
}

/** Whether a document has a passage without a vector in the space. */
export function hasUnembedded(db: Db, documentId: number, spaceId: number): Promise<boolean> {
  return queryExists(
    db,
    `SELECT FROM knowledge_passage p WHERE p.document_id = $1
       AND NOT EXISTS (SELECT FROM knowledge_vector v WHERE v.passage_id = p.id AND v.space_id = $2) LIMIT 1`,
    [documentId, spaceId],
  );
}

/** Vectors of passages as they are stored. */
export interface StoredVectors {
  passageIds: readonly number[];
  vectors: readonly Buffer[];
  bits: readonly string[];
}

/**
 * Inserts vectors of passages that still exist, those that another worker has inserted excepted; returns how many. Passages are locked,
 * which waits for those that are being deleted.
 */
export async function insertVectors(
  em: EntityManager,
  { id: spaceId, calibration_version: version }: Pick<KnowledgeSpaceRow, 'id' | 'calibration_version'>,
  { passageIds, vectors, bits }: StoredVectors,
): Promise<number> {
  const { added } = await queryRow(
    em,
    { added: integer() },
    `WITH added AS (
       INSERT INTO knowledge_vector (passage_id, space_id, calibration_version, vector, bits)
       SELECT p.id, $1, $5, v.vector, v.bits::varbit FROM unnest($2::bigint[], $3::bytea[], $4::text[]) AS v(id, vector, bits)
       JOIN knowledge_passage p ON p.id = v.id FOR KEY SHARE OF p ON CONFLICT DO NOTHING RETURNING passage_id
     ) SELECT count(*)::int AS added FROM added`,
    [spaceId, passageIds, vectors, bits, version],
  );
  return added;
}

/** Counts stored vectors on a running embedding, which shows the reconciler that it is alive. */
export async function countEmbedded(em: EntityManager, now: Date, id: number, more: number): Promise<void> {
  await execute(em, 'UPDATE knowledge_embedding SET embedded = embedded + $2, updated_at = $3 WHERE id = $1', [
    id,
    more,
    now,
  ]);
}

/** Lets the vectors of a space serve for a document, whose passages all have one, and deletes those of other spaces. */
export async function serveVectors(em: EntityManager, documentId: number, spaceId: number): Promise<void> {
  const passages = 'SELECT id FROM knowledge_passage WHERE document_id = $1';
  await execute(em, `DELETE FROM knowledge_signature WHERE passage_id IN (${passages})`, [documentId]);
  await execute(
    em,
    `INSERT INTO knowledge_signature (passage_id, knowledge_base_id, space_id, bits)
     SELECT p.id, p.knowledge_base_id, v.space_id, v.bits FROM knowledge_passage p JOIN knowledge_vector v ON v.passage_id = p.id
     WHERE p.document_id = $1 AND v.space_id = $2 ORDER BY p.id`,
    [documentId, spaceId],
  );
  await execute(em, `DELETE FROM knowledge_vector WHERE passage_id IN (${passages}) AND space_id <> $2`, [
    documentId,
    spaceId,
  ]);
}

/** Embeddings of one partner that may run at once. */
const RUNNING_OF_PARTNER = 20;

/**
 * Documents of a range of ids whose vectors are not of the spaces to use, in turns by partner; null: no space for documents of this
 * kind. Those of partners that have enough under way come later.
 */
export function selectDueDocuments(
  db: Db,
  now: Date,
  { spaces, after, upTo, limit }: IdRange & { spaces: { live: number | null; sandbox: number | null }; limit: number },
): Promise<Pick<KnowledgeDocumentRow, 'id' | 'row_key'>[]> {
  return queryRows(
    db,
    pick(knowledgeDocumentTable, 'id', 'row_key'),
    `SELECT id, row_key FROM (
       SELECT d.id, d.row_key, row_number() OVER (PARTITION BY b.partner_id ORDER BY d.id) + (
         SELECT count(*) FROM knowledge_embedding e WHERE e.status = 'running' AND e.partner_id IS NOT DISTINCT FROM b.partner_id
       ) AS turn
       FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id LEFT JOIN partner p ON p.id = b.partner_id
       WHERE d.id > $6 AND d.id <= $7 AND d.status = 'ready' AND d.embeds AND d.passages > 0 AND d.embedding_status <> 'pending'
         AND (d.embedding_retry_at IS NULL OR d.embedding_retry_at <= $1)
         AND CASE WHEN d.sandbox THEN $3::bigint ELSE $2::bigint END <> coalesce(d.embedding_space_id, 0) AND ${MAY_EMBED}
     ) due WHERE turn <= $4 ORDER BY turn, id LIMIT $5`,
    [now, spaces.live, spaces.sandbox, RUNNING_OF_PARTNER, limit, after, upTo],
  );
}
