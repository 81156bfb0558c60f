import type { EntityManager } from 'typeorm';
import { findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type WebhookEndpointRow, webhookEndpointTable } from './table.ts';

/** Fields of a new endpoint; the secret is sealed. */
type NewEndpoint = Pick<
  WebhookEndpointRow,
  'row_key' | 'partner_id' | 'url' | 'events' | 'description' | 'active' | 'secret'
>;

/** Counts a partner's endpoints with the partner locked, so that concurrent requests cannot exceed the limit. */
export async function countEndpointsLocked(em: EntityManager, partnerId: number): Promise<number> {
  await execute(em, 'SELECT 1 FROM partner WHERE id = $1 FOR NO KEY UPDATE', [partnerId]);
  const { count } = await queryRow(
    em,
    { count: integer() },
    'SELECT count(*) AS count FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL',
    [partnerId],
  );
  return count;
}

/** Adds an endpoint. */
export function insertEndpoint(em: EntityManager, now: Date, endpoint: NewEndpoint): Promise<WebhookEndpointRow> {
  return insertRecord(em, webhookEndpointTable, { ...endpoint, created_at: now, updated_at: now });
}

/** An endpoint that was not deleted, or null. */
export async function findEndpoint(db: Db, id: number): Promise<WebhookEndpointRow | null> {
  return queryMaybeRow(
    db,
    webhookEndpointTable,
    'SELECT * FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL',
    [id],
  );
}

/** A partner's endpoints, newest first. */
export async function selectEndpoints(db: Db, partnerId: number, page: PageRequest): Promise<Page<WebhookEndpointRow>> {
  return selectPage(
    db,
    {
      columns: webhookEndpointTable.columns,
      select: '*',
      from: 'webhook_endpoint',
      where: 'partner_id = $1 AND deleted_at IS NULL',
      values: [partnerId],
      order: { keys: ['id'] },
    },
    page,
  );
}

/**
 * Endpoints that the service switched off, that cannot be signed for, or whose last attempt failed; the most recently
 * changed first.
 */
export async function selectEndpointsInTrouble(
  db: Db,
  partnerId: number,
  limit: number,
): Promise<WebhookEndpointRow[]> {
  return queryRows(
    db,
    webhookEndpointTable,
    `SELECT * FROM webhook_endpoint
     WHERE partner_id = $1 AND deleted_at IS NULL
       AND (disabled_reason IS NOT NULL OR secret_unreadable_at IS NOT NULL OR active AND failure_count > 0)
     ORDER BY updated_at DESC, id DESC LIMIT $2`,
    [partnerId, limit],
  );
}

/** Fields to change; absent ones stay. */
export type EndpointChanges = Partial<
  Pick<
    WebhookEndpointRow,
    | 'url'
    | 'events'
    | 'description'
    | 'active'
    | 'paused'
    | 'disabled_reason'
    | 'failure_count'
    | 'timeout_count'
    | 'secret'
    | 'previous_secret'
    | 'previous_secret_until'
    | 'secret_unreadable_at'
    | 'deleted_at'
  >
>;

/** Changes an endpoint and raises its version, so that a running drain reloads it; null when it was deleted. */
export async function updateEndpoint(
  em: EntityManager,
  now: Date,
  id: number,
  changes: EndpointChanges,
): Promise<WebhookEndpointRow | null> {
  const alive = { id, deleted_at: null };
  await updateRecords(em, webhookEndpointTable, alive, { ...changes, updated_at: now, version: () => 'version + 1' });
  return findRecord(em, webhookEndpointTable, alive);
}

/** Marks an endpoint deleted; false when it was deleted before. */
export async function deleteEndpoint(em: EntityManager, now: Date, id: number): Promise<boolean> {
  const deleted = await updateRecords(
    em,
    webhookEndpointTable,
    { id, deleted_at: null },
    { active: false, deleted_at: now, updated_at: now, version: () => 'version + 1' },
  );
  return deleted === 1;
}

/** Locks an endpoint and returns its current row; null when it was deleted. */
export async function lockEndpoint(em: EntityManager, id: number): Promise<WebhookEndpointRow | null> {
  return queryMaybeRow(
    em,
    webhookEndpointTable,
    'SELECT * FROM webhook_endpoint WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [id],
  );
}
