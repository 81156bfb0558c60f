import { rollUpGuardrailHits, rollUpOutcomes } from '../../domain/agent-audit/steps/housekeeping.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createDataSource } from '../../infra/database/data-source.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const SMALL = 3_000;
const LARGE = 300_000;
const ROUNDS = 60;
const AIM = '<= 1.5';
/** Capabilities over which the executions are spread. */
const CAPABILITIES = ['blog_post', 'faq', 'newsletter', 'translation', 'summarization'];

/** Figures of agents, of a partner with many executions against one with few; latencies from a tenth of a second to some minutes. */
export const agentAudit: Measurement = {
  name: 'agent-audit',
  async run(bench) {
    const { stack, database, report } = bench;
    const [few, many] = await makePartners(stack, 2);
    if (!few || !many) throw new Error('There are no partners.');
    report(`agent-audit: ending ${SMALL + LARGE} executions`);
    await fill(bench, few, SMALL);
    await fill(bench, many, LARGE);
    await rollUpTotals(bench);
    for (const table of ['execution', 'execution_outcome_count', 'guardrail_hit_count']) {
      await database.query(`VACUUM ANALYZE ${table}`);
    }
    const routes: [name: string, path: (agent: number) => string][] = [
      ['list of audits', () => '/agents/audit'],
      ['metrics of an agent', (agent) => `/agents/audit/${agent}/metrics`],
      ['company analytics', () => '/agents/audit/company-analytics'],
      ['capabilities', () => '/agents/audit/capabilities'],
    ];
    const [ours, reference] = await Promise.all([agentOf(bench, many), agentOf(bench, few)]);
    const results: Result[] = [];
    for (const [name, path] of routes) {
      report(`agent-audit: ${name}`);
      await resetLimits(database);
      const timed = (partner: BenchPartner, agent: number) => async () => {
        const startedAt = performance.now();
        await call(stack, 'GET', path(agent), partner.headers);
        return performance.now() - startedAt;
      };
      const pairs = await fairShare(ROUNDS, timed(many, ours), timed(few, reference));
      results.push({
        name: `Agent audit, ${name}: ${LARGE} executions against ${SMALL}`,
        ours: `${median(pairs.ours).toFixed(1)} ms`,
        reference: `${median(pairs.reference).toFixed(1)} ms`,
        ...comparisonOf(pairs),
        aim: AIM,
      });
    }
    return results;
  },
};

async function agentOf({ database }: Bench, partner: BenchPartner): Promise<number> {
  const { rows } = await database.query('SELECT min(id) AS id FROM agent WHERE partner_id = $1', [partner.id]);
  return Number(rows[0].id);
}

/**
 * Executions of the last thirty days that end as the product ends them, by a change of their status; of the triggers only the one that
 * counts outcomes fires, since the others would take minutes.
 */
async function fill({ database }: Bench, partner: BenchPartner, rows: number): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('ALTER TABLE execution ENABLE ALWAYS TRIGGER execution_outcome_count_add');
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, settings, context, notify_on_complete, sandbox,
                              created_at, updated_at)
       SELECT gen_random_uuid(), $1, (SELECT min(id) FROM agent WHERE partner_id = $1), ($3::text[])[1 + n % 5], 'executing', 'normal', '{}',
              '{}', false, false, at, at
       FROM generate_series(1, $2::int) AS n, LATERAL (SELECT now() - interval '1 hour' - interval '29 days' * n / $2 AS at)`,
      [partner.id, rows, CAPABILITIES],
    );
    await client.query(
      `UPDATE execution SET status = CASE WHEN id % 20 = 0 THEN 'failed' WHEN id % 33 = 0 THEN 'cancelled' ELSE 'completed' END,
                            credits_used = 10,
                            completed_at = created_at + interval '100 milliseconds' * power(2000, (id * 7919 % 1000) / 1000.0)
       WHERE partner_id = $1`,
      [partner.id],
    );
    await client.query('ALTER TABLE execution ENABLE TRIGGER execution_outcome_count_add');
  } finally {
    client.release(true);
  }
}

/** As the worker does within a minute. */
async function rollUpTotals({ stack }: Bench): Promise<void> {
  const url = stack.urls.databaseUrl ?? '';
  const dataSource = createDataSource({ url, poolSize: 2, applicationName: 'marketwright-bench' });
  await dataSource.initialize();
  try {
    await perform({ db: dataSource.manager }, rollUpOutcomes, {});
    await perform({ db: dataSource.manager }, rollUpGuardrailHits, {});
  } finally {
    await dataSource.destroy();
  }
}
