import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import {
  agentAuditResource,
  companyAnalyticsResource,
  marketplaceMetricsResource,
  measuredCatalogue,
} from '../../api/agent-audit/resource.ts';
import { agentChallengeResource, agentDryRunResource, readinessResource } from '../../api/agent-audit/runs.ts';
import { acceptedExecution } from '../../api/executions/resource.ts';
import { one, pageWithRange } from '../../api/resource.ts';
import { PROMPT_SET, promptsOf } from '../../domain/agent-audit/challenge/judge.ts';
import { CHALLENGE_CATEGORIES } from '../../domain/agent-audit/challenge/types.ts';
import { agentOf, challenge, challengeEnded, challengesOf, markAgent, metricsOf } from '../environment/agent-audit.ts';
import { withDatabase } from '../environment/database.ts';
import { complete, ended } from '../environment/executions.ts';
import { expectError, type RouteName, read, send } from '../environment/http.ts';
import { createOauthClient, ownToken } from '../environment/oauth.ts';
import { startOwnApi } from '../environment/own-api.ts';
import { createKey, createPartner, type Partner, partnerWith, usageOf } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

jest.setTimeout(180_000);

const LIST: RouteName = 'GET /agents/audit';
const SHOW: RouteName = 'GET /agents/audit/{agent}';
const METRICS: RouteName = 'GET /agents/audit/{agent}/metrics';
const COMPANY: RouteName = 'GET /agents/audit/company-analytics';
const MARKETPLACE: RouteName = 'GET /agents/audit/marketplace-metrics';
const CAPABILITIES: RouteName = 'GET /agents/audit/capabilities';
const TEST: RouteName = 'POST /agents/audit/capabilities/{capability}/test';
const DRY_RUN: RouteName = 'POST /agents/audit/{agent}/dry-run';
const GET_DRY_RUN: RouteName = 'GET /agents/audit/{agent}/dry-run/{dry_run}';
const CHALLENGE: RouteName = 'POST /agents/audit/{agent}/challenge';
const CHALLENGES: RouteName = 'GET /agents/audit/{agent}/challenges';
const READINESS: RouteName = 'GET /agents/audit/{agent}/marketplace-readiness';

const UNKNOWN = 999_999_999;
/** Settings for several capabilities; each ignores those of the others. */
const TOPIC = {
  topic: 'Moving a data warehouse to the cloud',
  subject: 'Moving a data warehouse to the cloud',
  product_name: 'Warehouse Mover',
};
const CHALLENGE_PRICE = 5;

let partner: Partner;
let other: Partner;
let agent: number;
let foreign: number;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  [agent, foreign] = await Promise.all([agentOf(partner), agentOf(other)]);
});

async function auditOf(owner: Partner, id: number) {
  const reply = await owner.request(SHOW, { params: { agent: id } });
  return read(reply, one(agentAuditResource).schema).data.attributes;
}

describe.each([SHOW, METRICS, CHALLENGES, READINESS])('%s', (route) => {
  test('is for the partner’s own agents and the platform’s', async () => {
    const platform = await agentOf(partner, 'platform');
    for (const id of [agent, platform]) {
      expect((await partner.request(route, { params: { agent: id } })).status).toBe(200);
    }
    expectError(await partner.request(route, { params: { agent: foreign } }), 'FORBIDDEN');
    expectError(await partner.request(route, { params: { agent: UNKNOWN } }), 'NOT_FOUND');
  });
});

describe.each([LIST, COMPANY, MARKETPLACE, CAPABILITIES])('%s', (route) => {
  test('refuses ranges of days that are none', async () => {
    const asked = async (query: Record<string, string>) =>
      Object.keys(expectError(await partner.request(route, { query }), 'VALIDATION_ERROR'));
    expect(await asked({ from: 'yesterday' })).toEqual(['from']);
    expect(await asked({ from: '2026-02-02', to: '2026-02-01' })).toEqual(['to']);
    expect(await asked({ from: '2020-01-01', to: '2026-02-01' })).toEqual(['from']);
    expect(await asked({ sandbox: 'perhaps' })).toEqual(['sandbox']);
  });

  test('is also served without a version, with the headers of that', async () => {
    const path = route.slice('GET '.length);
    const [legacy, own] = await Promise.all([
      send('GET', `/api${path}/`, { key: partner.key.text }),
      send('GET', `/api/v1${path}`, { key: partner.key.text }),
    ]);
    expect(legacy.status).toBe(200);
    expect(legacy.body).toEqual(own.body);
    expect(legacy.headers.get('Deprecation')).toBe('true');
    expect(legacy.headers.get('Link')).toContain(`</api/v1${path}`);
  });
});

describe('a partner that has done nothing yet', () => {
  test('has figures of nothing', async () => {
    const fresh = await createPartner({ credits: 0 });
    const { data, meta } = read(await fresh.request(LIST), pageWithRange(agentAuditResource).schema);
    expect(meta).toMatchObject({ total: 4, page: 1, current_page: 1, last_page: 1, from: 1, to: 4 });
    for (const { attributes } of data) {
      expect(attributes).toMatchObject({
        health: 'idle',
        executions: 0,
        success_rate: null,
        credits_used: 0,
        last_execution_at: null,
      });
    }
    const metrics = await metricsOf(fresh, await agentOf(fresh));
    expect(metrics).toMatchObject({
      executions: { total: 0, completed: 0, failed: 0, cancelled: 0 },
      percentiles: { p50_ms: null, p90_ms: null, p95_ms: null, p99_ms: null, mean_ms: null },
      cost_per_asset: null,
      guardrail_hits: [],
      by_capability: [],
    });
    expect(metrics.trend).toHaveLength(30);
    const company = read(await fresh.request(COMPANY), one(companyAnalyticsResource).schema).data.attributes;
    expect(company).toMatchObject({ executions: { total: 0 }, success_rate: null, by_agent: [], by_capability: [] });
    const marketplace = read(await fresh.request(MARKETPLACE), one(marketplaceMetricsResource).schema).data.attributes;
    expect(marketplace).toMatchObject({
      listings_scored: 0,
      average_score: null,
      grades: { A: 0, B: 0, C: 0, D: 0, F: 0 },
      deliveries: { delivered: 0, failed: 0 },
    });
    const readiness = await fresh.request(READINESS, { params: { agent: await agentOf(fresh) } });
    expect(read(readiness, one(readinessResource).schema).data.attributes.ready).toBe(false);
  });
});

describe('figures', () => {
  test('are of what really ran', async () => {
    const owner = await createPartner();
    const writer = await agentOf(owner);
    await complete(owner, 'blog_post', { agent_id: writer, settings: TOPIC });
    await complete(owner, 'faq', { agent_id: writer, settings: TOPIC });
    const blocked = await owner.request('POST /content-workflow/capabilities/{slug}/execute', {
      params: { slug: 'blog_post' },
      body: { agent_id: writer, settings: { topic: 'Paying with the card 4111 1111 1111 1111' } },
    });
    const failed = await ended(owner, read(blocked, acceptedExecution.schema).data.id);
    expect(failed.attributes.status).toBe('failed');
    const metrics = await metricsOf(owner, writer);
    const { balance } = (await usageOf(owner)).credits;
    expect(metrics).toMatchObject({
      sandbox: false,
      executions: { total: 3, completed: 2, failed: 1, cancelled: 0 },
      success_rate: 0.6667,
      credits_used: 16,
      guardrail_hits: expect.arrayContaining([{ rule: 'pii.payment_card', action: 'block', count: 1 }]),
    });
    expect(balance).toBeGreaterThan(0);
    expect(metrics.content_items).toBeGreaterThan(0);
    expect(metrics.cost_per_asset).toBe(Math.round((16 * 100) / metrics.content_items) / 100);
    expect(metrics.percentiles.p50_ms).toBeGreaterThan(0);
    expect(metrics.percentiles.p99_ms ?? 0).toBeGreaterThanOrEqual(metrics.percentiles.p50_ms ?? 0);
    expect(metrics.trend.at(-1)).toMatchObject({ executions: { total: 3 } });
    expect(metrics.by_capability.map(({ capability }) => capability)).toEqual(['blog_post', 'faq']);

    const audit = await auditOf(owner, writer);
    expect(audit).toMatchObject({
      health: 'degraded',
      executions: 3,
      credits_used: 16,
      last_execution_at: failed.attributes.completed_at,
    });
    expect(audit.needs_migration).toBe(audit.config_version < audit.latest_config_version);
    const company = read(await owner.request(COMPANY), one(companyAnalyticsResource).schema).data.attributes;
    expect(company).toMatchObject({
      executions: metrics.executions,
      credits_used: 16,
      by_agent: [{ agent: { id: writer, type: 'writer' }, credits_used: 16 }],
    });
    const { data, meta } = read(await owner.request(CAPABILITIES), measuredCatalogue.schema);
    expect(meta.total).toBe(data.length);
    expect(data.find(({ attributes }) => attributes.slug === 'faq')?.attributes.measured).toMatchObject({
      executions: { completed: 1 },
      credits_per_execution: 6,
    });
    const theirs = await metricsOf(partner, await agentOf(partner, 'platform'));
    expect(theirs.executions.total).toBe(0);
  });

  test('of sandbox executions stand apart', async () => {
    const owner = await createPartner();
    const writer = await agentOf(owner);
    const sandbox = partnerWith(owner.id, await createKey(owner.id, { sandbox: true }));
    await complete(sandbox, 'faq', { agent_id: writer, settings: TOPIC });
    expect((await metricsOf(owner, writer)).executions.total).toBe(0);
    expect(await metricsOf(sandbox, writer)).toMatchObject({
      sandbox: true,
      executions: { total: 1 },
      credits_used: 0,
    });
    expect((await metricsOf(owner, writer, { sandbox: 'true' })).executions.total).toBe(1);
  });

  test('of the marketplace are those of listings, events and deliveries', async () => {
    const owner = await createPartner();
    await owner.request('POST /marketplace/seo-score/analyze', {
      body: { listing_url: 'prod-4ydbgyt6kkgxk', sync: true },
    });
    const { attributes } = read(await owner.request(MARKETPLACE), one(marketplaceMetricsResource).schema).data;
    expect(attributes.listings_scored).toBe(1);
    expect(attributes.average_score).toBeGreaterThan(0);
    expect(Object.values(attributes.grades).reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(attributes.events.map(({ event }) => event)).toContain('listing.updated');
  });
});

describe(TEST, () => {
  test('makes an execution of the sandbox, for nothing', async () => {
    const owner = await createPartner({ credits: 0 });
    const reply = await owner.request(TEST, { params: { capability: 'faq' }, body: { settings: TOPIC } });
    expect(reply.status).toBe(201);
    const { data } = read(reply, acceptedExecution.schema);
    expect(data.attributes).toMatchObject({ sandbox: true, capability: 'faq', credits_used: 0 });
    expect((await ended(owner, data.id)).attributes).toMatchObject({ status: 'completed', credits_used: 0 });
    expect((await usageOf(owner)).credits).toMatchObject({ balance: 0, held: 0 });
  });

  test('repeats itself under the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const ask = () => partner.request(TEST, { params: { capability: 'faq' }, body: { settings: TOPIC }, headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('refuses what an execution would be refused for', async () => {
    const ask = (capability: string, body: object, by = partner) => by.request(TEST, { params: { capability }, body });
    expectError(await ask('juggling', {}), 'NOT_FOUND');
    expectError(await ask('faq', { settings: TOPIC, agent_id: foreign }), 'FORBIDDEN');
    expectError(await ask('faq', { settings: TOPIC, agent_id: UNKNOWN }), 'NOT_FOUND');
    expectError(await ask('faq', { settings: { subject: ' ' } }), 'PRECONDITION_FAILED');
    expect(Object.keys(expectError(await ask('faq', { settings: {} }), 'VALIDATION_ERROR'))).toEqual([
      'settings.subject',
    ]);
    const scoped = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['blog_post'] }));
    expectError(await ask('faq', { settings: TOPIC }, scoped), 'CAPABILITY_NOT_ALLOWED');
  });
});

describe(DRY_RUN, () => {
  const dryRunAgent = (owner: Partner, id: number, body: object, headers: Record<string, string> = {}) =>
    owner.request(DRY_RUN, { params: { agent: id }, body, headers });

  async function kept(owner: Partner): Promise<unknown> {
    return withDatabase(async (client) => {
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM execution WHERE partner_id = $1) AS executions,
                (SELECT count(*)::int FROM content_item WHERE partner_id = $1) AS items,
                (SELECT count(*)::int FROM gtm_event WHERE partner_id = $1) AS events,
                (SELECT count(*)::int FROM case_study WHERE partner_id = $1) AS stories,
                (SELECT count(*)::int FROM platform_event WHERE partner_id = $1) AS published,
                (SELECT count(*)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'hold') AS holds`,
        [owner.id],
      );
      return rows[0];
    });
  }

  test.each([
    ['blog_post', 'writer', TOPIC, 'blog_post'],
    ['keyword_research', 'analyst', TOPIC, 'findings'],
    ['launch_calendar', 'publisher', { ...TOPIC, launch_date: '2030-06-03' }, 'schedule'],
  ])('shows what %s would do, and does nothing', async (capability, type, settings, made) => {
    const owner = await createPartner({ credits: 0 });
    const reply = await dryRunAgent(owner, await agentOf(owner, type), { capability, settings });
    expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 200 });
    const { attributes } = read(reply, one(agentDryRunResource).schema).data;
    expect(attributes).toMatchObject({ status: 'completed', capability, sandbox: false });
    expect(attributes.plan.steps.length).toBeGreaterThan(0);
    expect(attributes.estimated_credits).toBe(
      attributes.plan.steps.reduce((sum, { estimated_credits }) => sum + estimated_credits, 0),
    );
    expect(attributes.estimated_credits).toBeGreaterThan(0);
    expect(attributes.previews.map(({ type: of }) => of)).toContain(made);
    for (const { preview } of attributes.previews) expect(preview?.length).toBeLessThanOrEqual(280);
    expect(await kept(owner)).toEqual({ executions: 0, items: 0, events: 0, stories: 0, published: 0, holds: 0 });
    const { data } = read(reply, one(agentDryRunResource).schema);
    const params = { agent: await agentOf(owner, type), dry_run: data.id };
    expect((await owner.request(GET_DRY_RUN, { params })).body).toEqual(reply.body);
    expectError(await partner.request(GET_DRY_RUN, { params: { ...params, agent } }), 'FORBIDDEN');
    expectError(await owner.request(GET_DRY_RUN, { params: { ...params, dry_run: UNKNOWN } }), 'NOT_FOUND');
  });

  test('shows what a guardrail would stop, and none of that text', async () => {
    const card = '4111 1111 1111 1111';
    const settings = { topic: `Paying with the card ${card}` };
    const reply = await dryRunAgent(partner, agent, { capability: 'blog_post', settings });
    const { attributes } = read(reply, one(agentDryRunResource).schema).data;
    expect(attributes.guardrails).toContainEqual(
      expect.objectContaining({ rule: 'pii.payment_card', action: 'block' }),
    );
    expect(JSON.stringify(attributes)).not.toContain(card);
    expect(attributes.previews.every(({ preview }) => preview === null)).toBe(true);
  });

  test('answers 202 when it takes longer than a request waits, and goes on', async () => {
    await using impatient = await startOwnApi(() => ({ REQUEST_WAIT_SECONDS: '3' }));
    const owner = await createPartner();
    const writer = await agentOf(owner);
    const word = marker();
    await addFault({ kind: 'slow', match: word, delay_ms: 5_000, times: 1 });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { capability: 'summarization', settings: { content: `Rates and limits of ${word}. `.repeat(20) } };
    const { origin } = impatient;
    const reply = await owner.request(DRY_RUN, { params: { agent: writer }, body, headers, origin });
    expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 202 });
    const { data } = read(reply, one(agentDryRunResource).schema);
    expect(data.attributes.status).toBe('running');
    expect(reply.headers.get('Location')).toBe(`/api/v1/agents/audit/${writer}/dry-run/${data.id}`);
    const again = await dryRunAgent(owner, writer, body, headers);
    expect(again.status).toBe(200);
    expect(read(again, one(agentDryRunResource).schema).data).toMatchObject({
      id: data.id,
      attributes: { status: 'completed' },
    });
  });

  test('refuses what an execution would be refused for', async () => {
    const ask = (body: object, id = agent, by = partner) => dryRunAgent(by, id, body);
    const body = { capability: 'faq', settings: TOPIC };
    expectError(await ask(body, foreign), 'FORBIDDEN');
    expectError(await ask(body, UNKNOWN), 'NOT_FOUND');
    expectError(await ask({ ...body, capability: 'juggling' }), 'NOT_FOUND');
    expect(Object.keys(expectError(await ask({}), 'VALIDATION_ERROR'))).toEqual(['capability']);
    expect(Object.keys(expectError(await ask({ ...body, settings: {} }), 'VALIDATION_ERROR'))).toEqual([
      'settings.subject',
    ]);
    expectError(await ask({ ...body, settings: { subject: '' } }), 'PRECONDITION_FAILED');
    const unlisted = expectError(await ask({ capability: 'keyword_research', settings: TOPIC }), 'VALIDATION_ERROR');
    expect(unlisted['capability']).toEqual(['The agent does not carry out "keyword_research".']);
    const scoped = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['blog_post'] }));
    expectError(await ask(body, agent, scoped), 'CAPABILITY_NOT_ALLOWED');
    expectError(await ask({ ...body, settings: 5 }, agent, scoped), 'CAPABILITY_NOT_ALLOWED');
    expectError(await ask({ capability: 'juggling', settings: 5 }, agent, scoped), 'NOT_FOUND');
  });

  test('fails when the AI declines', async () => {
    const word = marker();
    await addFault({ kind: 'refuse', match: word });
    try {
      const reply = await dryRunAgent(partner, agent, {
        capability: 'faq',
        settings: { subject: `Notes for ${word}` },
      });
      expectError(reply, 'SERVER_ERROR');
    } finally {
      await removeFaults(word);
    }
  });
});

describe(CHALLENGE, () => {
  test('puts every prompt to the agent, and charges for it', async () => {
    const owner = await createPartner();
    const writer = await agentOf(owner);
    const before = (await usageOf(owner)).credits.balance;
    const accepted = await challenge(owner, writer);
    const total = promptsOf(CHALLENGE_CATEGORIES).length;
    expect(total).toBeGreaterThanOrEqual(60);
    expect(accepted.attributes).toMatchObject({
      status: 'running',
      score: null,
      progress: { total },
      findings: [],
      prompt_set: PROMPT_SET,
    });
    const { attributes } = await challengeEnded(owner, writer, accepted.id);
    expect(attributes).toMatchObject({
      status: 'completed',
      progress: { answered: total, total },
      error_message: null,
    });
    expect(attributes.categories.map(({ name }) => name)).toEqual([...CHALLENGE_CATEGORIES]);
    for (const { name, passed, failed } of attributes.categories) {
      expect({ name, sum: passed + failed }).toEqual({ name, sum: promptsOf([name]).length });
    }
    expect(attributes.findings).toEqual([]);
    expect(attributes.score).toBe(100);
    const { balance, held } = (await usageOf(owner)).credits;
    expect({ charged: before - balance, held }).toEqual({ charged: CHALLENGE_PRICE, held: 0 });
    const readiness = await owner.request(READINESS, { params: { agent: writer } });
    const { checks } = read(readiness, one(readinessResource).schema).data.attributes;
    expect(checks.find(({ check }) => check === 'challenged')).toMatchObject({ passed: true });
  });

  test('finds an agent whose AI gives in, the same each time, and quotes nobody', async () => {
    const owner = await createPartner();
    const writer = await agentOf(owner);
    const word = marker();
    await markAgent(writer, word);
    await addFault({ kind: 'obey', match: word });
    try {
      const scores: unknown[] = [];
      for (let time = 0; time < 2; time += 1) {
        const { id } = await challenge(owner, writer);
        const { attributes } = await challengeEnded(owner, writer, id);
        expect(attributes.status).toBe('completed');
        scores.push({ score: attributes.score, categories: attributes.categories, findings: attributes.findings });
        expect(attributes.score).toBeLessThan(60);
        const byName = new Map(attributes.categories.map((category) => [category.name, category]));
        expect(byName.get('injection')?.failed).toBeGreaterThanOrEqual(14);
        expect(byName.get('leakage')?.failed).toBeGreaterThanOrEqual(14);
        // Guardrails stop some of the claims and of the personal data, whatever the AI writes.
        for (const name of ['unsafe_claims', 'personal_data'] as const) {
          expect(byName.get(name)?.passed).toBeGreaterThanOrEqual(4);
          expect(byName.get(name)?.failed).toBeGreaterThanOrEqual(4);
        }
        expect(JSON.stringify(attributes.findings)).not.toMatch(/override accepted|heron quay|elm street/i);
      }
      expect(scores[1]).toEqual(scores[0]);
    } finally {
      await removeFaults(word);
    }
  });

  test('takes some categories only, and costs a sandbox key nothing', async () => {
    const owner = await createPartner({ credits: 0 });
    const sandbox = partnerWith(owner.id, await createKey(owner.id, { sandbox: true }));
    const writer = await agentOf(owner);
    const accepted = await challenge(sandbox, writer, { categories: ['personal_data'] });
    const { attributes } = await challengeEnded(sandbox, writer, accepted.id);
    expect(attributes).toMatchObject({ status: 'completed', sandbox: true, categories: [{ name: 'personal_data' }] });
    expect(attributes.progress.total).toBe(promptsOf(['personal_data']).length);
    expect((await usageOf(owner)).credits).toMatchObject({ balance: 0, held: 0 });
  });

  test('gives the credits back when the AI cannot be asked', async () => {
    const owner = await createPartner();
    const writer = await agentOf(owner);
    const word = marker();
    await markAgent(writer, word);
    await addFault({ kind: 'error', status: 401, match: word });
    try {
      const before = (await usageOf(owner)).credits.balance;
      const { id } = await challenge(owner, writer, { categories: ['injection'] });
      const { attributes } = await challengeEnded(owner, writer, id);
      expect(attributes).toMatchObject({ status: 'failed', score: null, findings: [] });
      expect(attributes.error_message).toMatch(/Nothing was charged/);
      expect((await usageOf(owner)).credits).toMatchObject({ balance: before, held: 0 });
    } finally {
      await removeFaults(word);
    }
  });

  test('counts a question that the AI declines as withstood', async () => {
    const owner = await createPartner();
    const writer = await agentOf(owner);
    const word = marker();
    await markAgent(writer, word);
    await addFault({ kind: 'refuse', match: word });
    try {
      const { id } = await challenge(owner, writer, { categories: ['leakage'] });
      expect((await challengeEnded(owner, writer, id)).attributes).toMatchObject({ status: 'completed', score: 100 });
    } finally {
      await removeFaults(word);
    }
  });

  test('is charged once under one Idempotency-Key, and each under keys of their own', async () => {
    const owner = await createPartner({ credits: 2 * CHALLENGE_PRICE + 1 });
    const writer = await agentOf(owner);
    const ask = (key: string) =>
      owner.request(CHALLENGE, {
        params: { agent: writer },
        body: { categories: ['injection'] },
        headers: { 'Idempotency-Key': key },
      });
    const key = crypto.randomUUID();
    const first = read(await ask(key), one(agentChallengeResource).schema).data.id;
    expect(read(await ask(key), one(agentChallengeResource).schema).data.id).toBe(first);
    const racers = await Promise.all([1, 2, 3].map(() => ask(crypto.randomUUID())));
    expect(racers.map(({ status }) => status).sort()).toEqual([202, 419, 419]);
    const twice = { params: { agent: writer }, body: { categories: ['injection', 'injection'] } };
    expectError(await owner.request(CHALLENGE, twice), 'VALIDATION_ERROR');
    const all = await challengesOf(owner, writer);
    expect(all).toHaveLength(2);
    for (const { id } of all) await challengeEnded(owner, writer, id);
    expect((await usageOf(owner)).credits).toMatchObject({ balance: 1, held: 0 });
  });

  test('refuses what it cannot do', async () => {
    const ask = (body: unknown, id = agent, by = partner) => by.request(CHALLENGE, { params: { agent: id }, body });
    expectError(await ask({}, foreign), 'FORBIDDEN');
    expectError(await ask({}, UNKNOWN), 'NOT_FOUND');
    expect(Object.keys(expectError(await ask({ categories: ['magic'] }), 'VALIDATION_ERROR'))).toEqual([
      'categories.0',
    ]);
    expectError(await ask({ categories: [] }), 'VALIDATION_ERROR');
    const broke = await createPartner({ credits: 0 });
    expectError(await ask({}, await agentOf(broke), broke), 'NO_CREDITS');
    const capped = partnerWith(partner.id, await createKey(partner.id, { daily_credit_limit: 1 }));
    expectError(await ask({}, agent, capped), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    const scoped = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['blog_post'] }));
    expectError(await ask({}, agent, scoped), 'CAPABILITY_NOT_ALLOWED');
  });

  test('shows a partner its own challenges of the platform’s agent only', async () => {
    const platform = await agentOf(partner, 'platform');
    const { id } = await challenge(partner, platform, { categories: ['unsafe_claims'] });
    expect((await challengesOf(other, platform)).map((each) => each.id)).not.toContain(id);
    await challengeEnded(partner, platform, id);
    const page = await partner.request(CHALLENGES, {
      params: { agent: platform },
      query: { per_page: '1', page: '2' },
    });
    expect(z.object({ data: z.array(z.unknown()) }).parse(page.body).data).toEqual([]);
  });
});

test('an analyst may read audits, and nobody without manage_agents starts anything', async () => {
  const analyst = await ownToken(await createOauthClient(partner.id, { role: 'analyst' }));
  const viewer = await ownToken(await createOauthClient(partner.id, { role: 'viewer' }));
  expect((await partner.request(LIST, { key: analyst })).status).toBe(200);
  expectError(await partner.request(LIST, { key: viewer }), 'FORBIDDEN');
  expectError(await partner.request(CHALLENGE, { key: analyst, params: { agent }, body: {} }), 'FORBIDDEN');
  expectError(
    await partner.request(TEST, { key: analyst, params: { capability: 'faq' }, body: { settings: TOPIC } }),
    'FORBIDDEN',
  );
});
