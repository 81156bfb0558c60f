import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sequentialScans } from '../../../test/environment/sequential-scans.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { perform } from '../../kernel/step.ts';
import { deleteBatch } from '../store.ts';
import { listRetained, purgeTable } from './purge-table.ts';

const NOW = new Date('2026-06-01T00:00:00Z');

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  service.setClock(NOW);
  const partner = await service.createPartner();
  await service.createKey(partner);
  await service.dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, priority, settings, context, notify_on_complete, sandbox,
                            created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 1, 'blog_post', 'normal', '{}', '{}', false, false, $2, $2)`,
    [partner.id, NOW],
  );
  await service.dataSource.query(
    `INSERT INTO webhook_endpoint (row_key, partner_id, url, events, secret, active, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'https://example.com', '{}', '', true, $2, $2)`,
    [partner.id, NOW],
  );
  await service.dataSource.query(
    `INSERT INTO workflow_trigger (row_key, partner_id, name, capability_slug, type, event_name, filter, input, active, sandbox,
                                   created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'x', 'faq', 'event', 'cosell.created', '{}', '{}', false, false, $2, $2)`,
    [partner.id, NOW],
  );
});

afterAll(() => service.stop());

/** One row that expired a second ago and one that has not; and how to count what is left. */
const TABLES: [string, number, string][] = [
  [
    'execution_event',
    30,
    `INSERT INTO execution_event (execution_id, type, data, created_at) VALUES (1, 'status', '{}', $1)`,
  ],
  [
    'execution_exchange',
    30,
    `INSERT INTO execution_exchange (execution_id, step, answer, is_cut, created_at) VALUES (1, gen_random_uuid()::text, 'x', false, $1)`,
  ],
  [
    'trigger_firing',
    90,
    `INSERT INTO trigger_firing (row_key, trigger_id, occurrence, event_id, chain, status, created_at, updated_at)
     SELECT gen_random_uuid(), id, gen_random_uuid()::text, 'evt', '[]', 'pending', $1, $1 FROM workflow_trigger`,
  ],
  [
    'platform_event',
    30,
    `INSERT INTO platform_event VALUES ('evt_' || gen_random_uuid()::varchar(20), 1, 'x', '{}', $1)`,
  ],
  [
    'checkout',
    30,
    `INSERT INTO checkout (row_key, partner_id, gateway, item, quantity, amount_minor, currency, expires_at, created_at)
     SELECT gen_random_uuid(), id, 'stripe', 'x', 1, 1, 'USD', $1, $1 FROM partner`,
  ],
  [
    'audit_log',
    400,
    `INSERT INTO audit_log (actor_kind, action, resource_type, resource_id, request_id, created_at)
     VALUES ('system', 'test.row', 'x', '1', 'r', $1)`,
  ],
  [
    'ai_call',
    400,
    `INSERT INTO ai_call (task, model, sandbox, outcome, requests, input_tokens, output_tokens, duration_ms, created_at)
     VALUES ('write', 'm', false, 'ok', 1, 1, 1, 1, $1)`,
  ],
  [
    'agent_batch_migration',
    400,
    `INSERT INTO agent_batch_migration (row_key, partner_id, dry_run, actor, created_at, completed_at, updated_at)
     VALUES (gen_random_uuid(), 1, false, 'x', $1, $1, $1)`,
  ],
  [
    'caller_day',
    400,
    `INSERT INTO caller_day (partner_id, day, caller_kind, caller_id, requests, errors)
     SELECT 1, $1::timestamptz AT TIME ZONE 'UTC', 'user', coalesce(max(id), 0) + 1, 1, 0 FROM caller_day`,
  ],
  [
    'key_error',
    7,
    `INSERT INTO key_error (partner_id, key_id, status, code, method, route, request_id, created_at)
     SELECT partner_id, id, 404, 'NOT_FOUND', 'GET', '/x', 'r', $1 FROM partner_key`,
  ],
  [
    'idempotency_key',
    0,
    `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, created_at, expires_at)
     VALUES ('partner:1', 'POST', '/x', gen_random_uuid()::text, '', $1, $1)`,
  ],
  [
    'notification',
    90,
    `WITH person AS (
       INSERT INTO app_user (partner_id, email, name, role, created_at, updated_at)
       VALUES (1, gen_random_uuid() || '@example.com', 'x', 'viewer', $1, $1) RETURNING id)
     INSERT INTO notification (partner_id, user_id, kind, in_page, by_mail, created_at)
     SELECT 1, id, 'mention', true, false, $1 FROM person`,
  ],
  [
    'mail',
    30,
    `INSERT INTO mail (row_key, partner_id, recipient, template, language, values, status, expires_at, created_at, updated_at)
     VALUES (gen_random_uuid(), 1, 'a@example.com', 'x', 'en', '{}', 'sent', $1, $1, $1)`,
  ],
  [
    'user_session',
    30,
    `WITH person AS (
       INSERT INTO app_user (partner_id, email, name, role, created_at, updated_at)
       VALUES (1, gen_random_uuid() || '@example.com', 'x', 'viewer', $1, $1) RETURNING id)
     INSERT INTO user_session (user_id, session_key, device, network, created_at, last_used_at)
     SELECT id, uuid_send(gen_random_uuid()), 'x', 'x', $1, $1 FROM person`,
  ],
  [
    'user_link',
    30,
    `WITH someone AS (
       INSERT INTO app_user (partner_id, email, name, role, created_at, updated_at)
       VALUES (1, gen_random_uuid() || '@example.com', 'x', 'viewer', $1, $1) RETURNING id)
     INSERT INTO user_link (user_id, kind, secret_hash, expires_at, created_at)
     SELECT id, 'invitation', gen_random_uuid()::text::bytea, $1, $1 FROM someone`,
  ],
  ['reconciliation_run', 400, `INSERT INTO reconciliation_run (started_at, found) VALUES ($1, '[]')`],
  ['rate_counter', 0, `INSERT INTO rate_counter VALUES (gen_random_uuid()::text, 1, $1)`],
  ['outbox', 30, `INSERT INTO outbox (kind, command, created_at, parked_at) VALUES ('x', '{}', $1, $1)`],
  [
    'webhook_delivery',
    90,
    `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at)
     VALUES (1, 'evt_' || gen_random_uuid()::varchar(20), 'x', 'delivered', $1, $1)`,
  ],
  [
    'seo_job',
    90,
    `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                          include_content_analysis, sandbox, status, error, created_at, completed_at, updated_at)
     VALUES (gen_random_uuid(), 1, 'prod-4x7kq2m9ab', 'default', '', '', false, false, false, 'failed', 'x', $1, $1, $1)`,
  ],
  [
    'case_study_generation',
    30,
    `INSERT INTO case_study_generation (row_key, partner_id, status, story, context, sandbox, error, created_at, completed_at, updated_at)
     VALUES (gen_random_uuid(), 1, 'failed', '{}', '{}', false, 'x', $1, $1, $1)`,
  ],
  [
    'knowledge_embedding',
    30,
    `WITH space AS (
       INSERT INTO knowledge_space (model, dimensions) VALUES (gen_random_uuid()::text, 512) RETURNING id)
     INSERT INTO knowledge_embedding (row_key, partner_id, space_id, sandbox, status, passages, embedded, credits, error,
                                      created_at, completed_at, updated_at)
     SELECT gen_random_uuid(), 1, id, false, 'failed', 1, 0, 1, 'x', $1, $1, $1 FROM space`,
  ],
  [
    'agent_challenge',
    400,
    `INSERT INTO agent_challenge (row_key, partner_id, agent_id, agent_revision, config_version, categories, prompt_set, status, total, sandbox,
                                  error, created_at, completed_at, updated_at)
     VALUES (gen_random_uuid(), 1, 1, 1, 1, '[]', '1', 'failed', 1, false, 'x', $1, $1, $1)`,
  ],
  [
    'agent_evaluation_run',
    400,
    `WITH evaluation AS (
       INSERT INTO agent_evaluation (partner_id, name, prompts, created_at, updated_at) VALUES (1, 'x', '[]', $1, $1) RETURNING id
     )
     INSERT INTO agent_evaluation_run (row_key, partner_id, evaluation_id, subjects, sandbox, status, total, error, created_at, completed_at, updated_at)
     SELECT gen_random_uuid(), 1, id, '[]', false, 'failed', 1, 'x', $1, $1, $1 FROM evaluation`,
  ],
  [
    'knowledge_evaluation_run',
    400,
    `WITH base AS (
       INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) VALUES (1, 'x', $1, $1) RETURNING id
     ), evaluation AS (
       INSERT INTO knowledge_evaluation (partner_id, knowledge_base_id, name, questions, created_at, updated_at)
       SELECT 1, id, 'x', '[]', $1, $1 FROM base RETURNING id
     )
     INSERT INTO knowledge_evaluation_run (row_key, partner_id, evaluation_id, status, total, created_at, completed_at, updated_at)
     SELECT gen_random_uuid(), 1, id, 'cancelled', 1, $1, $1, $1 FROM evaluation`,
  ],
  [
    'agent_dry_run',
    30,
    `INSERT INTO agent_dry_run (row_key, partner_id, agent_id, agent_revision, capability, status, settings, context, sandbox, plan_summary,
                                steps, created_at, completed_at, updated_at)
     VALUES (gen_random_uuid(), 1, 1, 1, 'faq', 'completed', '{}', '{}', false, 'x', '[]', $1, $1, $1)`,
  ],
  [
    'payment_event',
    400,
    `INSERT INTO payment_event (row_key, gateway, event_id, type, payload, status, reason, created_at, updated_at)
     VALUES (gen_random_uuid(), 'stripe', 'evt_' || gen_random_uuid(), 'x', '', 'ignored', 'x', $1, $1)`,
  ],
  [
    'invoice_job',
    400,
    `INSERT INTO invoice_job (row_key, partner_id, kind, status, max_orders, created_at, completed_at, updated_at)
     VALUES (gen_random_uuid(), 1, 'backfill', 'completed', 1, $1, $1, $1)`,
  ],
  [
    'invoice_file',
    30,
    `WITH made AS (
       INSERT INTO invoice (partner_id, billing_type, billing_name, currency, subtotal_minor, tax_minor, total_minor, total_amount, created_at,
                            updated_at)
       VALUES (1, 'demo', 'x', 'EUR', 0, 0, 0, 0, $1, $1) RETURNING id)
     INSERT INTO invoice_file (invoice_id, content_hash, pdf, created_at) SELECT id, 'x', '', $1 FROM made`,
  ],
  [
    'credit_note_file',
    30,
    `WITH credited AS (
       INSERT INTO invoice (partner_id, billing_type, billing_name, currency, subtotal_minor, tax_minor, total_minor, total_amount, created_at,
                            updated_at)
       VALUES (1, 'demo', 'x', 'EUR', 0, 0, 0, 0, $1, $1) RETURNING id),
     made AS (
       INSERT INTO credit_note (number, invoice_id, partner_id, currency, reference, reason, amount_minor, tax_minor, created_at)
       SELECT 'CN-' || id, id, 1, 'EUR', 'x', 'x', 1, 0, $1 FROM credited RETURNING id)
     INSERT INTO credit_note_file (credit_note_id, content_hash, pdf, created_at) SELECT id, 'x', '', $1 FROM made`,
  ],
  [
    'gtm_event',
    31,
    `INSERT INTO gtm_event (id, partner_id, status, title, scheduled_at, all_day, timezone, occupied_from, occupied_until, event_type, channel,
                            sandbox, created_at, updated_at, cancelled_at)
     VALUES ('evt_' || gen_random_uuid()::varchar(20), 1, 'cancelled', 'x', $1, false, 'UTC', $1, $1, 'webinar', 'email', false, $1, $1, $1)`,
  ],
  [
    'content_item',
    30,
    `INSERT INTO content_item (partner_id, title, content_type, kanban_status, body, preview, word_count, sandbox, created_at, updated_at,
                               deleted_at)
     VALUES (1, 'x', 'blog_post', 'ready', '', '', 0, false, $1, $1, $1)`,
  ],
  [
    'writer_message',
    365,
    `INSERT INTO writer_message (partner_id, post_type, fields, language, tone, context, creativity, maximum_length, number_of_results,
                                 sandbox, created_at)
     VALUES (1, 'post_generator', '{}', 'en', 'x', '{}', 0.5, 100, 1, false, $1)`,
  ],
  [
    'dry_run_session',
    90,
    `INSERT INTO dry_run_session (row_key, token, partner_id, agent_id, agent_revision, rate, sandbox, status, summary, expires_at, ended_at,
                                  created_at, updated_at)
     VALUES (gen_random_uuid(), gen_random_uuid()::text, 1, 1, 1, 1, false, 'ended', '{}', $1, $1, $1, $1)`,
  ],
  [
    'mcp_change',
    10 / 1_440,
    `INSERT INTO mcp_change (partner_id, sequence, kind, created_at)
     SELECT 1, 1 + count(*), 'tools', $1 FROM mcp_change`,
  ],
  [
    'mcp_session',
    1,
    `INSERT INTO mcp_session (id, partner_id, subject, client_id, protocol_version, client_name, client_version, position, created_at,
                              last_seen_at)
     VALUES (gen_random_uuid()::text, 1, 's', 'c', '2025-11-25', 'c', '1', 0, $1, $1)`,
  ],
  [
    'oauth_record',
    0,
    `INSERT INTO oauth_record (kind, key, payload, expires_at, created_at)
     VALUES ('Session', gen_random_uuid()::text::bytea, '', $1, $1)`,
  ],
  [
    'oauth_client',
    30,
    `INSERT INTO oauth_client (client_id, name, metadata, created_at) VALUES (gen_random_uuid()::text, 'x', '{}', $1)`,
  ],
];

test('every table with a retention is tried here', async () => {
  const { tables } = await perform(service.deps, listRetained, {});
  expect(tables.sort()).toEqual([...TABLES.map(([table]) => table), 'listing_watch'].sort());
});

test('what is kept for good, or is no table, loses nothing', async () => {
  expect(await perform(service.deps, purgeTable, { table: 'partner' })).toEqual({ deleted: 0 });
});

test.each(TABLES)('%s loses what is past its time and nothing else', async (table, days, insert) => {
  const limit = NOW.getTime() - days * 86_400_000;
  const { dataSource, deps } = service;
  await dataSource.query(insert, [new Date(limit - 1000)]);
  await dataSource.query(insert, [new Date(limit + 1000)]);
  const before = await count(table);
  const heard: unknown[] = [];
  const report = (deleted: unknown) => void heard.push(deleted);
  expect(await perform(deps, purgeTable, { table }, { report })).toEqual({ deleted: 1 });
  expect(heard.at(-1)).toBe(1);
  expect(await count(table)).toBe(before - 1);
  expect(await perform(deps, purgeTable, { table })).toEqual({ deleted: 0 });
});

test('of programs, those of partners and those that somebody consents to stay', async () => {
  const { dataSource, deps } = service;
  const old = new Date(NOW.getTime() - 31 * 86_400_000);
  await dataSource.query(
    `INSERT INTO oauth_client (client_id, partner_id, role, name, metadata, created_at)
     VALUES ('of-partner', 1, 'viewer', 'x', '{}', $1), ('consented', NULL, NULL, 'x', '{}', $1)`,
    [old],
  );
  await dataSource.query(
    `INSERT INTO oauth_record (kind, key, client_id, payload, expires_at, created_at)
     VALUES ('Grant', 'consented', 'consented', '', $2, $1)`,
    [old, new Date(NOW.getTime() + 1000)],
  );
  expect(await perform(deps, purgeTable, { table: 'oauth_client' })).toEqual({ deleted: 0 });
  expect(await count('oauth_client')).toBe(3);
});

test('what would still be sent without its payload is given up', async () => {
  const { dataSource, deps } = service;
  await dataSource.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at)
     VALUES (1, 'evt_old', 'x', 'pending', $1, $1)`,
    [new Date(NOW.getTime() - 31 * 86_400_000)],
  );
  await perform(deps, purgeTable, { table: 'platform_event' });
  const [row] = await dataSource.query(
    `SELECT d.status, d.attempts, a.outcome, a.error_class FROM webhook_delivery d
     LEFT JOIN webhook_attempt a ON a.delivery_id = d.id AND a.number = d.attempts WHERE d.event_id = 'evt_old'`,
  );
  expect(row).toEqual({ status: 'failed', attempts: 1, outcome: 'failed', error_class: 'payload_gone' });
});

test('a batch costs the same however large the table is: nothing reads all of it', async () => {
  const { dataSource } = service;
  await dataSource.query(
    `INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT 1, 'status', '{}', CASE WHEN n <= 100 THEN $1 ELSE $2 END::timestamptz FROM generate_series(1, 20000) AS n`,
    [new Date(NOW.getTime() - 31 * 86_400_000), NOW],
  );
  await dataSource.query('ANALYZE execution_event');
  const before = new Date(NOW.getTime() - 30 * 86_400_000);
  const table = { name: 'execution_event', since: 'created_at', days: 30, beforeDelete: [] };
  let deleted = 0;
  const scans = await dataSource.transaction((em) =>
    sequentialScans(em, table.name, async () => {
      deleted = await deleteBatch(em, table, before);
    }),
  );
  expect({ deleted, scans }).toEqual({ deleted: 100, scans: 0 });
});

test('a row that somebody has locked stays for the next night, and keeps no other', async () => {
  const { dataSource, deps } = service;
  const old = new Date(NOW.getTime() - 31 * 86_400_000);
  await service.fill(
    `INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT 1, 'status', '{}', $1 FROM generate_series(1, 12000)`,
    [old],
  );
  await dataSource.transaction(async (em) => {
    await em.query('SELECT FROM execution_event WHERE created_at = $1 ORDER BY id LIMIT 1 FOR UPDATE', [old]);
    expect(await perform(deps, purgeTable, { table: 'execution_event' })).toEqual({ deleted: 11_999 });
  });
  expect(await perform(deps, purgeTable, { table: 'execution_event' })).toEqual({ deleted: 1 });
});

test('a purge that is aborted deletes nothing more', async () => {
  const stopped = perform(service.deps, purgeTable, { table: 'audit_log' }, { signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow();
});

async function count(table: string): Promise<number> {
  const [row] = await service.dataSource.query(`SELECT count(*) AS n FROM ${table}`);
  return row.n;
}

test('who watches a listing is dropped with the last score of it', async () => {
  const limit = NOW.getTime() - 90 * 86_400_000;
  const { dataSource, deps } = service;
  const watch = (listing: string) =>
    dataSource.query('INSERT INTO listing_watch VALUES ($1, 1, $2)', [listing, new Date(limit - 1000)]);
  const scored = (listing: string, at: number) =>
    dataSource.query(
      `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                            include_content_analysis, sandbox, status, result, created_at, completed_at, updated_at)
       VALUES (gen_random_uuid(), 1, $1, 'default', '', '', false, false, false, 'completed', '{}', $2, $2, $2)`,
      [listing, new Date(at)],
    );
  await Promise.all([watch('prod-scored-now'), watch('prod-scored-then'), watch('prod-never-scored')]);
  await Promise.all([scored('prod-scored-now', limit + 1000), scored('prod-scored-then', limit - 1000)]);
  await perform(deps, purgeTable, { table: 'seo_job' });
  await perform(deps, purgeTable, { table: 'listing_watch' });
  expect(await dataSource.query('SELECT listing_id FROM listing_watch')).toEqual([{ listing_id: 'prod-scored-now' }]);
});
