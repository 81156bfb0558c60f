import type { EntityManager } from 'typeorm';
import { pick, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { knowledgeDocumentTable, knowledgeDocumentVersionTable } from './table.ts';

const OF_PARTNER = `knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id AND b.partner_id = $1`;
const VERSIONS = `knowledge_document_version v JOIN knowledge_document d ON d.id = v.document_id
  JOIN knowledge_base b ON b.id = d.knowledge_base_id AND b.partner_id = $1`;

/** Readings of a partner's documents and versions that have been started and have not ended. */
export async function countStarted(db: Db, partnerId: number): Promise<number> {
  const { started } = await queryRow(
    db,
    { started: integer() },
    `SELECT ((SELECT count(*) FROM ${OF_PARTNER} WHERE d.status = 'pending' AND NOT d.waits)
           + (SELECT count(*) FROM ${VERSIONS} WHERE v.status = 'pending' AND NOT v.waits))::int AS started`,
    [partnerId],
  );
  return started;
}

/** A row whose reading is to be started. */
type Taken = { id: number; row_key: string };

/** Takes the readings of a partner that waited longest out of the queue. */
export async function takeWaiting(
  em: EntityManager,
  now: Date,
  partnerId: number,
  limit: number,
): Promise<{ documents: Taken[]; versions: Taken[] }> {
  const waiting = await queryRows(
    em,
    { kind: text(), id: bigint() },
    `SELECT kind, id FROM (
       SELECT 'document' AS kind, d.id, d.created_at FROM ${OF_PARTNER} WHERE d.status = 'pending' AND d.waits
       UNION ALL
       SELECT 'version', v.id, v.created_at FROM ${VERSIONS} WHERE v.status = 'pending' AND v.waits
     ) waiting ORDER BY created_at, id LIMIT $2`,
    [partnerId, limit],
  );
  const idsOf = (kind: string) => waiting.filter((row) => row.kind === kind).map(({ id }) => id);
  const take = (table: string) => `UPDATE ${table} SET waits = false, updated_at = $2
    WHERE id = ANY($1) AND status = 'pending' AND waits RETURNING id, row_key`;
  return {
    documents: await queryRows(em, pick(knowledgeDocumentTable, 'id', 'row_key'), take('knowledge_document'), [
      idsOf('document'),
      now,
    ]),
    versions: await queryRows(
      em,
      pick(knowledgeDocumentVersionTable, 'id', 'row_key'),
      take('knowledge_document_version'),
      [idsOf('version'), now],
    ),
  };
}

/** Partners with readings that wait. */
export async function selectPartnersInQueue(db: Db, limit: number): Promise<number[]> {
  const rows = await queryRows(
    db,
    { partner_id: bigint() },
    `SELECT DISTINCT b.partner_id FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE b.partner_id IS NOT NULL AND d.id IN (
       SELECT id FROM knowledge_document WHERE status = 'pending' AND waits
       UNION ALL
       SELECT document_id FROM knowledge_document_version WHERE status = 'pending' AND waits
     ) ORDER BY b.partner_id LIMIT $1`,
    [limit],
  );
  return rows.map(({ partner_id: id }) => id);
}
