import type { ClosingPart } from '../../infra/database/closing-statement.ts';
import { IdempotencyLockLost } from '../../infra/database/errors.ts';

/** SQLSTATE that the statement raises when the key's lock is lost. */
const LOCK_LOST = 'MW001';

/** Links the request's key to the created record. */
export const markedPart: ClosingPart = {
  parameters: 4,
  sql: (_now, [id, token, type, made]) => `marked AS (
       UPDATE idempotency_key SET made_type = ${type}, made_id = ${made} WHERE id = ${id} AND lock_token = ${token} RETURNING 1
     )`,
  values: ({ idempotency }, { made }) =>
    idempotency && made
      ? [idempotency.rowId, idempotency.lockToken, made.type, String(made.id)]
      : [null, null, null, null],
  results: ([id]) => ({
    marked: `${id}::bigint IS NULL OR EXISTS (SELECT FROM marked) OR refuse('${LOCK_LOST}', '')`,
  }),
  refusal: (code) => (code === LOCK_LOST ? new IdempotencyLockLost() : undefined),
};
