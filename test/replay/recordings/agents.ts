import { AGENT_BATCH_MIGRATION } from '../../../workflows/agent-batch-migration/contract.ts';
import { AGENT_CHALLENGE } from '../../../workflows/agent-challenge/contract.ts';
import { AGENT_DRY_RUN } from '../../../workflows/agent-dry-run/contract.ts';
import { AGENT_EVALUATION } from '../../../workflows/agent-evaluation/contract.ts';
import { send } from '../../environment/client.ts';
import { type Recorder, TOPIC, untilActive } from '../recorder.ts';

/** The platform's agent. */
const AUDIT = '/agents/audit/1';

/** A migration of the partner's agents. */
export async function recordAgentMigration(recorder: Recorder): Promise<void> {
  await recorder.call('POST', '/agents/audit/batch-migrate', {});
  await recorder.save(AGENT_BATCH_MIGRATION, 'completed', 1);
}

/** Challenges, evaluations and dry runs of the platform's agent: of each one that succeeds and one that fails; a challenge is cancelled. */
export async function recordAgentAudits(recorder: Recorder): Promise<void> {
  const challenge = () => recorder.call('POST', `${AUDIT}/challenge`, { categories: ['leakage'] });
  const evaluate = await agentEvaluation(recorder);
  const recordEach = async (name: string, row: number) => {
    await challenge();
    await recorder.save(AGENT_CHALLENGE, name, row);
    await evaluate();
    await recorder.save(AGENT_EVALUATION, name, row);
    await dryRun(recorder);
    await recorder.save(AGENT_DRY_RUN, name, row);
  };
  await recordEach('completed', 1);
  await recorder.setAiFaults({ kind: 'error', status: 401 });
  await recordEach('provider-rejects', 2);
  await recorder.setAiFaults({ kind: 'hang' });
  await challenge();
  const run = recorder.runOf(AGENT_CHALLENGE, 3);
  await untilActive('prompts to be put', run);
  await run.cancel();
  await recorder.save(AGENT_CHALLENGE, 'cancelled', 3);
  await recorder.setAiFaults();
}

/** Waits for the result or the failure. */
async function dryRun(recorder: Recorder): Promise<void> {
  const body = { capability: 'blog_post', settings: { topic: TOPIC } };
  const key = recorder.stack.credentials.api_key;
  await send(recorder.urlOf(`${AUDIT}/dry-run`), { method: 'POST', key, body });
}

/** Adds an evaluation of agents; returns what runs it with the platform's agent. */
async function agentEvaluation(recorder: Recorder): Promise<() => Promise<unknown>> {
  const path = '/content-workflow/agent-evaluations';
  const prompts = Array.from({ length: 6 }, (_, n) => ({ message: `${TOPIC}, part ${n}`, must_say: [TOPIC] }));
  const id = await recorder.create(path, { name: TOPIC, prompts });
  return () => recorder.call('POST', `${path}/${id}/runs`, { agents: [{ agent_id: 1 }] });
}
