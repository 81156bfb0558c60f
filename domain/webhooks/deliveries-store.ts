import type { EntityManager } from 'typeorm';
import { execute, pick, queryExists, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, queryPage, selectPage } from '../kernel/page.ts';
import { allOf, placeholders } from '../kernel/sql.ts';
import { platformEventTable } from '../kernel/table.ts';
import {
  type DeliveryStatus,
  RECORD_PAYLOAD_GONE,
  type WebhookAttemptRow,
  type WebhookDeliveryRow,
  webhookAttemptTable,
  webhookDeliveryTable,
} from './table.ts';

/** Filters of the list of deliveries. */
interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Only deliveries before this one. */
}

/** Deliveries of an endpoint, newest first. */
export function selectDeliveries(
  db: Db,
  endpointId: number,
  filter: DeliveryFilter,
  { per_page, cursor = { before: 0 } }: Pick<PageRequest, 'per_page' | 'cursor'>,
): Promise<Page<WebhookDeliveryRow>> {
  const values: unknown[] = [endpointId];
  const place = placeholders(values);
  const [status, event] = [place(filter.status), place(filter.event)];
  const [since, until] = [place(filter.since), place(filter.until)];
  return selectPage(
    db,
    {
      columns: webhookDeliveryTable.columns,
      select: '*',
      from: 'webhook_delivery',
      where: allOf([
        'endpoint_id = $1',
        status && `status = ${status}`,
        event && `event_type = ${event}`,
        since && `created_at >= ${since}`,
        until && `created_at <= ${until}`,
      ]),
      values,
      order: { keys: ['id'] },
      // There may be millions, and nobody asks how many.
      total: async () => 0,
    },
    { page: 1, per_page, cursor },
  );
}

/** Most attempts of a delivery that are shown. */
export const ATTEMPTS_SHOWN = 200;

/** A delivery by its event, or null. */
export async function findDelivery(db: Db, endpointId: number, eventId: string): Promise<WebhookDeliveryRow | null> {
  return queryMaybeRow(
    db,
    webhookDeliveryTable,
    'SELECT * FROM webhook_delivery WHERE endpoint_id = $1 AND event_id = $2',
    [endpointId, eventId],
  );
}

/** The newest attempts of a delivery, oldest first, with excerpts of the answers; each resend adds up to eleven. */
export async function selectAttempts(
  db: Db,
  deliveryId: number,
  { per_page }: Pick<PageRequest, 'per_page'>,
): Promise<WebhookAttemptRow[]> {
  const newest = await queryPage(
    db,
    webhookAttemptTable.columns,
    'SELECT * FROM webhook_attempt WHERE delivery_id = $1 ORDER BY number DESC LIMIT $2',
    [deliveryId, per_page],
  );
  return newest.reverse();
}

/**
 * Attempts after which a delivery is sent no more again: their number is a smallint, and one delivery that cannot be
 * counted would stop all others of its endpoint. A schedule of retries adds eleven.
 */
export const MAX_ATTEMPTS_TO_RESEND = 30_000;

/** Makes a delivery pending again with all its attempts; `now` is the placeholder of the time. */
const dueAgain = (now: string) => `status = 'pending', failures = 0, due_at = ${now}, finished_at = NULL`;

/** Makes a delivery due again with all its attempts; null for one that is being sent, which stays as it is. */
export async function makeDue(em: EntityManager, now: Date, id: number): Promise<WebhookDeliveryRow | null> {
  return queryMaybeRow(
    em,
    webhookDeliveryTable,
    `WITH again AS (
       UPDATE webhook_delivery SET ${dueAgain('$1')}
       WHERE id = $2 AND lease_token IS NULL RETURNING *
     ) SELECT * FROM again`,
    [now, id],
  );
}

/** Which deliveries to recover. */
export interface RecoveryRange {
  endpointId: number;
  since: Date;
  until: Date;
  onlyFailed: boolean;
}

/** Most deliveries that one recovery makes due. */
const MAX_RECOVERED = 10_000;

const RECOVERABLE = `attempts < ${MAX_ATTEMPTS_TO_RESEND} AND endpoint_id = $1 AND created_at >= $2 AND created_at <= $3 AND (status = 'failed' OR (status = 'skipped' AND NOT $4))
  AND EXISTS (SELECT FROM platform_event e WHERE e.id = event_id)`;

/** Counts what a recovery would make due. */
export async function countRecoverable(db: Db, range: RecoveryRange): Promise<number> {
  const { count } = await queryRow(
    db,
    { count: integer() },
    `SELECT count(*) AS count FROM webhook_delivery WHERE ${RECOVERABLE}`,
    [range.endpointId, range.since, range.until, range.onlyFailed],
  );
  return count;
}

/** Makes failed and skipped deliveries of a time range due again, oldest first; returns their number. */
export async function makeRangeDue(em: EntityManager, now: Date, range: RecoveryRange): Promise<number> {
  const { count } = await queryRow(
    em,
    { count: integer() },
    `WITH lost AS (
       SELECT id FROM webhook_delivery WHERE ${RECOVERABLE} ORDER BY id LIMIT ${MAX_RECOVERED} FOR NO KEY UPDATE
     ), again AS (
       UPDATE webhook_delivery d SET ${dueAgain('$5')} FROM lost WHERE d.id = lost.id RETURNING 1
     )
     SELECT count(*) AS count FROM again`,
    [range.endpointId, range.since, range.until, range.onlyFailed, now],
  );
  return count;
}

/** Whether the payload of an event still exists; if so, it is locked until the transaction ends. */
export async function holdPayload(em: EntityManager, eventId: string): Promise<boolean> {
  return queryExists(em, 'SELECT FROM platform_event WHERE id = $1 FOR KEY SHARE', [eventId]);
}

/** Time and data of an event; null when they were deleted. */
export async function findPayload(
  db: Db,
  eventId: string,
): Promise<{ occurred_at: Date; data: Record<string, unknown> } | null> {
  return queryMaybeRow(
    db,
    pick(platformEventTable, 'occurred_at', 'data'),
    'SELECT occurred_at, data FROM platform_event WHERE id = $1',
    [eventId],
  );
}

/** Fails claimed deliveries whose event was deleted. */
export async function failWithoutPayload(db: Db, now: Date, ids: readonly number[], leaseToken: string): Promise<void> {
  await execute(
    db,
    `WITH failed AS (
       UPDATE webhook_delivery SET status = 'failed', finished_at = $1, lease_token = NULL, lease_until = NULL, lease_instance = NULL
       WHERE id = ANY ($2::bigint[]) AND lease_token = $3 RETURNING id, attempts
     )
     ${RECORD_PAYLOAD_GONE}`,
    [now, ids, leaseToken],
  );
}
