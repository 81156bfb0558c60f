import { execute } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';

/** Uses of a key since they were last saved. */
export interface KeyUse {
  id: number;
  requests: number;
  lastUsedAt: Date;
}

/** Adds the uses to the keys; locks the rows in the order of ids. */
export async function addKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  const ordered = [...uses].sort((a, b) => a.id - b.id);
  await execute(
    db,
    `WITH uses AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS u(id, requests, last_used_at)),
          locked AS (SELECT id FROM partner_key WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE)
     UPDATE partner_key k
     SET total_requests = k.total_requests + u.requests, last_used_at = greatest(k.last_used_at, u.last_used_at)
     FROM uses u JOIN locked l ON l.id = u.id WHERE k.id = u.id`,
    [ordered.map((use) => use.id), ordered.map((use) => use.requests), ordered.map((use) => use.lastUsedAt)],
  );
}
