import { execute, pick, queryRows } from '../../infra/database/sql.ts';
import type { Caller } from '../kernel/callers.ts';
import type { Db } from '../kernel/deps.ts';
import { callerDayTable, type KeyErrorRow, keyErrorTable } from './table.ts';

/** What a caller asked for on a UTC day, `YYYY-MM-DD`. */
export interface CallerUse extends Caller {
  day: string;
  requests: number;
  errors: number;
}

/** Adds the uses to the days; locks the rows in the order of their key. */
export async function addCallerUses(db: Db, uses: readonly CallerUse[]): Promise<void> {
  await execute(
    db,
    `INSERT INTO caller_day AS known (partner_id, day, caller_kind, caller_id, requests, errors)
     SELECT * FROM unnest($1::bigint[], $2::date[], $3::varchar[], $4::bigint[], $5::bigint[], $6::bigint[])
       AS u(partner_id, day, caller_kind, caller_id, requests, errors)
     ORDER BY 1, 2, 3, 4
     ON CONFLICT (partner_id, day, caller_kind, caller_id)
     DO UPDATE SET requests = known.requests + excluded.requests, errors = known.errors + excluded.errors`,
    [
      uses.map(({ partnerId }) => partnerId),
      uses.map(({ day }) => day),
      uses.map(({ kind }) => kind),
      uses.map(({ id }) => id),
      uses.map(({ requests }) => requests),
      uses.map(({ errors }) => errors),
    ],
  );
}

/** An error of a key, as it is kept. */
export type KeyError = Omit<KeyErrorRow, 'id'>;

/** Errors that are kept of a key. */
export const ERRORS_KEPT = 50;

/**
 * Adds errors, and removes all but the newest of each of these keys, which are read by the index of the key (`IS TRUE` keeps the planner
 * from that of the partner, whose keys may have thousands).
 */
export async function addKeyErrors(db: Db, errors: readonly KeyError[]): Promise<void> {
  if (errors.length === 0) return;
  await execute(
    db,
    `INSERT INTO key_error (partner_id, key_id, status, code, method, route, request_id, created_at)
     SELECT * FROM jsonb_to_recordset($1) AS e(partner_id bigint, key_id bigint, status integer, code text, method text,
       route text, request_id text, created_at timestamptz)`,
    [JSON.stringify(errors)],
  );
  await execute(
    db,
    `DELETE FROM key_error WHERE id = ANY (ARRAY(
       SELECT old.id FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[]) AS u(partner_id, key_id)) AS k
       CROSS JOIN LATERAL (
         SELECT id FROM key_error WHERE (partner_id = k.partner_id) IS TRUE AND key_id = k.key_id
         ORDER BY id DESC OFFSET ${ERRORS_KEPT}
       ) AS old
     ))`,
    [errors.map(({ partner_id }) => partner_id), errors.map(({ key_id }) => key_id)],
  );
}

/** The newest errors of a key, newest first; at most as many as are kept. */
export function selectKeyErrors(db: Db, partnerId: number, keyId: number): Promise<KeyErrorRow[]> {
  return queryRows(
    db,
    keyErrorTable,
    `SELECT * FROM key_error WHERE partner_id = $1 AND key_id = $2 ORDER BY id DESC LIMIT ${ERRORS_KEPT}`,
    [partnerId, keyId],
  );
}

/** Requests and errors of a caller between two UTC days, both inclusive, by day. */
export function selectCallerDays(
  db: Db,
  { partnerId, kind, id }: Caller,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; requests: number; errors: number }[]> {
  return queryRows(
    db,
    pick(callerDayTable, 'day', 'requests', 'errors'),
    `SELECT day, requests, errors FROM caller_day
     WHERE partner_id = $1 AND day BETWEEN $4::date AND $5::date AND caller_kind = $2 AND caller_id = $3`,
    [partnerId, kind, id, from, to],
  );
}
