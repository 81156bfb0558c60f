import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { perform } from '../domain/kernel/step.ts';
import type { Partner } from '../domain/partners/types.ts';
import { type RefusedRows, refusingRows } from '../test/environment/refused-rows.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import type { WorkerArea } from './area.ts';
import { AREAS } from './areas.ts';

jest.setTimeout(120_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.deps.mail = { ...service.deps.mail, isConfigured: true };
});
afterAll(() => service.stop());

const STEPS = AREAS.flatMap((area: WorkerArea) => area.housekeeping ?? []);

/** Steps of which a test of the area shows the same: what they need cannot be made by a statement. */
const IN_AREAS: Readonly<Record<string, string>> = {
  'ai_writer.stop_lapsed': 'domain/ai-writer/write.test.ts',
  'credits.release_expired_requests': 'domain/credits/paid-request.test.ts',
  'knowledge_bases.begin_embeddings': 'domain/knowledge-bases/embedding.test.ts',
  'listings.publish_pending_events': 'domain/listings/observe.test.ts',
};
/** Steps that are statements over the rows of all partners. */
const ALL_AT_ONCE = ['webhooks.restore_due_times', ...STEPS.map(({ name }) => name).filter(isRollUp)];

function isRollUp(name: string): boolean {
  return name.includes('.roll_up_');
}

/** Rows of a partner that wait for a step. */
interface Waiting {
  step: string;
  /** What they wait for. */
  what: string;
  /** SQL that inserts `$2` rows of the partner `$1`. */
  add: string;
  /** SQL condition on those that still wait, and the table, which is joined to have `partner_id`. */
  open: string;
  /** What is refused while the step works on a partner's row. */
  refused(partnerId: number): RefusedRows;
}

const LONG_AGO = `now() - interval '400 days'`;

const triggers = (what: string, columns: string, values: string, open: string): Waiting => ({
  step: 'workflow_triggers.reconcile',
  what,
  add: `INSERT INTO workflow_trigger (row_key, partner_id, name, capability_slug, type, cron, timezone, input, active, sandbox,
                                      created_at, updated_at, ${columns})
    SELECT gen_random_uuid(), $1, 'x', 'faq', 'schedule', '0 9 * * *', 'UTC', '{}', true, false, now(), now(), ${values}
    FROM generate_series(1, $2)`,
  open: `workflow_trigger WHERE partner_id = $1 AND ${open}`,
  refused: (partnerId) => ({ table: 'workflow_trigger', when: `NEW.partner_id = ${partnerId}` }),
});

const OF_KEY = '(SELECT min(coalesce(lineage_id, id)) FROM partner_key WHERE partner_id = $1)';

const invoices = (step: string, what: string, open: string, table: string): Waiting => ({
  step,
  what,
  add: `INSERT INTO invoice (number, partner_id, billing_type, status, billing_name, currency, subtotal_minor, tax_minor, total_minor,
                             total_amount, created_at, issued_at, due_at, updated_at)
    SELECT 'INV-' || gen_random_uuid()::varchar(20), $1, 'token_pack', 'open', 'x', 'EUR', 100, 0, 100, 1, ${LONG_AGO}, ${LONG_AGO},
           ${LONG_AGO}, ${LONG_AGO}
    FROM generate_series(1, $2)`,
  open: `invoice WHERE partner_id = $1 AND ${open}`,
  refused: (partnerId) => ({ table, when: `NEW.partner_id = ${partnerId}` }),
});

const documents = (step: string, what: string, { state, open }: { state: string; open: string }): Waiting => ({
  step,
  what,
  add: `WITH base AS (
      INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) VALUES ($1, 'x', now(), now()) RETURNING id
    ) INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, content_hash, bytes, passages, created_at, updated_at,
                                      status, waits, source)
    SELECT gen_random_uuid(), id, 'x', 'text', 'x', 1, 0, now(), now(), ${state} FROM base, generate_series(1, $2)`,
  open: `knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id WHERE b.partner_id = $1 AND ${open}`,
  refused: (partnerId) => ({
    table: 'knowledge_document',
    when: `(SELECT partner_id FROM knowledge_base WHERE id = NEW.knowledge_base_id) = ${partnerId}`,
  }),
});

const WAITING: readonly Waiting[] = [
  triggers('credentials that ended', 'next_fire_at', `now() + interval '1 day'`, 'active'),
  triggers('schedules that are late', 'next_fire_at, lineage_id', `${LONG_AGO}, ${OF_KEY}`, 'checked_at IS NULL'),
  triggers(
    'schedules to compare with Temporal',
    'next_fire_at, lineage_id, checked_at',
    `now() + interval '1 day', ${OF_KEY}, ${LONG_AGO}`,
    `checked_at = created_at - interval '400 days'`,
  ),
  {
    step: 'workflow_triggers.reconcile',
    what: 'occurrences whose run was lost',
    add: `WITH own AS (
        INSERT INTO workflow_trigger (row_key, partner_id, name, capability_slug, type, cron, timezone, input, active, sandbox,
                                      created_at, updated_at)
        VALUES (gen_random_uuid(), $1, 'x', 'faq', 'schedule', '0 9 * * *', 'UTC', '{}', false, false, now(), now()) RETURNING id
      ) INSERT INTO trigger_firing (row_key, trigger_id, occurrence, scheduled_for, chain, status, created_at, updated_at)
      SELECT gen_random_uuid(), id, n, ${LONG_AGO}, '[]', 'pending', ${LONG_AGO}, ${LONG_AGO} FROM own, generate_series(1, $2) n`,
    open: `trigger_firing f JOIN workflow_trigger t ON t.id = f.trigger_id WHERE t.partner_id = $1 AND f.status = 'pending'`,
    refused: (partnerId) => ({
      table: 'trigger_firing',
      when: `(SELECT partner_id FROM workflow_trigger WHERE id = NEW.trigger_id) = ${partnerId}`,
    }),
  },
  {
    step: 'seo.start_due',
    what: 'listings to score again',
    add: `INSERT INTO listing_watch (listing_id, partner_id, created_at, rescore_every, next_rescore_at)
      SELECT 'prod-' || gen_random_uuid(), $1, now(), 'daily', ${LONG_AGO} FROM generate_series(1, $2)`,
    open: "listing_watch WHERE partner_id = $1 AND next_rescore_at = created_at - interval '400 days'",
    refused: (partnerId) => ({ table: 'seo_job', when: `NEW.partner_id = ${partnerId}` }),
  },
  {
    step: 'notifications.send_digests',
    what: 'mails with notifications',
    add: `WITH person AS (
        INSERT INTO app_user (partner_id, email, name, role, joined_at, created_at, updated_at)
        SELECT $1, gen_random_uuid() || '@example.com', 'x', 'owner', now(), now(), now() FROM generate_series(1, $2) RETURNING id
      ) INSERT INTO notification (partner_id, user_id, kind, in_page, by_mail, created_at)
      SELECT $1, id, 'mention', true, true, now() FROM person`,
    open: 'notification WHERE partner_id = $1 AND mailed_at IS NULL',
    refused: (partnerId) => ({ table: 'mail', when: `NEW.partner_id = ${partnerId}` }),
  },
  invoices('invoices.publish_overdue', 'events of overdue invoices', 'overdue_published_at IS NULL', 'platform_event'),
  invoices('invoices.write_off', 'invoices to write off', `status = 'open'`, 'audit_log'),
  documents('knowledge_bases.start_waiting', 'documents to read', {
    state: `'pending', true, '\\x00'::bytea`,
    open: 'd.waits',
  }),
  documents('knowledge_bases.reindex_documents', 'documents to index again', {
    state: `'ready', false, NULL`,
    open: 'd.index_version = 0',
  }),
];

/** More than a round of any step does for one partner. */
const MANY = 501;

describe.each(WAITING)('$step: $what', ({ step: name, add, open, refused }) => {
  const step = STEPS.find((each) => each.name === name);
  const fill = async (partner: Partner, count: number) => {
    await service.createKey(partner);
    await service.fill(add, [partner.id, count]);
  };
  const waiting = async ({ id }: Partner): Promise<number> => {
    const [row] = await service.dataSource.query(`SELECT count(*)::int AS n FROM ${open}`, [id]);
    return row.n;
  };
  const round = async () => {
    if (!step) throw new Error(`There is no step ${name}.`);
    await perform(service.deps, step, {});
  };

  test('what fails for one partner, however many rows it has, keeps no other from its turn', async () => {
    const [failing, other] = [await service.createPartner(), await service.createPartner()];
    await fill(failing, MANY);
    await fill(other, 1);
    await refusingRows(service.dataSource, refused(failing.id), () => expect(round()).rejects.toThrow(AggregateError));
    expect(await waiting(other)).toBe(0);
    expect(await waiting(failing)).toBeGreaterThan(0);
  });
});

test('each step of housekeeping is tried, or goes over all rows at once', () => {
  const tried = [...new Set(WAITING.map(({ step }) => step)), ...Object.keys(IN_AREAS), ...ALL_AT_ONCE];
  expect(STEPS.map(({ name }) => name).sort()).toEqual(tried.sort());
  for (const file of Object.values(IN_AREAS)) expect(readFileSync(file, 'utf8')).toContain('refusingRows(');
});
