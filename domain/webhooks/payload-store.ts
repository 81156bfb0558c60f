import type { EntityManager } from 'typeorm';
import type { Db } from '../kernel/deps.ts';
import { RECORD_PAYLOAD_GONE } from './payload-gone.ts';

/** Whether the payload of an event is still there; it then stays until the transaction ends. */
export async function holdPayload(em: EntityManager, eventId: string): Promise<boolean> {
  const rows: unknown[] = await em.query('SELECT FROM platform_event WHERE id = $1 FOR KEY SHARE', [eventId]);
  return rows.length > 0;
}

/** When an event happened and what it says, as it is sent; null when that is no longer kept. */
export async function findPayload(
  db: Db,
  eventId: string,
): Promise<{ occurred_at: Date; data: Record<string, unknown> } | null> {
  const rows: { occurred_at: Date; data: Record<string, unknown> }[] = await db.query(
    'SELECT occurred_at, data FROM platform_event WHERE id = $1',
    [eventId],
  );
  return rows[0] ?? null;
}

/** Gives up claimed deliveries whose event is gone. */
export async function failWithoutPayload(db: Db, now: Date, ids: readonly number[], leaseToken: string): Promise<void> {
  await db.query(
    `WITH failed AS (
       UPDATE webhook_delivery SET status = 'failed', finished_at = $1, lease_token = NULL, lease_until = NULL, lease_instance = NULL
       WHERE id = ANY ($2::bigint[]) AND lease_token = $3 RETURNING id, attempts
     )
     ${RECORD_PAYLOAD_GONE}`,
    [now, ids, leaseToken],
  );
}
