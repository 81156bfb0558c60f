import type { Query } from './database.ts';

/** What must hold in the database: a statement that returns the rows which break it. */
interface Invariant {
  name: string;
  /** Only once nothing is under way any more. */
  atRest?: boolean;
  /** Each row returned is a violation; its columns say where. */
  violations: string;
}

const OPEN = `('pending', 'planning', 'executing')`;
const OPEN_ANALYSIS = `('pending', 'processing')`;

/** The truths that no crash, race or repeat may change. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'an account has what its ledger says',
    violations: `
      SELECT a.partner_id, a.balance, l.balance AS ledger FROM credit_account a JOIN (
        SELECT partner_id, sum(CASE WHEN kind IN ('grant', 'purchase', 'adjustment') THEN amount
                                    WHEN kind = 'capture' THEN -amount ELSE 0 END)::bigint AS balance
        FROM credit_entry GROUP BY partner_id
      ) l USING (partner_id) WHERE a.balance <> l.balance`,
  },
  {
    name: 'an account holds the sum of its open holds',
    violations: `
      SELECT a.partner_id, a.held, coalesce(h.held, 0) AS ledger FROM credit_account a LEFT JOIN (
        SELECT partner_id, sum(amount)::bigint AS held FROM credit_entry e WHERE kind = 'hold' AND NOT EXISTS (
          SELECT FROM credit_entry r WHERE r.partner_id = e.partner_id AND r.reference = e.reference AND r.kind = 'release')
        GROUP BY partner_id
      ) h USING (partner_id) WHERE a.held <> coalesce(h.held, 0)`,
  },
  {
    name: 'a settled hold was captured or released to the last credit',
    violations: `
      SELECT h.reference, h.amount, r.amount AS released, c.amount AS captured FROM credit_entry h
      JOIN credit_entry r ON r.partner_id = h.partner_id AND r.reference = h.reference AND r.kind = 'release'
      LEFT JOIN credit_entry c ON c.partner_id = h.partner_id AND c.reference = h.reference AND c.kind = 'capture'
      WHERE h.kind = 'hold' AND h.amount <> r.amount + coalesce(c.amount, 0)`,
  },
  {
    name: "a key's day counts its holds and captures",
    violations: `
      SELECT d.lineage_id, d.day, d.used, coalesce(l.used, 0) AS ledger FROM credit_key_day d LEFT JOIN (
        SELECT lineage_id, day, sum(CASE kind WHEN 'hold' THEN amount WHEN 'release' THEN -amount ELSE 0 END)::bigint AS used
        FROM credit_entry WHERE lineage_id IS NOT NULL GROUP BY 1, 2
      ) l USING (lineage_id, day) WHERE d.used <> coalesce(l.used, 0)`,
  },
  {
    name: 'an execution holds credits exactly while it is open',
    violations: `
      SELECT e.id, e.status, e.credits_held FROM execution e
      WHERE e.credits_held > 0 AND (e.status IN ${OPEN}) <> EXISTS (
        SELECT FROM credit_entry h WHERE h.partner_id = e.partner_id AND h.reference = 'execution:' || e.row_key AND h.kind = 'hold'
        AND NOT EXISTS (SELECT FROM credit_entry r WHERE r.partner_id = h.partner_id AND r.reference = h.reference AND r.kind = 'release'))`,
  },
  {
    name: 'a completed execution paid for its steps, once',
    violations: `
      SELECT e.id, e.credits_used, s.used AS steps, coalesce(c.amount, 0) AS captured FROM execution e
      CROSS JOIN LATERAL (SELECT coalesce(sum(credits_used), 0)::bigint AS used FROM execution_step WHERE execution_id = e.id) s
      LEFT JOIN credit_entry c ON c.partner_id = e.partner_id AND c.reference = 'execution:' || e.row_key AND c.kind = 'capture'
      WHERE e.status = 'completed' AND (e.credits_used <> s.used OR s.used <> coalesce(c.amount, 0))`,
  },
  {
    name: 'an execution without a result paid nothing',
    violations: `
      SELECT e.id, e.status, c.amount FROM execution e
      JOIN credit_entry c ON c.partner_id = e.partner_id AND c.reference = 'execution:' || e.row_key AND c.kind = 'capture'
      WHERE e.status IN ('failed', 'cancelled')`,
  },
  {
    name: 'a completed execution finished all its steps',
    violations: `
      SELECT s.execution_id, s.key, s.status FROM execution_step s JOIN execution e ON e.id = s.execution_id
      WHERE e.status = 'completed' AND s.status <> 'completed'`,
  },
  {
    name: 'no step runs in an ended execution',
    violations: `
      SELECT s.execution_id, s.key, e.status FROM execution_step s JOIN execution e ON e.id = s.execution_id
      WHERE s.status = 'running' AND e.status NOT IN ${OPEN}`,
  },
  {
    name: 'a finished step has exactly the items that it says it made',
    violations: `
      SELECT s.execution_id, s.key, jsonb_array_length(s.output->'items') AS said, i.n AS saved FROM execution_step s
      CROSS JOIN LATERAL (SELECT count(*) AS n FROM content_item WHERE execution_id = s.execution_id AND step = s.key) i
      WHERE s.status = 'completed' AND s.output->>'type' = 'content' AND jsonb_array_length(s.output->'items') <> i.n`,
  },
  {
    name: 'the items of an execution that are not in the trash are on the board exactly when it is completed',
    violations: `
      SELECT c.id, c.execution_id, e.status FROM content_item c JOIN execution e ON e.id = c.execution_id
      WHERE e.status <> 'archived' AND c.deleted_at IS NULL AND (c.settled_at IS NOT NULL) <> (e.status = 'completed')`,
  },
  {
    name: 'an execution begins and ends once',
    violations: `
      SELECT execution_id, count(*) AS endings FROM execution_event
      WHERE type = 'status' AND data->>'status' IN ('completed', 'failed', 'cancelled') GROUP BY 1 HAVING count(*) > 1
      UNION ALL
      SELECT execution_id, count(*) FROM execution_event
      WHERE type = 'status' AND data->>'status' IN ('pending', 'planning', 'executing') GROUP BY execution_id, data->>'status'
      HAVING count(*) > 1`,
  },
  {
    name: 'a generation holds its price exactly while it runs, and paid for a case study or nothing',
    violations: `
      SELECT g.id, g.status, g.case_study_id, c.amount FROM case_study_generation g
      LEFT JOIN credit_entry c ON c.partner_id = g.partner_id AND c.reference = 'case-study-generation:' || g.row_key AND c.kind = 'capture'
      LEFT JOIN credit_entry r ON r.partner_id = g.partner_id AND r.reference = 'case-study-generation:' || g.row_key AND r.kind = 'release'
      WHERE NOT g.sandbox AND ((g.status = 'running') <> (r.id IS NULL) OR (g.status = 'completed') <> (c.id IS NOT NULL)
        OR (g.status = 'completed' AND g.case_study_id IS NULL))`,
  },
  {
    name: 'an embedding holds its credits exactly while it runs, and paid for a whole document or nothing',
    violations: `
      SELECT e.id, e.status, e.credits, c.amount FROM knowledge_embedding e
      LEFT JOIN credit_entry c ON c.partner_id = e.partner_id AND c.reference = 'knowledge-embedding:' || e.row_key AND c.kind = 'capture'
      LEFT JOIN credit_entry r ON r.partner_id = e.partner_id AND r.reference = 'knowledge-embedding:' || e.row_key AND r.kind = 'release'
      WHERE e.credits > 0 AND ((e.status = 'running') <> (r.id IS NULL)
        OR coalesce(c.amount, 0) <> CASE e.status WHEN 'completed' THEN e.credits ELSE 0 END)`,
  },
  {
    name: 'a document that is found by meaning has one vector of its space for each passage, and no other signature',
    violations: `
      SELECT d.id, p.id AS passage FROM knowledge_document d JOIN knowledge_passage p ON p.document_id = d.id
      LEFT JOIN knowledge_signature s ON s.passage_id = p.id
      LEFT JOIN knowledge_vector v ON v.passage_id = p.id AND v.space_id = d.embedding_space_id
      WHERE d.embedding_space_id IS DISTINCT FROM s.space_id OR (d.embedding_space_id IS NOT NULL AND v.passage_id IS NULL)
        OR s.bits <> v.bits`,
  },
  {
    name: 'a purchase has the credits that the ledger says, and an order whose invoice is paid, or in part',
    violations: `
      SELECT p.id, p.credits_granted, e.amount, i.status FROM purchase p
      LEFT JOIN (
        SELECT partner_id, split_part(reference, ':', 2) AS purchase, sum(amount) AS amount FROM credit_entry
        WHERE kind = 'purchase' AND reference LIKE 'payment:%' GROUP BY 1, 2
      ) e ON e.partner_id = p.partner_id AND e.purchase = p.id::text
      LEFT JOIN customer_order o ON o.id = p.order_id
      LEFT JOIN invoice i ON i.id = o.invoice_id
      LEFT JOIN (SELECT invoice_id, sum(amount_minor) AS refunded FROM credit_note WHERE origin = 'refund' GROUP BY 1) n
        ON n.invoice_id = i.id
      WHERE p.credits_granted <> coalesce(e.amount, 0)
        OR (p.order_id IS NOT NULL AND (i.status IS NOT DISTINCT FROM 'paid') = p.is_part_paid)
        -- What administrators credited may be returned, too.
        OR p.returned_minor NOT BETWEEN coalesce(n.refunded, 0) AND coalesce(i.credited_minor, 0)`,
  },
  {
    name: 'what purchases gave, took back and are owed is what the account got of them',
    violations: `
      SELECT p.partner_id, p.net, a.debt, l.net AS ledger FROM (
        SELECT partner_id, sum(credits_granted - credits_revoked) AS net FROM purchase WHERE partner_id IS NOT NULL GROUP BY 1
      ) p JOIN credit_account a USING (partner_id) LEFT JOIN (
        SELECT partner_id, sum(amount) AS net FROM credit_entry
        WHERE reference LIKE 'payment:%' OR reference LIKE 'debt:%' GROUP BY 1
      ) l USING (partner_id) WHERE p.net <> coalesce(l.net, 0) - a.debt`,
  },
  {
    name: 'an account that owes credits has none available',
    violations: 'SELECT partner_id, balance, held, debt FROM credit_account WHERE debt > 0 AND balance > held',
  },
  {
    name: 'an event of a payment gateway was carried out, or says why not',
    atRest: true,
    violations: `SELECT id, gateway, event_id FROM payment_event WHERE status = 'stored' AND reason IS NULL`,
  },
  {
    name: 'a finished step finished once',
    violations: `
      SELECT execution_id, data->>'key' AS key, count(*) AS n FROM execution_event
      WHERE type = 'step' AND data->>'status' = 'completed' GROUP BY 1, 2 HAVING count(*) > 1`,
  },
  {
    name: 'an outcome is published once',
    violations: `
      SELECT data->>'execution_id' AS execution_id, count(*) AS n FROM platform_event
      WHERE type = 'content.generated' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'the totals of the list are the number of rows',
    violations: `
      SELECT partner_id, day, agent_id, priority, status, coalesce(c.n, 0) AS counted, coalesce(r.n, 0) AS rows FROM (
        SELECT partner_id, day, agent_id, priority, status, sum(n) AS n FROM execution_count GROUP BY 1, 2, 3, 4, 5
      ) c FULL JOIN (
        SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date AS day, agent_id, priority, status, count(*) AS n
        FROM execution GROUP BY 1, 2, 3, 4, 5
      ) r USING (partner_id, day, agent_id, priority, status) WHERE coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  },
  {
    name: 'the counts of the board are the number of items on it',
    violations: `
      SELECT partner_id, day, content_type, kanban_status, coalesce(c.n, 0) AS counted, coalesce(r.n, 0) AS rows FROM (
        SELECT partner_id, day, content_type, kanban_status, sum(n) AS n FROM content_item_count GROUP BY 1, 2, 3, 4
      ) c FULL JOIN (
        SELECT partner_id, (created_at AT TIME ZONE 'UTC')::date AS day, content_type, kanban_status, count(*) AS n
        FROM content_item WHERE settled_at IS NOT NULL GROUP BY 1, 2, 3, 4
      ) r USING (partner_id, day, content_type, kanban_status) WHERE coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  },
  {
    name: 'an item has as many open threads of comments as it says',
    violations: `
      SELECT i.id, i.open_comment_count, c.n FROM content_item i CROSS JOIN LATERAL (
        SELECT count(*) AS n FROM content_comment
        WHERE content_item_id = i.id AND parent_id IS NULL AND resolved_at IS NULL
      ) c WHERE i.open_comment_count <> c.n`,
  },
  {
    name: 'what images show is stored as long as one shows it, in the sizes and bytes that it says',
    violations: `
      SELECT p.id, p.bytes, f.bytes AS stored FROM content_picture p CROSS JOIN LATERAL (
        SELECT coalesce(sum(octet_length(body)), 0) AS bytes, count(*) AS n FROM content_picture_file WHERE content_picture_id = p.id
      ) f WHERE p.bytes <> f.bytes OR f.n <> jsonb_array_length(p.sizes)
        OR NOT EXISTS (SELECT FROM content_image i WHERE i.content_picture_id = p.id AND i.partner_id = p.partner_id)`,
  },
  {
    name: 'the credits of a day and capability are those captured',
    violations: `
      SELECT partner_id, day, capability, d.used, e.used AS captured FROM credit_capability_day d FULL JOIN (
        SELECT partner_id, day, coalesce(capability, 'other') AS capability, sum(amount) AS used
        FROM credit_entry WHERE kind = 'capture' GROUP BY 1, 2, 3
      ) e USING (partner_id, day, capability) WHERE d.used IS DISTINCT FROM e.used`,
  },
  {
    name: 'an Idempotency-Key made at most one record and a record has at most one key',
    violations: `
      SELECT made_type, made_id, count(*) AS n FROM idempotency_key
      WHERE made_id IS NOT NULL AND made_type NOT IN ('seo_job', 'invoice_job') -- which requests share
      GROUP BY 1, 2 HAVING count(*) > 1`,
  },
  {
    name: 'an analysis holds credits at most while it is open',
    violations: `
      SELECT j.id, j.status FROM seo_job j
      JOIN credit_entry h ON h.partner_id = j.partner_id AND h.reference = 'seo-job:' || j.row_key AND h.kind = 'hold'
      WHERE (j.status IN ${OPEN_ANALYSIS}) = EXISTS (
        SELECT FROM credit_entry r WHERE r.partner_id = h.partner_id AND r.reference = h.reference AND r.kind = 'release')`,
  },
  {
    name: 'an analysis is paid for exactly when it has a comment',
    violations: `
      SELECT j.id, j.status, c.amount FROM seo_job j
      LEFT JOIN credit_entry c ON c.partner_id = j.partner_id AND c.reference = 'seo-job:' || j.row_key AND c.kind = 'capture'
      WHERE NOT j.sandbox AND (c.id IS NOT NULL) <> (j.result->'content_analysis'->>'ai_comment' IS NOT NULL)`,
  },
  {
    name: 'no analysis is open',
    atRest: true,
    violations: `SELECT id, status FROM seo_job WHERE status IN ${OPEN_ANALYSIS}`,
  },
  {
    name: 'an event has a delivery for each webhook that subscribes to it',
    violations: `
      SELECT e.id, w.id AS webhook FROM platform_event e
      JOIN webhook_endpoint w ON w.partner_id = e.partner_id AND e.type = ANY (w.events) AND w.created_at <= e.occurred_at
      WHERE w.deleted_at IS NULL AND NOT EXISTS (
        SELECT FROM webhook_delivery d WHERE d.endpoint_id = w.id AND d.event_id = e.id)`,
  },
  {
    name: 'a delivery has ended, or is held by a whole lease or by none',
    violations: `
      SELECT id, status, finished_at, lease_token, lease_until, lease_instance FROM webhook_delivery
      WHERE (status = 'pending') <> (finished_at IS NULL)
        OR num_nulls(lease_token, lease_until, lease_instance) NOT IN (0, 3)
        OR (lease_token IS NOT NULL AND status <> 'pending')`,
  },
  {
    name: 'attempts are numbered without gaps, and all but one under way are recorded',
    violations: `
      SELECT d.id, d.attempts, d.lease_token IS NOT NULL AS held, a.n AS recorded, a.last FROM webhook_delivery d
      CROSS JOIN LATERAL (
        SELECT count(*) AS n, coalesce(max(number), 0) AS last FROM webhook_attempt WHERE delivery_id = d.id) a
      WHERE a.n <> a.last OR d.attempts <> a.n + (d.lease_token IS NOT NULL)::int`,
  },
  {
    // Drills send nothing again that was delivered.
    name: 'what was delivered succeeded once, at its last attempt, and nothing else did',
    violations: `
      SELECT d.id, d.status, a.succeeded, a.last FROM webhook_delivery d
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE outcome = 'succeeded') AS succeeded,
               (array_agg(outcome ORDER BY number DESC))[1] AS last FROM webhook_attempt WHERE delivery_id = d.id) a
      WHERE a.succeeded <> (d.status = 'delivered')::int OR (d.status = 'delivered' AND a.last <> 'succeeded')`,
  },
  {
    name: 'a delivery counts no failure that is not recorded',
    violations: `
      SELECT d.id, d.failures, a.failed FROM webhook_delivery d
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE outcome = 'failed') AS failed FROM webhook_attempt WHERE delivery_id = d.id) a
      WHERE d.failures > a.failed`,
  },
  {
    name: 'no execution is open',
    atRest: true,
    violations: `SELECT id, status FROM execution WHERE status IN ${OPEN}`,
  },
  {
    name: 'no command waits',
    atRest: true,
    violations: 'SELECT id, kind, attempts, last_error FROM outbox WHERE parked_at IS NULL',
  },
  {
    name: 'no webhook delivery is due or held',
    atRest: true,
    violations: `
      SELECT id, endpoint_id, due_at, lease_until FROM webhook_delivery
      WHERE status = 'pending' AND (due_at <= clock_timestamp() OR lease_token IS NOT NULL)`,
  },
  {
    name: 'no drain is awake for a webhook',
    atRest: true,
    violations: `
      SELECT id, woken_at, drain_token, drain_instance FROM webhook_endpoint
      WHERE drain_token IS NOT NULL OR drain_instance IS NOT NULL OR (woken_at IS NOT NULL AND NOT paused AND deleted_at IS NULL)`,
  },
];

/** Every broken invariant in words, with the first rows that break it; empty: all hold. */
export async function brokenInvariants(query: Query, options: { atRest: boolean }): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, violations, atRest } of INVARIANTS) {
    if (atRest && !options.atRest) continue;
    const rows = await query(violations);
    if (rows.length > 0)
      broken.push(`Not true that ${name}: ${rows.length} × such as ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}
