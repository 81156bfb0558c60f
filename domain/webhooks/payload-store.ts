import type { EntityManager } from 'typeorm';
import { execute, pick, queryExists, queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { platformEventTable } from '../kernel/table.ts';
import { RECORD_PAYLOAD_GONE } from './payload-gone.ts';

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
