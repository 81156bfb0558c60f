import type { EntityManager } from 'typeorm';
import type { Db } from '../kernel/deps.ts';

/** Gives `failed` deliveries an attempt that tells why nothing was sent; it says nothing of the endpoint. */
const RECORD_PAYLOAD_GONE = `INSERT INTO webhook_attempt (delivery_id, number, outcome, error_class, error, started_at)
     SELECT id, attempts, 'failed', 'payload_gone', 'The payload of this event is no longer kept; nothing was sent.', $1 FROM failed
     ON CONFLICT DO NOTHING`;

/** Whether the payload of an event is still there; it then stays until the transaction ends. */
export async function holdPayload(em: EntityManager, eventId: string): Promise<boolean> {
  const rows: unknown[] = await em.query('SELECT FROM platform_event WHERE id = $1 FOR KEY SHARE', [eventId]);
  return rows.length > 0;
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

/** Gives up deliveries that still wait when the payload they would send is past its time. */
export async function failOutlived(db: Db, now: Date, before: Date): Promise<void> {
  await db.query(
    `WITH failed AS (
       UPDATE webhook_delivery SET status = 'failed', finished_at = $1, attempts = attempts + 1,
         lease_token = NULL, lease_until = NULL, lease_instance = NULL
       WHERE status = 'pending' AND created_at < $2 RETURNING id, attempts
     )
     ${RECORD_PAYLOAD_GONE}`,
    [now, before],
  );
}
