import { queryMaybeRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';

/** Counts a free run on the partner's UTC day; false, and nothing counted, when the limit is reached. */
export async function countFreeRun(db: Db, partnerId: number, day: string, limit: number): Promise<boolean> {
  const counted = await queryMaybeRow(
    db,
    { used: integer() },
    `INSERT INTO agent_free_runs AS counted (partner_id, day, used) VALUES ($1, $2::date, 1)
     ON CONFLICT (partner_id) DO UPDATE
       SET day = excluded.day, used = CASE WHEN counted.day = excluded.day THEN counted.used + 1 ELSE 1 END
       WHERE counted.day <> excluded.day OR counted.used < $3
     RETURNING used`,
    [partnerId, day, limit],
  );
  return counted !== null;
}
