import type { z } from 'zod';
import { agentEvaluationResource, agentEvaluationRunResource } from '../../api/agent-evaluations/resource.ts';
import { one } from '../../api/resource.ts';
import { type Reply, type RouteName, read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

const SHOW_RUN: RouteName = 'GET /content-workflow/agent-evaluations/{id}/runs/{run}';

type AgentEvaluationRun = z.output<typeof agentEvaluationRunResource.schema>;

/** The evaluation of an answer. */
export function agentEvaluationIn(reply: Reply): z.output<typeof agentEvaluationResource.schema> {
  return read(reply, one(agentEvaluationResource).schema).data;
}

/** The run of an answer. */
export function agentEvaluationRunIn(reply: Reply): AgentEvaluationRun {
  return read(reply, one(agentEvaluationRunResource).schema).data;
}

/** A prompt that the sandbox AI's answer passes: each begins with words about the question. */
export const PASSED_PROMPT = { message: 'How do we begin?', must_say: ['your question'], must_not_say: [] };

/** Has an evaluation made and run with an agent; returns both ids once the run has ended. */
export async function agentEvaluationWithRun(partner: Partner, agent: number): Promise<{ id: number; run: number }> {
  const body = { name: 'Beginnings', prompts: [PASSED_PROMPT] };
  const { id } = agentEvaluationIn(await partner.request('POST /content-workflow/agent-evaluations', { body }));
  const started = await partner.request('POST /content-workflow/agent-evaluations/{id}/runs', {
    params: { id },
    body: { agents: [{ agent_id: agent }] },
  });
  const { id: run } = agentEvaluationRunIn(started);
  await agentEvaluationRunEnded(partner, { id, run });
  return { id, run };
}

/** A run once it has ended. */
export function agentEvaluationRunEnded(
  partner: Partner,
  params: { id: number; run: number },
): Promise<AgentEvaluationRun> {
  return waitUntil('the run to end', async () => {
    const found = agentEvaluationRunIn(await partner.request(SHOW_RUN, { params }));
    return found.attributes.status === 'running' ? undefined : found;
  });
}
