import type { EntityManager } from 'typeorm';
import { insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import {
  type DocumentVersion,
  type KnowledgeDocumentVersionRow,
  knowledgeBaseTable,
  knowledgeDocumentTable,
  knowledgeDocumentVersionTable,
  type VersionReference,
} from './table.ts';

/** Most versions that a document's history has, those in use and being read among them. */
export const MAX_VERSIONS = 20;

const SHOWN = pick(
  knowledgeDocumentVersionTable,
  ...([
    'document_id',
    'version',
    'format',
    'status',
    'reason',
    'content_hash',
    'bytes',
    'passages',
    'created_at',
  ] as const),
);

/** The versions of document $1: its rows, and the one in use where that has none of its own. */
const HISTORY = `(
    SELECT document_id, version, format, status, reason, content_hash, bytes, passages, created_at
    FROM knowledge_document_version WHERE document_id = $1
    UNION ALL
    SELECT d.id, d.version, d.format, d.status, d.reason, d.content_hash, d.bytes, d.passages, d.created_at
    FROM knowledge_document d
    WHERE d.id = $1 AND NOT EXISTS (SELECT FROM knowledge_document_version o WHERE o.document_id = d.id AND o.version = d.version)
  ) v`;

/** The versions of a document, newest first. */
export function selectVersions(db: Db, documentId: number, page: PageRequest): Promise<Page<DocumentVersion>> {
  return selectPage(
    db,
    {
      columns: SHOWN,
      select: 'v.*',
      from: HISTORY,
      where: 'v.document_id = $1',
      values: [documentId],
      order: { keys: ['v.version'] },
      total: async () => {
        const count = `SELECT count(*)::int AS versions FROM ${HISTORY}`;
        return (await queryRow(db, { versions: integer() }, count, [documentId])).versions;
      },
    },
    page,
  );
}

/** The version that a document is being replaced by; null: by none. */
export function findPendingVersion(
  db: Db,
  documentId: number,
): Promise<Pick<
  KnowledgeDocumentVersionRow,
  'title' | 'format' | 'language' | 'content_hash' | 'sandbox' | 'embeds'
> | null> {
  return queryMaybeRow(
    db,
    pick(knowledgeDocumentVersionTable, 'title', 'format', 'language', 'content_hash', 'sandbox', 'embeds'),
    `SELECT title, format, language, content_hash, sandbox, embeds FROM knowledge_document_version
     WHERE document_id = $1 AND status = 'pending'`,
    [documentId],
  );
}

/** Fields of a version that is to be read. */
export type NewVersion = Pick<
  KnowledgeDocumentVersionRow,
  | 'row_key'
  | 'document_id'
  | 'title'
  | 'format'
  | 'language'
  | 'content_hash'
  | 'sandbox'
  | 'embeds'
  | 'payer'
  | 'waits'
> & { source: Buffer };

/**
 * Adds a version of a locked document that is to be read; it takes the place of one that is being read. Of those
 * that have ended, the newest are kept: `MAX_VERSIONS` with it and the one in use. Returns its id.
 */
export async function insertVersion(em: EntityManager, now: Date, added: NewVersion): Promise<number> {
  const { document_id: documentId } = added;
  await updateRecords(
    em,
    knowledgeDocumentVersionTable,
    { document_id: documentId, status: 'pending' },
    { status: 'replaced', source: null, updated_at: now },
  );
  const { newest } = await queryRow(
    em,
    { newest: integer() },
    `SELECT greatest((SELECT version FROM knowledge_document WHERE id = $1),
                     (SELECT max(version) FROM knowledge_document_version WHERE document_id = $1)) AS newest`,
    [documentId],
  );
  const times = { created_at: now, updated_at: now };
  const version = { ...added, version: newest + 1, status: 'pending', reason: null, passages: 0, ...times } as const;
  const { id } = await insertRecord(em, knowledgeDocumentVersionTable, { ...version, bytes: added.source.length });
  await execute(
    em,
    `DELETE FROM knowledge_document_version WHERE id IN (
       SELECT id FROM knowledge_document_version WHERE document_id = $1 AND status IN ('failed', 'replaced')
       ORDER BY version DESC OFFSET $2
     )`,
    [documentId, MAX_VERSIONS - 2],
  );
  return id;
}

const READ = {
  ...pick(knowledgeDocumentVersionTable, 'id', 'row_key', 'document_id', 'version', 'title', 'format', 'language'),
  ...pick(knowledgeDocumentVersionTable, 'content_hash', 'bytes', 'sandbox', 'embeds', 'payer'),
  source: knowledgeDocumentVersionTable.columns.source.present(),
  ...pick(knowledgeDocumentTable, 'knowledge_base_id'),
};

/** A version that is to be read, with its bytes. */
export type PendingVersion = Omit<DocumentVersion, 'status' | 'reason' | 'passages' | 'created_at'> &
  Pick<KnowledgeDocumentVersionRow, 'id' | 'row_key' | 'title' | 'language' | 'sandbox' | 'embeds' | 'payer'> & {
    source: Buffer;
    knowledge_base_id: number;
  };

/** A pending version with its bytes; null when it has been read, another took its place, or its document is gone. */
export function findUnreadVersion(db: Db, { versionId, rowKey }: VersionReference): Promise<PendingVersion | null> {
  return queryMaybeRow(
    db,
    READ,
    `SELECT v.id, v.row_key, v.document_id, v.version, v.title, v.format, v.language, v.content_hash, v.bytes, v.source,
            v.sandbox, v.embeds, v.payer, d.knowledge_base_id
     FROM knowledge_document_version v JOIN knowledge_document d ON d.id = v.document_id
     WHERE v.id = $1 AND v.row_key = $2 AND v.status = 'pending'`,
    [versionId, rowKey],
  );
}

/** The partner whose document a pending version replaces; null when it is pending no more. */
export async function findOwnerOfUnread(db: Db, { versionId, rowKey }: VersionReference): Promise<number | null> {
  const owner = await queryMaybeRow(
    db,
    pick(knowledgeBaseTable, 'partner_id'),
    `SELECT b.partner_id FROM knowledge_document_version v
     JOIN knowledge_document d ON d.id = v.document_id JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE v.id = $1 AND v.row_key = $2 AND v.status = 'pending'`,
    [versionId, rowKey],
  );
  return owner?.partner_id ?? null;
}

/** Outcome of reading a version. */
export type VersionEnd =
  | { status: 'ready'; language: string | null; passages: number }
  | { status: 'failed'; reason: string };

/** Ends the reading of a version and deletes its bytes; false when it had ended. */
export async function endVersion(
  em: EntityManager,
  now: Date,
  { versionId, rowKey }: VersionReference,
  ending: VersionEnd,
): Promise<boolean> {
  const pending = { id: versionId, row_key: rowKey, status: 'pending' } as const;
  const changes = { ...ending, source: null, updated_at: now };
  return (await updateRecords(em, knowledgeDocumentVersionTable, pending, changes)) === 1;
}

/** Keeps what a locked document has as a replaced version, or as a failed one, before another is taken into use. */
export async function keepReplaced(em: EntityManager, now: Date, documentId: number, rowKey: string): Promise<void> {
  await execute(
    em,
    `INSERT INTO knowledge_document_version AS v (row_key, document_id, version, format, language, status, reason, content_hash,
                                                  bytes, passages, created_at, updated_at)
     SELECT $2, id, version, format, language, CASE status WHEN 'failed' THEN 'failed' ELSE 'replaced' END, reason, content_hash,
            bytes, passages, created_at, $3
     FROM knowledge_document WHERE id = $1
     ON CONFLICT (document_id, version) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at`,
    [documentId, rowKey, now],
  );
}
