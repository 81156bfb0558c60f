import { rollUpExecutionCounts } from '../../domain/executions/steps/housekeeping.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createDataSource } from '../../infra/database/data-source.ts';
import type { BenchPartner } from './api.ts';
import type { Bench } from './measurement.ts';

/** Executions of the last year, over all priorities, three agents and the usual ends. */
export async function fill({ database }: Bench, partner: BenchPartner, rows: number): Promise<void> {
  await database.query(
    `WITH mine AS (SELECT array_agg(id ORDER BY id) AS ids FROM agent WHERE partner_id = $1)
     INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, progress_percentage, credits_used, settings,
                            context, notify_on_complete, sandbox, plan_summary, created_at, started_at, completed_at, updated_at)
     SELECT gen_random_uuid(), $1, mine.ids[1 + n % 3], 'blog_post',
            CASE WHEN n % 20 = 0 THEN 'failed' WHEN n % 33 = 0 THEN 'cancelled' ELSE 'completed' END,
            (ARRAY['low', 'normal', 'normal', 'normal', 'high', 'urgent'])[1 + n % 6], 100, 10,
            '{"topic": "Moving a data warehouse to the cloud"}', '{}', false, false, 'An outline, then the text.', at, at, at, at
     FROM mine, generate_series(1, $2::int) AS n, LATERAL (SELECT now() - interval '365 days' * n / $2 AS at)`,
    [partner.id, rows],
  );
}

/** Rolls up the list's totals, as the worker does each minute, and updates the planner's statistics. */
export async function rollUpTotals({ stack, database }: Bench): Promise<void> {
  const dataSource = createDataSource({
    url: stack.urls.databaseUrl ?? '',
    poolSize: 2,
    applicationName: 'marketwright-bench',
  });
  await dataSource.initialize();
  try {
    await perform({ db: dataSource.manager }, rollUpExecutionCounts, {});
  } finally {
    await dataSource.destroy();
  }
  await database.query('VACUUM ANALYZE execution');
  await database.query('VACUUM ANALYZE execution_count');
}
