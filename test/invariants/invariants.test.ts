import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../environment/service.ts';
import type { Query } from './database.ts';
import { brokenInvariants, INVARIANTS } from './invariants.ts';

jest.setTimeout(60_000);

/** Something that would break each invariant, done to a database in which all hold. */
const BREAKS: Record<string, string> = {
  'an account has what its ledger says': 'UPDATE credit_account SET balance = balance + 1',
  'an account holds the sum of its open holds': 'UPDATE credit_account SET held = held + 1',
  'a settled hold was captured or released to the last credit': `UPDATE credit_entry SET amount = amount + 1 WHERE kind = 'release'`,
  "a key's day counts its holds and captures": 'UPDATE credit_key_day SET used = used + 1',
  'an execution holds credits exactly while it is open': `UPDATE execution SET status = 'executing' WHERE status = 'completed'`,
  'a completed execution paid for its steps, once': `UPDATE execution SET credits_used = 20 WHERE status = 'completed'`,
  'an execution without a result paid nothing': `UPDATE execution SET status = 'failed' WHERE status = 'completed'`,
  'a completed execution finished all its steps': `UPDATE execution_step SET status = 'pending'`,
  'no step runs in an ended execution': `UPDATE execution_step SET status = 'running'`,
  'a finished step has exactly the items that it says it made': 'DELETE FROM content_item',
  'the items of an execution that are not in the trash are on the board exactly when it is completed':
    'UPDATE content_item SET settled_at = NULL',
  'an execution begins and ends once': `INSERT INTO execution_event (execution_id, type, data, created_at)
    SELECT execution_id, type, data, now() FROM execution_event WHERE type = 'status'`,
  'a finished step finished once': `INSERT INTO execution_event (execution_id, type, data, created_at)
    SELECT execution_id, type, data, now() FROM execution_event WHERE type = 'step'`,
  'an outcome is published once': `INSERT INTO platform_event (id, partner_id, type, data, occurred_at)
    SELECT id || '2', partner_id, type, data, now() FROM platform_event`,
  'the totals of the list are the number of rows': 'DELETE FROM execution_count WHERE n > 0',
  'the counts of the board are the number of items on it': 'DELETE FROM content_item_count',
  'an item has as many open threads of comments as it says': 'UPDATE content_item SET open_comment_count = 1',
  'the credits of a day and capability are those captured': 'UPDATE credit_capability_day SET used = used + 1',
  'an Idempotency-Key made at most one record and a record has at most one key': `INSERT INTO idempotency_key
    (owner, method, path, key, fingerprint, made_type, made_id, created_at, expires_at)
    SELECT owner, method, path, key || '2', fingerprint, made_type, made_id, now(), now() FROM idempotency_key`,
  'an analysis holds credits at most while it is open': `UPDATE seo_job
    SET status = 'processing', claim_token = gen_random_uuid(), result = NULL`,
  'an analysis is paid for exactly when it has a comment': `UPDATE seo_job SET result = '{}'`,
  'no analysis is open': `UPDATE seo_job SET status = 'pending', result = NULL`,
  'a purchase has the credits that the ledger says, and an order whose invoice is paid, or in part': `INSERT INTO purchase
    (gateway, subject, partner_id, credits_granted, created_at, updated_at) SELECT 'generic', 'x', partner_id, 5, now(), now() FROM credit_account`,
  'what purchases gave, took back and are owed is what the account got of them': `UPDATE credit_account SET debt = 1;
    INSERT INTO purchase (gateway, subject, partner_id, created_at, updated_at) SELECT 'generic', 'y', partner_id, now(), now() FROM credit_account`,
  'an account that owes credits has none available': 'UPDATE credit_account SET debt = 1, balance = held + 1',
  'an event of a payment gateway was carried out, or says why not': `INSERT INTO payment_event
    (row_key, gateway, event_id, type, payload, created_at, updated_at) VALUES (gen_random_uuid(), 'generic', 'x', 'x', '', now(), now())`,
  'a generation holds its price exactly while it runs, and paid for a case study or nothing': `INSERT INTO case_study_generation
    (row_key, partner_id, status, story, context, sandbox, created_at, completed_at, updated_at)
    SELECT row_key, partner_id, 'completed', '{}', '{}', false, now(), now(), now() FROM execution`,
  'an embedding holds its credits exactly while it runs, and paid for a whole document or nothing': `
    WITH space AS (INSERT INTO knowledge_space (model, dimensions) VALUES ('x', 64) RETURNING id)
    INSERT INTO knowledge_embedding (row_key, partner_id, space_id, sandbox, status, passages, embedded, credits, created_at, completed_at,
                                     updated_at)
    SELECT e.row_key, e.partner_id, space.id, false, 'completed', 1, 1, 1, now(), now(), now() FROM execution e, space`,
  'a document that is found by meaning has one vector of its space for each passage, and no other signature': `
    WITH space AS (INSERT INTO knowledge_space (model, dimensions) VALUES ('x', 64) RETURNING id),
    base AS (
      INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) SELECT partner_id, 'x', now(), now() FROM execution RETURNING id
    ), document AS (
      INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, status, content_hash, bytes, passages, embedding_space_id,
                                      created_at, updated_at)
      SELECT gen_random_uuid(), base.id, 'x', 'text', 'ready', '', 1, 1, space.id, now(), now() FROM base, space
      RETURNING id, knowledge_base_id
    )
    INSERT INTO knowledge_passage (knowledge_base_id, document_id, section, text, search)
    SELECT knowledge_base_id, id, '', 'x', '' FROM document`,
  'what images show is stored as long as one shows it, in the sizes and bytes that it says': `
    INSERT INTO content_picture (partner_id, content_hash, mime, width, height, bytes, sizes, created_at)
    SELECT id, 'x', 'image/png', 1, 1, 0, '[]', now() FROM partner LIMIT 1`,
  'an event has a delivery for each webhook that subscribes to it': 'DELETE FROM webhook_delivery',
  'a delivery has ended, or is held by a whole lease or by none': 'UPDATE webhook_delivery SET lease_until = now()',
  'attempts are numbered without gaps, and all but one under way are recorded':
    'UPDATE webhook_delivery SET attempts = attempts + 1',
  'what was delivered succeeded once, at its last attempt, and nothing else did': `UPDATE webhook_attempt SET outcome = 'failed'`,
  'a delivery counts no failure that is not recorded': 'UPDATE webhook_delivery SET failures = 1',
  'no execution is open': `UPDATE execution SET status = 'pending'`,
  'no command waits': `INSERT INTO outbox (kind, command, created_at) VALUES ('x', '{}', now())`,
  'no webhook delivery is due or held': `UPDATE webhook_delivery SET status = 'pending', finished_at = NULL`,
  'no drain is awake for a webhook': 'UPDATE webhook_endpoint SET woken_at = now()',
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { partner, key } = await service.createCaller();
  await service.dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, credits_held, credits_used, settings, context,
                            notify_on_complete, sandbox, created_at, updated_at)
     SELECT '00000000-0000-4000-8000-000000000001', $1, id, 'blog_post', 'completed', 'normal', 12, 10, '{}', '{}', true, false, now(), now()
     FROM agent WHERE partner_id IS NULL`,
    [partner.id],
  );
  await service.dataSource.query(
    `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                          include_content_analysis, sandbox, status, result, created_at, completed_at, updated_at)
     VALUES ('00000000-0000-4000-8000-000000000002', $1, 'prod-4x7kq2m9ab', 'default', '', '', false, true, false, 'completed',
             '{"content_analysis": {"ai_comment": "Good."}}', now(), now(), now())`,
    [partner.id],
  );
  const reference = 'execution:00000000-0000-4000-8000-000000000001';
  const analysis = 'seo-job:00000000-0000-4000-8000-000000000002';
  for (const [kind, amount, of] of [
    ['grant', 100, 'welcome'],
    ['hold', 12, reference],
    ['capture', 10, reference],
    ['release', 2, reference],
    ['hold', 5, analysis],
    ['capture', 5, analysis],
    ['release', 0, analysis],
  ]) {
    await service.dataSource.query(
      `INSERT INTO credit_entry (partner_id, kind, amount, reference, lineage_id, day, created_at)
       VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN NULL::bigint ELSE $6::bigint END, current_date, now())`,
      [partner.id, kind, amount, of, kind === 'grant', key.id],
    );
  }
  for (const statement of [
    `UPDATE credit_account SET balance = 85, held = 0 WHERE partner_id = ${partner.id}`,
    `INSERT INTO credit_key_day (lineage_id, day, used) VALUES (${key.id}, current_date, 15)`,
    `INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, estimated_credits, status, credits_used, output)
     SELECT id, 'post', 0, 'write', 'Write', '{}', 10, 'completed', 10, '{"type": "content", "items": [{}]}' FROM execution`,
    `INSERT INTO content_item (partner_id, execution_id, step, title, content_type, kanban_status, body, preview, word_count, sandbox,
                               settled_at, created_at, updated_at)
     SELECT partner_id, id, 'post', 'Title', 'blog_post', 'generated', 'Body', 'Body', 1, false, now(), now(), now() FROM execution`,
    `INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT id, 'status', '{"status": "completed"}'::jsonb, now() FROM execution
     UNION ALL SELECT id, 'step', '{"key": "post", "status": "completed"}', now() FROM execution`,
    `INSERT INTO platform_event (id, partner_id, type, data, occurred_at)
     SELECT 'evt_1', partner_id, 'content.generated', jsonb_build_object('execution_id', id), now() FROM execution`,
    `INSERT INTO webhook_endpoint (row_key, partner_id, url, events, secret, active, created_at, updated_at)
     SELECT '00000000-0000-4000-8000-000000000002', partner_id, 'https://example.com/', '{content.generated}', '', true, occurred_at, now()
     FROM platform_event`,
    `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, attempts, due_at, created_at, finished_at)
     SELECT w.id, e.id, e.type, 'delivered', 1, now(), now(), now() FROM webhook_endpoint w, platform_event e`,
    `INSERT INTO webhook_attempt (delivery_id, number, outcome, response_code, duration_ms, started_at)
     SELECT id, 1, 'succeeded', 200, 1, now() FROM webhook_delivery`,
    `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, made_type, made_id, created_at, expires_at)
     SELECT 'partner:1', 'POST', '/', 'key', '', 'execution', id, now(), now() FROM execution`,
  ]) {
    await service.dataSource.query(statement);
  }
});
afterAll(() => service.stop());

test('all hold in a sound database', async () => {
  const query: Query = (text, values) => service.dataSource.query(text, values);
  expect(await brokenInvariants(query, { atRest: true })).toEqual([]);
});

describe('a breach is found when it is not true that', () => {
  test.each(INVARIANTS.map(({ name }) => name))('%s', async (name) => {
    const runner = service.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      // The books refuse what only a fault of the database could do to them.
      await runner.query('ALTER TABLE credit_entry DISABLE TRIGGER credit_entry_immutable');
      await runner.query(BREAKS[name] ?? '');
      const query: Query = (text, values) => runner.query(text, values);
      const broken = await brokenInvariants(query, { atRest: true });
      expect(broken.join('\n')).toContain(`Not true that ${name}`);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
