import { countRecords, findRecord, insertRecord } from '../../infra/database/records.ts';
import { execute, queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { type OauthClientRow, oauthClientTable } from './table.ts';

/** Fields of a new client. */
export type NewClient = Pick<OauthClientRow, 'client_id' | 'partner_id' | 'name' | 'role' | 'scopes' | 'metadata'>;

/** Adds a client. */
export async function insertClient(db: Db, now: Date, client: NewClient): Promise<OauthClientRow> {
  return insertRecord(db, oauthClientTable, { ...client, created_at: now });
}

/** Adds a client of a metadata document, or replaces what was read of it before. */
export async function saveDocumentClient(
  db: Db,
  client: Pick<
    OauthClientRow,
    'client_id' | 'name' | 'metadata' | 'created_at' | 'document_fetched_at' | 'document_expires_at'
  >,
): Promise<void> {
  await execute(
    db,
    `INSERT INTO oauth_client (client_id, name, metadata, created_at, document_fetched_at, document_expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata,
       document_fetched_at = excluded.document_fetched_at, document_expires_at = excluded.document_expires_at
       WHERE oauth_client.document_fetched_at IS NOT NULL`,
    [
      client.client_id,
      client.name,
      JSON.stringify(client.metadata),
      client.created_at,
      client.document_fetched_at,
      client.document_expires_at,
    ],
  );
}

/** A client by public id, unless its partner is suspended, or null. */
export async function findUsableClient(db: Db, clientId: string): Promise<OauthClientRow | null> {
  return queryMaybeRow(
    db,
    oauthClientTable,
    `SELECT c.* FROM oauth_client c LEFT JOIN partner p ON p.id = c.partner_id
     WHERE c.client_id = $1 AND (c.partner_id IS NULL OR p.status = 'active')`,
    [clientId],
  );
}

/** A client of any partner by public id, or null. */
export function findClientRow(db: Db, clientId: string): Promise<OauthClientRow | null> {
  return findRecord(db, oauthClientTable, { client_id: clientId });
}

/** A client by its number; null when there is none. */
export function findClientById(db: Db, id: number): Promise<OauthClientRow | null> {
  return findRecord(db, oauthClientTable, { id });
}

/** A partner's client, or null. */
export function findPartnerClient(db: Db, partnerId: number, clientId: string): Promise<OauthClientRow | null> {
  return findRecord(db, oauthClientTable, { partner_id: partnerId, client_id: clientId });
}

/** Number of a partner's clients. */
export function countPartnerClients(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, oauthClientTable, { partner_id: partnerId });
}

/** A partner's clients, newest first. */
export function selectPartnerClients(db: Db, partnerId: number, page: PageRequest): Promise<Page<OauthClientRow>> {
  return listPage(db, oauthClientTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
}

/** Removes a client. */
export async function deleteClient(db: Db, id: number): Promise<void> {
  await execute(db, 'DELETE FROM oauth_client WHERE id = $1', [id]);
}

/** Raises the client's version, so that processes reload what they cached of its tokens. */
export async function touchClient(db: Db, clientId: string): Promise<void> {
  await execute(db, 'UPDATE oauth_client SET version = version + 1 WHERE client_id = $1', [clientId]);
}
