import { queryRows } from '../../infra/database/sql.ts';
import { text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';

/** Which of these ids a partner's schedule has, of its production or of its sandbox: those of earlier imports, and those of events in its own files. */
export async function selectKnownUids(
  db: Db,
  { partnerId, sandbox }: { partnerId: number; sandbox: boolean },
  uids: readonly string[],
): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    { uid: text() },
    `SELECT import_uid AS uid FROM gtm_event WHERE partner_id = $1 AND import_uid = ANY($2) AND status = 'scheduled' AND sandbox = $3
     UNION SELECT import_uid FROM gtm_series WHERE partner_id = $1 AND import_uid = ANY($2) AND sandbox = $3
     UNION SELECT given.uid FROM unnest($2::text[]) AS given (uid)
       JOIN gtm_event e ON e.id = split_part(given.uid, '@', 1) AND e.partner_id = $1 AND e.status = 'scheduled' AND e.sandbox = $3`,
    [partnerId, uids, sandbox],
  );
  return new Set(rows.map(({ uid }) => uid));
}
