/**
 * Adds an attempt to `failed` deliveries with the reason why nothing was sent; it does not affect the endpoint's
 * health. `$1` is now.
 */
export const RECORD_PAYLOAD_GONE = `INSERT INTO webhook_attempt (delivery_id, number, outcome, error_class, error, started_at)
     SELECT id, attempts, 'failed', 'payload_gone', 'The payload of this event is no longer kept; nothing was sent.', $1 FROM failed
     ON CONFLICT DO NOTHING`;

/**
 * Fails deliveries from before `$2` that are still pending, because the payload they would send is about to be deleted.
 */
export const FAIL_OUTLIVED = `WITH failed AS (
       UPDATE webhook_delivery SET status = 'failed', finished_at = $1, attempts = attempts + 1,
         lease_token = NULL, lease_until = NULL, lease_instance = NULL
       WHERE status = 'pending' AND created_at < $2 RETURNING id, attempts
     )
     ${RECORD_PAYLOAD_GONE}`;
