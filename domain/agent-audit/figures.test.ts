import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AgentAudit1700000029000 } from '../../infra/database/migrations/0029-agent-audit.ts';
import { sequentialScans } from '../../test/environment/sequential-scans.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { perform } from '../kernel/step.ts';
import type { Partner } from '../partners/types.ts';
import { readLatencies, readOutcomes } from './figure-store.ts';
import { getAgentMetrics, getCompanyAnalytics } from './operations/metrics.ts';
import { getAgentAudit, listAgentAudits, listMeasuredCapabilities } from './operations/reads.ts';
import { rollUpGuardrailHits, rollUpOutcomes } from './steps/housekeeping.ts';

jest.setTimeout(120_000);

const NOW = new Date('2030-03-31T12:00:00Z');

let service: TestService;
let partner: Partner;
let call: Call;
let writer: number;
let analyst: number;

beforeAll(async () => {
  service = await startTestService();
  service.setClock(NOW);
});
afterAll(() => service.stop());

beforeEach(async () => {
  ({ partner, call } = await service.createCaller());
  const agents: { id: number }[] = await service.dataSource.query(
    'SELECT id FROM agent WHERE partner_id = $1 ORDER BY id',
    [partner.id],
  );
  [writer, analyst] = agents.map(({ id }) => id) as [number, number];
});

interface Ran {
  status?: 'completed' | 'failed' | 'cancelled';
  agent?: number;
  capability?: string;
  sandbox?: boolean;
  endedAt?: string;
  tookMs?: number;
  credits?: number;
  items?: number;
  hits?: [step: string, rule: string, action: string][];
  reused?: string;
}

/** Ends an execution as the product does, by a change of its status. */
async function ran({
  status = 'completed',
  agent = writer,
  capability = 'blog_post',
  sandbox = false,
  endedAt = '2030-03-30T10:00:00Z',
  tookMs = 1_000,
  credits = status === 'completed' ? 10 : 0,
  items = 0,
  hits = [],
  reused,
}: Ran = {}): Promise<number> {
  const { dataSource } = service;
  const ended = new Date(endedAt);
  const [row]: { id: number }[] = await dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, settings, context, notify_on_complete, sandbox,
                            created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'executing', 'normal', '{}', '{}', false, $4, $5, $5) RETURNING id`,
    [partner.id, agent, capability, sandbox, new Date(ended.getTime() - tookMs)],
  );
  const id = row?.id ?? 0;
  for (const step of new Set([...hits.map(([key]) => key), ...(reused ? [reused] : [])])) {
    await dataSource.query(
      `INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, estimated_credits, reused_from)
       VALUES ($1, $2, 0, 'write', 'x', '{}', 1, $3)`,
      [id, step, step === reused ? id : null],
    );
  }
  for (const [step, rule, action] of hits) {
    await dataSource.query(`INSERT INTO guardrail_hit VALUES ($1, $2, $3, $4, 'x')`, [id, step, rule, action]);
  }
  await dataSource.query(
    `INSERT INTO content_item (partner_id, execution_id, step, ordinal, title, content_type, kanban_status, body, preview, word_count,
                               sandbox, created_at, updated_at)
     SELECT $1, $2, 'post', n, 'x', 'blog_post', 'generated', 'x', 'x', 1, $3, now(), now() FROM generate_series(1, $4::int) AS n`,
    [partner.id, id, sandbox, items],
  );
  await dataSource.query(
    `UPDATE execution SET status = $2, completed_at = $3, credits_used = $4, progress_percentage = $5, error_message = $6 WHERE id = $1`,
    [id, status, ended, credits, status === 'completed' ? 100 : 50, status === 'failed' ? 'It failed.' : null],
  );
  return id;
}

const metrics = (input: object = {}, agent = writer, by = call) =>
  service.run(by, getAgentMetrics, { params: { agent }, input });

async function rollUp(): Promise<void> {
  const deps = { db: service.dataSource.manager };
  await perform(deps, rollUpOutcomes, {});
  await perform(deps, rollUpGuardrailHits, {});
}

describe('what an execution came to is counted once it ends', () => {
  test('and adds up', async () => {
    for (const tookMs of [1_000, 2_000, 3_000, 40_000]) await ran({ tookMs, items: 2 });
    await ran({ status: 'failed', hits: [['post', 'pii.email', 'block']], items: 1 });
    await ran({ status: 'cancelled' });
    await ran({
      capability: 'faq',
      credits: 6,
      hits: [
        ['a', 'claim.banned', 'review'],
        ['b', 'claim.banned', 'review'],
      ],
    });
    await ran({ agent: analyst, credits: 99 });
    const before = await metrics();
    expect(before.figures).toMatchObject({
      executions: { total: 7, completed: 5, failed: 1, cancelled: 1 },
      successRate: 0.8333,
      creditsUsed: 46,
      contentItems: 8,
      meanLatencyMs: 9_400,
      lastEndedAt: new Date('2030-03-30T10:00:00Z'),
    });
    expect(before.hits).toEqual([
      { rule: 'claim.banned', action: 'review', count: 2 },
      { rule: 'pii.email', action: 'block', count: 1 },
    ]);
    expect(before.byCapability.map(({ capability, figures }) => [capability, figures.executions.total])).toEqual([
      ['blog_post', 6],
      ['faq', 1],
    ]);
    // Within a bucket's width of the true values, which are 2,000 and 40,000 ms.
    for (const [found, known] of [
      [before.latency.p50_ms, 2_000],
      [before.latency.p99_ms, 40_000],
    ]) {
      expect(Math.abs(Math.log2((found ?? 0) / (known ?? 0)))).toBeLessThanOrEqual(0.25);
    }
    await rollUp();
    expect(await metrics()).toEqual(before);
    const rows: { n: number }[] = await service.dataSource.query(
      'SELECT count(*)::int AS n FROM execution_outcome_count WHERE partner_id = $1 AND NOT folded',
      [partner.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('by the day on which it ended, whatever becomes of it then', async () => {
    const id = await ran({ endedAt: '2030-03-29T23:59:59Z' });
    await ran({ endedAt: '2030-03-30T00:00:01Z' });
    await service.dataSource.query(`UPDATE execution SET status = 'archived' WHERE id = $1`, [id]);
    const { trend, scope } = await metrics();
    expect(scope.period).toEqual({ from: '2030-03-02', to: '2030-03-31' });
    expect(trend).toHaveLength(30);
    expect(trend.filter(({ figures }) => figures.executions.total > 0).map(({ date }) => date)).toEqual([
      '2030-03-29',
      '2030-03-30',
    ]);
    expect((await metrics({ from: '2030-03-30', to: '2030-03-30' })).figures.executions.total).toBe(1);
    expect((await metrics({ to: '2030-03-29' })).figures.executions.total).toBe(1);
    expect((await metrics({ from: '2030-03-31' })).figures.executions.total).toBe(0);
  });

  test('with no hit of a step that a retry took over', async () => {
    await ran({
      reused: 'old',
      hits: [
        ['old', 'claim.banned', 'review'],
        ['new', 'claim.banned', 'review'],
      ],
    });
    expect((await metrics()).hits).toEqual([{ rule: 'claim.banned', action: 'review', count: 1 }]);
  });

  test('apart from those of sandbox keys', async () => {
    await ran({ sandbox: true, credits: 0 });
    await ran();
    await ran();
    const sandbox = (await service.createKey(partner, { sandbox: true })).call;
    expect((await metrics()).figures.executions.total).toBe(2);
    expect((await metrics({}, writer, sandbox)).figures.executions.total).toBe(1);
    expect((await metrics({ sandbox: true })).figures.executions.total).toBe(1);
    expect((await metrics({ sandbox: false }, writer, sandbox)).figures.executions.total).toBe(2);
  });

  test('of the platform’s agent for each partner apart', async () => {
    const [platform] = await service.dataSource.query('SELECT id FROM agent WHERE partner_id IS NULL');
    await ran({ agent: platform.id });
    const other = (await service.createCaller()).call;
    expect((await metrics({}, platform.id)).figures.executions.total).toBe(1);
    expect((await metrics({}, platform.id, other)).figures.executions.total).toBe(0);
    expect(await codeOf(metrics({}, writer, other))).toBe('FORBIDDEN');
  });
});

test('what ended before the counters were there is counted like what comes after', async () => {
  await ran({ items: 2, tookMs: 5_000 });
  await ran({ status: 'failed', hits: [['post', 'pii.email', 'block']] });
  for (const status of ['completed', 'failed', 'cancelled'] as const) {
    const id = await ran({ status, endedAt: '2030-03-29T10:00:00Z' });
    await service.dataSource.query(`UPDATE execution SET status = 'archived' WHERE id = $1`, [id]);
  }
  const kept = await metrics();
  const runner = service.dataSource.createQueryRunner();
  const migration = new AgentAudit1700000029000();
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();
  expect(await metrics()).toEqual(kept);
  await ran();
  expect((await metrics()).figures.executions.total).toBe(kept.figures.executions.total + 1);
});

test('a bucket of the database is one of latency.ts', async () => {
  const rows: { ms: number; bucket: number }[] = await service.dataSource.query(
    `SELECT ms, latency_bucket(ms) AS bucket FROM unnest(ARRAY[0, 1, 2, 3, 4, 5, 100, 1000, 1024, 1025, 86400000]::bigint[]) AS ms`,
  );
  for (const { ms, bucket } of rows) {
    expect(ms).toBeLessThanOrEqual(2 ** (bucket / 4) * 1.000_001);
    if (ms > 1) expect(ms).toBeGreaterThan(2 ** ((bucket - 1) / 4) * 0.999_999);
  }
});

test('a partner with nothing yet has figures of nothing', async () => {
  const empty = { executions: { total: 0, completed: 0, failed: 0, cancelled: 0 }, successRate: null, creditsUsed: 0 };
  expect((await metrics()).figures).toMatchObject(empty);
  const company = await service.run(call, getCompanyAnalytics);
  expect(company).toMatchObject({ figures: empty, byAgent: [], byCapability: [] });
  expect(company.daily).toHaveLength(30);
  const { rows } = await service.run(call, listAgentAudits);
  expect(rows).toHaveLength(4);
  for (const { figures } of rows) expect(figures).toMatchObject(empty);
  const capabilities = await service.run(call, listMeasuredCapabilities);
  expect(capabilities.every(({ latency }) => latency.p50_ms === null)).toBe(true);
});

test('agents, capabilities and days of a company add up to it', async () => {
  await ran();
  await ran({ agent: analyst, capability: 'keyword_research', credits: 5, endedAt: '2030-03-12T01:00:00Z' });
  await ran({ agent: analyst, capability: 'keyword_research', status: 'failed' });
  const { figures, byAgent, byCapability, daily } = await service.run(call, getCompanyAnalytics);
  expect(figures).toMatchObject({ executions: { total: 3 }, creditsUsed: 15 });
  expect(byAgent.map(({ agent, figures: own }) => [agent.id, own.executions.total])).toEqual([
    [analyst, 2],
    [writer, 1],
  ]);
  expect(byCapability.map(({ capability, figures: own }) => [capability, own.creditsUsed])).toEqual([
    ['keyword_research', 5],
    ['blog_post', 10],
  ]);
  expect(daily.reduce((sum, day) => sum + day.figures.executions.total, 0)).toBe(3);
  const audit = await service.run(call, getAgentAudit, { params: { agent: analyst } });
  expect(audit.figures).toMatchObject({ executions: { total: 2 }, successRate: 0.5 });
});

test.each([
  [{ from: '2029-01-01', to: '2030-03-31' }, ['from']],
  [{ from: '2029-01-01' }, ['from']],
  [{ from: '2030-03-02', to: '2030-03-01' }, ['to']],
])('a range such as %j is refused', async (input, fields) => {
  await expect(metrics(input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: expect.anything() });
  const error = await metrics(input).catch((thrown: { details: object }) => thrown);
  expect(Object.keys((error as { details: object }).details)).toEqual(fields);
});

test.each([[{ to: '0001-01-05' }], [{ to: '9999-12-31' }], [{ from: '9999-01-01' }]])(
  'a range at the end of the calendar, such as %j, has figures of nothing',
  async (input) => {
    expect((await metrics(input)).figures.executions.total).toBe(0);
  },
);

test('figures read the counters by their index', async () => {
  await ran();
  const scope = { period: { from: '2030-03-01', to: '2030-03-31' }, sandbox: false };
  const filter = { partnerId: partner.id, scope, agentIds: [writer] };
  // Statistics, and enough rows of other partners to make a sequential scan more expensive.
  await service.fill(
    `INSERT INTO execution_outcome_count
     SELECT 1000000 + n % 500, '2030-03-05'::date + n % 20, 1, 'blog_post', false, 'completed', n % 40, 1, 1, 1, 1, now(), true
     FROM generate_series(1, 20000) AS n`,
  );
  await service.dataSource.query('ANALYZE execution_outcome_count');
  await service.dataSource.transaction(async (em) => {
    const scans = await sequentialScans(em, 'execution_outcome_count', async () => {
      await readOutcomes(em, filter, ['capability', 'day']);
      await readLatencies(em, filter);
    });
    expect(scans).toBe(0);
  });
});
