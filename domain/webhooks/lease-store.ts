import { INSTANCE_LOCK_CLASS } from '../../infra/database/port.ts';

/**
 * Duration of a lease, seconds: the longest exchange and some time to record it. A lease ends earlier when its holder's
 * instance is known to be dead.
 */
export const LEASE_SECONDS = 25;

/** Whether delivery `d` is free: it has no holder, or its holder is dead or has held it for too long. */
export const IS_FREE = `(d.lease_token IS NULL OR d.lease_until < clock_timestamp() OR NOT EXISTS (
           SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
             AND l.classid = ${INSTANCE_LOCK_CLASS} AND l.objid = d.lease_instance))`;
/** When the holder of delivery `d` claimed it, or null. */
export const CLAIMED_AT = `d.lease_until - interval '${LEASE_SECONDS} seconds'`;
/** Records unfinished attempts of earlier holders of the `due` deliveries as interrupted. */
export const RECORD_INTERRUPTED = `INSERT INTO webhook_attempt (delivery_id, number, outcome, error_class, error, started_at)
       SELECT id, number, 'interrupted', 'interrupted', 'The service stopped while it sent this; it is sent again.', claimed_at
       FROM due WHERE held ON CONFLICT DO NOTHING`;
