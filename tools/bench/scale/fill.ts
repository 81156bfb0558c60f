import type pg from 'pg';

/** How much a database holds. */
export interface Sizes {
  partners: number;
  executions: number;
  deliveries: number;
}

/** What is asked about: a partner with a tenth of everything. */
export interface Subject {
  partnerId: number;
  endpointId: number;
  executionId: number;
}

/** Rows of one statement, so that it shows how far it is. */
const SLICE = 100_000;
/** The records are spread over so many days up to now. */
const DAYS = 60;

/** Fills a database by SQL alone; triggers and foreign keys are off meanwhile, and what triggers keep is made from the rows. */
export async function fill(
  database: pg.Pool,
  partnerId: number,
  sizes: Sizes,
  report: (line: string) => void,
): Promise<Subject> {
  const client = await database.connect();
  try {
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    const one = async (sql: string, values: unknown[] = []): Promise<number> =>
      Number((await client.query(sql, values)).rows[0].n);
    const inSlices = async (name: string, rows: number, statements: readonly string[], values: readonly number[]) => {
      for (let from = 1; from <= rows; from += SLICE) {
        report(`${name}: ${from - 1} of ${rows}`);
        for (const statement of statements) {
          await client.query(
            withNumbers(statement, [from, Math.min(rows, from + SLICE - 1), rows, partnerId, ...values]),
          );
        }
      }
    };
    const firstPartner = await one(
      `WITH partners AS (
         INSERT INTO partner (name, plan, created_at, updated_at)
         SELECT 'Scale ' || n, 'enterprise', now(), now() FROM generate_series(1, $1::int) AS n RETURNING id
       ), accounts AS (
         INSERT INTO credit_account (partner_id, balance) SELECT id, 1000 FROM partners
       ), agents AS (
         INSERT INTO agent (partner_id, name, agent_type, description, version, created_at, updated_at)
         SELECT id, 'Writer', 'writer', '', '1.0.0', now(), now() FROM partners
       ), endpoints AS (
         INSERT INTO webhook_endpoint (row_key, partner_id, url, events, secret, active, created_at, updated_at)
         SELECT gen_random_uuid(), id, 'https://example.com/', '{listing.updated}', '', true, now(), now() FROM partners
       )
       SELECT min(id) AS n FROM partners`,
      [sizes.partners],
    );
    const firstEndpoint = await one('SELECT min(id) AS n FROM webhook_endpoint WHERE partner_id >= $1', [firstPartner]);
    const endpointId = await one(
      `INSERT INTO webhook_endpoint (row_key, partner_id, url, events, secret, active, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'https://example.com/', '{listing.updated}', '', true, now(), now()) RETURNING id AS n`,
      [partnerId],
    );
    const last = await one('SELECT coalesce(max(id), 0) AS n FROM execution');
    await inSlices('executions', sizes.executions, EXECUTIONS, [firstPartner, sizes.partners, last]);
    const deliveriesOf = [endpointId, firstEndpoint, sizes.partners];
    await inSlices('deliveries', sizes.deliveries, DELIVERIES, deliveriesOf);
    report('adding up, vacuuming');
    for (const statement of ROLLUPS) await client.query(statement);
    return { partnerId, endpointId, executionId: last + Math.floor(sizes.executions / 20) * 10 };
  } finally {
    client.release(true);
  }
}

/** A statement need not use each of the numbers, as PostgreSQL would have it. */
function withNumbers(statement: string, numbers: readonly number[]): string {
  return statement.replaceAll(/\$(\d)/g, (_, place: string) => String(numbers[Number(place) - 1]));
}

/** Row $1 to $2 of $3; $4 has every tenth, the others share the rest. */
const ROW = `generate_series($1::int, $2::int) AS n,
  LATERAL (SELECT CASE WHEN n % 10 = 0 THEN $4::bigint ELSE $5::bigint + n % $6::int END AS partner, $7::bigint + n AS id,
                  now() - interval '10 minutes' - interval '${DAYS} days' * ($3::int - n) / $3::int AS at,
                  n % 101 = 0 AS is_open) AS row`;

const EXECUTIONS = [
  `INSERT INTO execution (id, row_key, partner_id, agent_id, capability, status, priority, progress_percentage, credits_held, credits_used,
                          settings, context, notify_on_complete, sandbox, plan_summary, created_at, started_at, completed_at, updated_at)
   SELECT id, gen_random_uuid(), partner, (SELECT min(a.id) FROM agent a WHERE a.partner_id = partner), 'blog_post',
          CASE WHEN is_open THEN 'executing' WHEN n % 20 = 0 THEN 'failed' WHEN n % 33 = 0 THEN 'cancelled' ELSE 'completed' END,
          (ARRAY['low', 'normal', 'normal', 'normal', 'high', 'urgent'])[1 + n % 6], 100, 10, 10,
          '{"topic": "Moving a data warehouse to the cloud"}', '{}', false, false, 'An outline, then the text.', at, at,
          CASE WHEN is_open THEN NULL ELSE at END, at
   FROM ${ROW}`,
  `INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, estimated_credits, status, attempts, started_at)
   SELECT id, 'post', 0, 'write', 'Write', '{}', 10, CASE WHEN is_open THEN 'running' ELSE 'completed' END, 1, at FROM ${ROW}`,
  `INSERT INTO execution_event (execution_id, type, data, created_at)
   SELECT id, 'status', '{"status": "completed", "progress_percentage": 100}', at FROM ${ROW}, generate_series(1, 2)`,
  `INSERT INTO credit_entry (partner_id, kind, amount, reference, capability, day, created_at)
   SELECT partner, kind, CASE kind WHEN 'release' THEN 0 ELSE 10 END, 'scale:' || id, 'blog_post', at::date, at
   FROM ${ROW}, unnest(ARRAY['hold', 'capture', 'release']) AS kind WHERE kind = 'hold' OR NOT is_open`,
  `INSERT INTO content_item (partner_id, execution_id, step, title, content_type, kanban_status, body, preview, word_count, sandbox,
                             settled_at, created_at, updated_at)
   SELECT partner, id, 'post', 'Moving a data warehouse to the cloud', 'blog_post',
          (ARRAY['generated', 'review', 'ready', 'published'])[1 + (n / 10) % 4], repeat('Plain words of a post. ', 20),
          'Plain words of a post.', 100, false, at, at, at
   FROM ${ROW} WHERE NOT is_open AND (n / 10) % 2 = 0`,
  `INSERT INTO audit_log (partner_id, actor_kind, actor_id, action, resource_type, resource_id, request_id, created_at)
   SELECT partner, 'partner_key', 1, 'executions.execute', 'execution', id, 'scale', at FROM ${ROW}`,
];

/** $5 is the endpoint of the partner with a tenth of them; one endpoint in a hundred has one that waits for its retry. */
const DELIVERIES = [
  `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, attempts, failures, due_at, last_response_code, created_at, finished_at)
   SELECT CASE WHEN n % 10 = 0 THEN $5::bigint ELSE $6::bigint + n % $7::int END, 'evt_scale' || n, 'listing.updated',
          CASE WHEN is_waiting THEN 'pending' ELSE 'delivered' END, 1, is_waiting::int,
          CASE WHEN is_waiting THEN now() + interval '1 day' ELSE at END, 204, at, CASE WHEN is_waiting THEN NULL ELSE at END
   FROM generate_series($1::int, $2::int) AS n,
        LATERAL (SELECT now() - interval '10 minutes' - interval '${DAYS} days' * ($3::int - n) / $3::int AS at,
                        n <= $7::int AND n % 100 = 1 AS is_waiting) AS row`,
  `INSERT INTO platform_event (id, partner_id, type, data, occurred_at)
   SELECT 'evt_scale' || n, $4::bigint, 'listing.updated', '{"listing_id": "prod-scale", "changes": ["title"]}',
          now() - interval '10 minutes' - interval '29 days' * ($3::int - n) / $3::int
   FROM generate_series($1::int, $2::int) AS n WHERE n % 5 = 0`,
];

const ROLLUPS = [
  `UPDATE webhook_endpoint w SET next_due_at = d.due_at FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.status = 'pending'`,
  `INSERT INTO execution_count (partner_id, day, agent_id, priority, status, n, folded)
   SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, agent_id, priority, status, count(*), true FROM execution GROUP BY 1, 2, 3, 4, 5`,
  `INSERT INTO content_item_count (partner_id, day, content_type, kanban_status, n, folded)
   SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date, content_type, kanban_status, count(*), true
   FROM content_item WHERE settled_at IS NOT NULL GROUP BY 1, 2, 3, 4`,
  `INSERT INTO credit_capability_day (partner_id, day, capability, used)
   SELECT partner_id, day, capability, sum(amount) FROM credit_entry WHERE kind = 'capture' GROUP BY 1, 2, 3`,
  `SELECT setval(pg_get_serial_sequence('execution', 'id'), (SELECT max(id) FROM execution))`,
  'VACUUM ANALYZE',
];
