import { queryRows } from '../../infra/database/sql.ts';
import type { CountedCaller } from '../kernel/callers.ts';
import type { Db } from '../kernel/deps.ts';
import { oauthClientTable } from '../oauth/table.ts';
import { partnerKeyTable } from '../partner-keys/table.ts';
import { userTable } from '../users/table.ts';

/** What people call a caller; a key has the first characters of its text besides. */
export interface CallerName {
  id: number;
  name: string;
  prefix: string | null;
}

/** Names of the partner's callers of a kind, by number; those of which nothing is left are absent. */
export async function findCallerNames(
  db: Db,
  partnerId: number,
  kind: CountedCaller,
  ids: readonly number[],
): Promise<Map<number, CallerName>> {
  if (ids.length === 0) return new Map();
  const rows = await namesOf(db, partnerId, kind, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

async function namesOf(db: Db, partnerId: number, kind: CountedCaller, ids: readonly number[]): Promise<CallerName[]> {
  switch (kind) {
    case 'partner_key': {
      const { id, name, prefix } = partnerKeyTable.columns;
      return queryRows(
        db,
        { id, name, prefix },
        'SELECT id, name, prefix FROM partner_key WHERE partner_id = $1 AND id = ANY ($2)',
        [partnerId, ids],
      );
    }
    case 'user': {
      const { id, name } = userTable.columns;
      const sql = 'SELECT id, name FROM app_user WHERE partner_id = $1 AND id = ANY ($2)';
      return (await queryRows(db, { id, name }, sql, [partnerId, ids])).map((row) => ({ ...row, prefix: null }));
    }
    case 'client': {
      const { id, name } = oauthClientTable.columns;
      const sql = 'SELECT id, name FROM oauth_client WHERE partner_id = $1 AND id = ANY ($2)';
      return (await queryRows(db, { id, name }, sql, [partnerId, ids])).map((row) => ({ ...row, prefix: null }));
    }
  }
}
