import pg from 'pg';
import { runningStack } from './running-stack.ts';

/** Runs a statement on the stack's database over a connection of its own. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openConnection();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection for a test file that looks often. */
export async function openConnection(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: runningStack().databaseUrl });
  await client.connect();
  return client;
}

/** Tables of partners with rows that a refused request makes, or that come and go by themselves; counts that are rolled up later are left out, too. */
const OF_REQUESTS = ['caller_day', 'caller_use', 'idempotency_key', 'key_error'];

/** The number of the partner's rows in each table that has a partner. */
async function countsOf(client: pg.Client, partnerId: number): Promise<Record<string, number>> {
  const tables = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema()
     GROUP BY table_name HAVING bool_or(column_name = 'partner_id') AND NOT bool_or(column_name = 'folded')
       AND table_name <> ALL($1)`,
    [OF_REQUESTS],
  );
  const counts = tables.rows.map(({ name }) => `(SELECT count(*)::int FROM ${name} WHERE partner_id = $1) AS ${name}`);
  const { rows } = await client.query<Record<string, number>>(`SELECT ${counts.join()}`, [partnerId]);
  return rows[0] ?? {};
}

/** Rows of the tables that belong to a partner: what a refused request must leave as it was. */
export function rowsOf(partnerId: number, connection?: pg.Client): Promise<Record<string, number>> {
  const look = async (client: pg.Client) => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM execution WHERE partner_id = $1) AS execution,
              (SELECT count(*)::int FROM credit_entry WHERE partner_id = $1) AS credit_entry,
              (SELECT count(*)::int FROM content_item WHERE partner_id = $1) AS content_item,
              (SELECT count(*)::int FROM content_item_version v JOIN content_item c ON c.id = v.content_item_id
               WHERE c.partner_id = $1) AS content_item_version,
              (SELECT count(*)::int FROM audit_log WHERE partner_id = $1) AS audit_log,
              (SELECT count(*)::int FROM partner_key WHERE partner_id = $1) AS partner_key,
              (SELECT count(*)::int FROM customer_order WHERE partner_id = $1) AS customer_order,
              (SELECT count(*)::int FROM usage_record WHERE partner_id = $1) AS usage_record,
              (SELECT count(*)::int FROM platform_event WHERE partner_id = $1) AS platform_event,
              (SELECT count(*)::int FROM webhook_endpoint WHERE partner_id = $1 AND active) AS active_webhook,
              (SELECT count(*)::int FROM webhook_endpoint WHERE partner_id = $1 AND deleted_at IS NULL) AS webhook,
              (SELECT count(*)::int FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
               WHERE w.partner_id = $1 AND d.status = 'skipped') AS skipped_delivery,
              (SELECT count(*)::int FROM workflow_trigger WHERE partner_id = $1 AND active) AS active_trigger,
              (SELECT count(*)::int FROM workflow_trigger WHERE partner_id = $1) AS workflow_trigger,
              (SELECT count(*)::int FROM seo_job WHERE partner_id = $1) AS seo_job,
              (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
      [partnerId],
    );
    return { ...(await countsOf(client, partnerId)), ...rows[0] };
  };
  return connection ? look(connection) : withDatabase(look);
}

/** Lets a partner's programs ask anew as much as its plan allows in a minute: tests over all routes ask more. */
export async function resetLimits(connection: pg.Client, partnerId: number): Promise<void> {
  const counters = ['plan', 'partner'].map((limit) => `${limit}:${partnerId}`);
  await connection.query('UPDATE rate_counter SET count = 0 WHERE key = ANY($1)', [counters]);
}
