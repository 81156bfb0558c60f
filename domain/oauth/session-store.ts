import { execute, omit, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { boolean, integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { digest } from './record-store.ts';
import { CONSOLE_CLIENT_ID } from './schema.ts';
import { type UserSessionRow, userSessionTable } from './table.ts';

/** A session as its person sees it. */
export type SessionRow = Omit<UserSessionRow, 'session_key' | 'grant_key'> & {
  /** Whether the call came from it. */
  is_current: boolean;
};

const SESSION = { ...omit(userSessionTable, 'session_key', 'grant_key'), is_current: boolean() };
/** Sessions that have not ended; `$2` is now, `$3` the row of the caller's grant. */
const OPEN = `user_session s JOIN oauth_record r
    ON r.kind = 'Session' AND r.uid_key = s.session_key AND r.user_id = s.user_id AND r.expires_at > $2`;
const FIELDS = `s.id, s.user_id, s.device, s.network, s.created_at, s.last_used_at,
    coalesce(s.grant_key = (SELECT key FROM oauth_record g WHERE g.id = $3 AND g.kind = 'Grant'), false) AS is_current`;

/** Records that a session is in use; `grantId` is the console's in this session. */
export async function saveSession(
  db: Db,
  now: Date,
  session: { uid: string; userId: number; grantId: string | null; device: string; network: string },
): Promise<void> {
  await execute(
    db,
    `INSERT INTO user_session (user_id, session_key, grant_key, device, network, created_at, last_used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (session_key) DO UPDATE SET user_id = excluded.user_id, device = excluded.device,
       grant_key = coalesce(excluded.grant_key, user_session.grant_key), network = excluded.network,
       last_used_at = excluded.last_used_at`,
    [
      session.userId,
      digest(session.uid),
      session.grantId && digest(session.grantId),
      session.device,
      session.network,
      now,
    ],
  );
}

/** Records that the session of a grant is in use. */
export async function touchSession(db: Db, now: Date, grantId: string): Promise<void> {
  await execute(db, 'UPDATE user_session SET last_used_at = $2 WHERE grant_key = $1', [digest(grantId), now]);
}

/** A person's sessions that have not ended, the last used first. */
export async function selectSessions(
  db: Db,
  now: Date,
  { userId, grantRow }: { userId: number; grantRow: number | null },
  page: PageRequest,
): Promise<Page<SessionRow>> {
  const counted = `SELECT count(*)::integer AS total FROM ${OPEN} WHERE s.user_id = $1`;
  return selectPage(
    db,
    {
      columns: SESSION,
      select: FIELDS,
      from: OPEN,
      where: 's.user_id = $1',
      values: [userId, now, grantRow],
      order: { keys: ['s.last_used_at', 's.id'] },
      total: async () => (await queryRow(db, { total: integer() }, counted, [userId, now])).total,
    },
    page,
  );
}

/** A session by number that has not ended, or null. */
export function findSession(db: Db, now: Date, id: number, grantRow: number | null): Promise<SessionRow | null> {
  return queryMaybeRow(db, SESSION, `SELECT ${FIELDS} FROM ${OPEN} WHERE s.id = $1`, [id, now, grantRow]);
}

/** Ends a session: its refresh tokens and access tokens of the console are refused from then on. */
export async function deleteSession(db: Db, id: number): Promise<void> {
  await execute(
    db,
    `WITH ended AS (
       DELETE FROM user_session WHERE id = $1 RETURNING session_key, grant_key
     ), records AS (
       SELECT r.id FROM oauth_record r JOIN ended e ON r.kind = 'Session' AND r.uid_key = e.session_key
       UNION SELECT r.id FROM oauth_record r JOIN ended e ON r.grant_key = e.grant_key
       UNION SELECT r.id FROM oauth_record r JOIN ended e ON r.kind = 'Grant' AND r.key = e.grant_key
     )
     DELETE FROM oauth_record WHERE id = ANY(ARRAY(SELECT id FROM records))`,
    [id],
  );
}

const KEPT = `kept AS (
       SELECT g.id AS grant_id, g.key AS grant_key, s.session_key FROM oauth_record g
       LEFT JOIN user_session s ON s.grant_key = g.key WHERE g.id = $2 AND g.user_id = $1 AND g.kind = 'Grant'
     )`;
const IS_KEPT = `EXISTS (SELECT FROM kept WHERE r.id = kept.grant_id OR r.grant_key = kept.grant_key
           OR (r.kind = 'Session' AND r.uid_key = kept.session_key))`;
/** Browsers and networks that a person has signed in from. */
const KNOWN = "r.kind IN ('SignInAddress', 'SignInDevice')";

/** Ends all sessions of a person, and consents to programs, except for the session with this grant. Returns the number of sessions. */
export function deleteOtherRecords(db: Db, userId: number, grantRow: number | null): Promise<number> {
  return deleteAllBut(db, userId, grantRow, `NOT ${KNOWN}`);
}

/** Ends all other sessions of a person; consents to programs stay. Returns their number. */
export function deleteOtherSessions(db: Db, userId: number, grantRow: number | null): Promise<number> {
  return deleteAllBut(db, userId, grantRow, `(r.kind = 'Session' OR r.client_id = '${CONSOLE_CLIENT_ID}')`);
}

async function deleteAllBut(db: Db, userId: number, grantRow: number | null, condition: string): Promise<number> {
  const { total } = await queryRow(
    db,
    { total: integer() },
    `WITH ${KEPT}, gone AS (
       DELETE FROM oauth_record r WHERE r.user_id = $1 AND ${condition} AND NOT ${IS_KEPT} RETURNING r.kind, r.uid_key
     ), shown AS (
       DELETE FROM user_session s WHERE s.user_id = $1 AND s.session_key IN (SELECT uid_key FROM gone)
     )
     SELECT count(*)::integer AS total FROM gone WHERE kind = 'Session'`,
    [userId, grantRow],
  );
  return total;
}
