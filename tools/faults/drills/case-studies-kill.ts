import { CASE_STUDY } from '../../../test/environment/case-study-body.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { eachOf } from '../each-of.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const COUNT = 6;
const PRICE = 15;
/** So slow that every generation is under way when the processes are killed. */
const AI_LATENCY_MS = 3_000;

/** Kills worker and API while requests wait for their case studies; repeats with the same keys get them. */
export const caseStudiesKillDrill: Drill = {
  name: 'case-studies-kill',
  title: `kill -9 of worker, then api, while ${COUNT} requests wait for a case study`,
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, api, findings, query, partnerId } = environment;
  await ai.set(AI_LATENCY_MS);
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  const waiting = eachOf(numbers, COUNT, (index) =>
    api.post(
      '/partners/case-studies/generate',
      { ...CASE_STUDY, company_name: `Drill ${index}` },
      { limitMs: 180_000 },
    ),
  );
  await waitUntil('all to be under way', async () => (await running(environment)) === COUNT);
  for (const name of ['worker', 'api']) {
    await stack.kill(name, 'SIGKILL');
    await stack.ready(name);
  }
  const answers = await waiting;
  findings.note('POSTs repeated', answers.filter(({ before }) => before.length > 0).length);
  findings.equal(
    'Statuses',
    answers.map(({ status }) => status),
    numbers.map(() => 201),
  );
  const ids = new Set(answers.map(({ body }) => body.data?.id));
  const [seen] = await query<{ studies: number; generated: number; charged: number; held: number }>(
    `SELECT (SELECT count(*)::int FROM case_study WHERE partner_id = $1) AS studies,
            (SELECT count(*)::int FROM case_study WHERE partner_id = $1 AND generated_content IS NOT NULL) AS generated,
            (SELECT coalesce(sum(amount), 0)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'capture') AS charged,
            (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
    [partnerId],
  );
  findings.equal('Answered', ids.size, COUNT);
  findings.equal('Kept', seen, { studies: COUNT, generated: COUNT, charged: COUNT * PRICE, held: 0 });
}

async function running({ query, partnerId }: DrillEnvironment): Promise<number> {
  const [row] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM case_study_generation WHERE partner_id = $1 AND status = 'running'`,
    [partnerId],
  );
  return row?.n ?? 0;
}
