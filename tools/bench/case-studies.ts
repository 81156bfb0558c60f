import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const SMALL = 1_000;
const LARGE = 200_000;
const ROUNDS = 60;

/** Queries of the list that a partner can ask of few and of many case studies. */
const QUERIES: [name: string, query: string][] = [
  ['page 1', ''],
  ['page 1 of one status', '?status=submitted'],
  ['page 1 of public ones', '?is_public=true'],
  ['page 1 of both', '?status=submitted&is_public=true'],
];

/** The list of case studies, of a partner with many against one with few. */
export const caseStudies: Measurement = {
  name: 'case-studies',
  async run(bench) {
    const { stack, database, report } = bench;
    const [few, many] = await makePartners(stack, 2);
    if (!few || !many) throw new Error('There are no partners.');
    report(`case studies: inserting ${SMALL + LARGE}`);
    await fill(bench, few, SMALL);
    await fill(bench, many, LARGE);
    await database.query('VACUUM ANALYZE case_study');
    const results: Result[] = [];
    for (const [name, query] of QUERIES) {
      report(`case studies: ${name}`);
      await resetLimits(database);
      const pairs = await fairShare(ROUNDS, timed(bench, many, query), timed(bench, few, query));
      results.push({
        name: `List case studies, ${name}: ${LARGE} against ${SMALL}`,
        aim: 'about 1',
        ours: `${median(pairs.ours).toFixed(1)} ms`,
        reference: `${median(pairs.reference).toFixed(1)} ms`,
        ...comparisonOf(pairs),
      });
    }
    return results;
  },
};

function timed({ stack }: Bench, { headers }: BenchPartner, query: string) {
  return async () => {
    const startedAt = performance.now();
    await call(stack, 'GET', `/partners/case-studies${query}`, headers);
    return performance.now() - startedAt;
  };
}

/** Case studies with long texts; one in twenty is submitted, one in ten public. */
async function fill({ database }: Bench, partner: BenchPartner, rows: number): Promise<void> {
  await database.query(
    `INSERT INTO case_study (partner_id, status, company_name, problem_statement, proposed_solution, outcomes, country, start_date, end_date,
                             industry_verticals, use_cases, is_public, case_study_title, sandbox, submitted_at, created_at, updated_at)
     SELECT $1, CASE WHEN n % 20 = 0 THEN 'submitted' ELSE 'draft' END, 'Customer ' || n, repeat('What went wrong. ', 40),
            repeat('What was done. ', 40), repeat('What came of it. ', 40), 'Germany', '2025-01-15', '2025-06-30', '{Retail}', '{Migration}',
            n % 10 = 0, 'How customer ' || n || ' moved', false, CASE WHEN n % 20 = 0 THEN at END, at, at
     FROM generate_series(1, $2::int) AS n, LATERAL (SELECT now() - interval '365 days' * ($2 - n) / $2 AS at)`,
    [partner.id, rows],
  );
}
