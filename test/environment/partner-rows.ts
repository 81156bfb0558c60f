import type pg from 'pg';

/** A digest of the partner's rows in each table that has a partner, but for counts that are rolled up or saved later. */
export async function digestRowsOf(
  database: Pick<pg.ClientBase, 'query'>,
  partnerId: number,
): Promise<Record<string, string>> {
  const tables = await database.query(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema()
     GROUP BY table_name HAVING bool_or(column_name = 'partner_id') AND NOT bool_or(column_name = 'folded')
       AND table_name NOT IN ('caller_day', 'key_error')`,
  );
  const digests: Record<string, string> = {};
  for (const { table_name: table } of tables.rows) {
    const { rows } = await database.query(
      `SELECT md5(string_agg(row, '' ORDER BY row)) AS digest FROM (
         SELECT (to_jsonb(t) - 'total_requests' - 'last_used_at' - 'last_address')::text AS row FROM ${table} t WHERE partner_id = $1
       ) AS rows`,
      [partnerId],
    );
    digests[table] = rows[0].digest;
  }
  return digests;
}
