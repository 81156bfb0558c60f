import { promptsOf } from '../../../domain/agent-audit/challenge/judge.ts';
import { CHALLENGE_CATEGORIES } from '../../../domain/agent-audit/challenge/types.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { AGENT_CHALLENGE } from '../../../workflows/agent-challenge/contract.ts';
import { workflowIdOf } from '../../../workflows/commands.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const PRICE = 5;
/** So slow that a challenge takes a while, and prompts are under way when the worker is killed. */
const AI_LATENCY_MS = 400;
/** Prompts that are put at the same time. */
const LANES = 4;

/** Kills the worker in the middle of a challenge, and terminates another one. */
export const agentChallengeDrill: Drill = {
  name: 'agent-challenge',
  title: 'kill -9 of the worker in the middle of a challenge of an agent; another one is terminated',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, temporal, findings, query } = environment;
  const total = promptsOf(CHALLENGE_CATEGORIES).length;
  await ai.set(AI_LATENCY_MS);
  const id = await challenge(environment);
  await waitUntil('some answers', async () => (await stateOf(environment, id)).answered >= 12);
  await stack.kill('worker', 'SIGKILL');
  const before = await answersOf(environment, id);
  findings.expect(before.length < total, 'The challenge was over before the worker was killed.');
  await stack.ready('worker');
  const started = performance.now();
  await waitUntil('the next answer', async () => (await stateOf(environment, id)).answered > before.length);
  findings.seconds('went on after', performance.now() - started);
  await waitUntil('the report', async () => (await stateOf(environment, id)).status === 'completed', {
    limitMs: 120_000,
  });
  const after = await answersOf(environment, id);
  const kept = before.filter((answer) => after.includes(answer));
  findings.equal('Answers of before that were kept', kept.length, before.length);
  findings.equal('Answers', after.length, total);
  const [asked] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ai_call WHERE subject_type = 'agent_challenge' AND subject_id = $1 AND outcome = 'ok'`,
    [id],
  );
  findings.expect((asked?.n ?? 0) <= total + LANES, `The AI answered ${asked?.n} questions for ${total} prompts.`);
  findings.equal('Credits', await creditsOf(environment), { charged: PRICE, held: 0 });

  // This worker looks for lost runs every second; the usual five minutes are too long for a drill.
  await stack.add('worker', 'worker-hasty', { RECONCILE_STALE_SECONDS: '2', RECONCILE_INTERVAL_SECONDS: '1' });
  await ai.set(0, [{ kind: 'hang', match: 'rehearsal' }]);
  const lost = await challenge(environment);
  const handle = temporal.workflow.getHandle(workflowIdOf(AGENT_CHALLENGE, lost));
  await waitUntil('the run', async () => (await handle.describe()).status.name === 'RUNNING', { retryErrors: true });
  await handle.terminate('drill');
  await waitUntil('its end', async () => (await stateOf(environment, lost)).status === 'failed');
  findings.equal('Credits after the one that was terminated', await creditsOf(environment), {
    charged: PRICE,
    held: 0,
  });
  await stack.pause('worker-hasty');
}

async function challenge({ api, query, partnerId }: DrillEnvironment): Promise<number> {
  const [agent] = await query<{ id: number }>('SELECT min(id)::int AS id FROM agent WHERE partner_id = $1', [
    partnerId,
  ]);
  const { body } = await api.post(`/agents/audit/${agent?.id}/challenge`, {});
  return Number(body.data?.id);
}

async function stateOf({ query }: DrillEnvironment, id: number): Promise<{ status: string; answered: number }> {
  const [row] = await query<{ status: string; answered: number }>(
    'SELECT status, answered FROM agent_challenge WHERE id = $1',
    [id],
  );
  return row ?? { status: 'missing', answered: 0 };
}

/** Each with the moment at which it was kept: one that was asked again would have another. */
async function answersOf({ query }: DrillEnvironment, id: number): Promise<string[]> {
  const rows = await query<{ answer: string }>(
    `SELECT prompt || ' ' || created_at AS answer FROM agent_challenge_answer WHERE challenge_id = $1`,
    [id],
  );
  return rows.map(({ answer }) => answer);
}

async function creditsOf({ query, partnerId }: DrillEnvironment): Promise<unknown> {
  const [row] = await query<{ charged: number; held: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'capture') AS charged,
            (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
    [partnerId],
  );
  return row;
}
