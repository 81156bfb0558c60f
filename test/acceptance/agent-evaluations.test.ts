import { expect, test } from '@jest/globals';
import {
  agentEvaluationResultResource,
  agentEvaluationRunResource,
  listedAgentEvaluationResource,
} from '../../api/agent-evaluations/resource.ts';
import { agentResource } from '../../api/agents/resource.ts';
import { one, page } from '../../api/resource.ts';
import {
  agentEvaluationIn,
  agentEvaluationRunEnded,
  agentEvaluationRunIn,
  PASSED_PROMPT,
} from '../environment/agent-evaluations.ts';
import { expectError, read } from '../environment/http.ts';
import { createPartner } from '../environment/partners.ts';

test('two revisions of an agent are compared by the workflow over prompts of the partner', async () => {
  const partner = await createPartner();
  const made = await partner.request('POST /content-workflow/agents', {
    body: { name: 'Quill', agent_type: 'writer' },
  });
  const { id: agent_id } = read(made, one(agentResource).schema).data;
  const body = { settings: { banned_phrases: ['your question'] } };
  await partner.request('PATCH /content-workflow/agents/{id}', { params: { id: agent_id }, body });
  const { id } = agentEvaluationIn(
    await partner.request('POST /content-workflow/agent-evaluations', {
      body: { name: 'Beginnings', prompts: [PASSED_PROMPT] },
    }),
  );
  const started = await partner.request('POST /content-workflow/agent-evaluations/{id}/runs', {
    params: { id },
    body: { agents: [{ agent_id, revision: 1 }, { agent_id }] },
  });
  expect(started.status).toBe(202);
  const { id: run, links } = agentEvaluationRunIn(started);
  expect(started.headers.get('Location')).toBe(links.self);
  expect((await agentEvaluationRunEnded(partner, { id, run })).attributes).toMatchObject({
    status: 'completed',
    progress: { answered: 2, total: 2 },
    agents: [
      { agent_id, revision: 1, result: { passed: 1, failed: 0 } },
      { agent_id, revision: 2, result: { passed: 0, failed: 1 } },
    ],
    comparison: { both_passed: 0, neither_passed: 0, only_first: [1], only_second: [] },
  });
  const answers = await partner.request('GET /content-workflow/agent-evaluations/{id}/runs/{run}/results', {
    params: { id, run },
    query: { passed: false },
  });
  expect(read(answers, page(agentEvaluationResultResource).schema).data).toMatchObject([
    { id: '1-2', attributes: { position: 1, agent: 2, verdict: 'stopped', passed: false, prompt: PASSED_PROMPT } },
  ]);
  expect((await partner.request('DELETE /content-workflow/agent-evaluations/{id}', { params: { id } })).status).toBe(
    204,
  );
  const gone = await partner.request('GET /content-workflow/agent-evaluations/{id}/runs/{run}', {
    params: { id, run },
  });
  expectError(gone, 'NOT_FOUND');
});

test('evaluations are listed, read and changed, and those of others are not', async () => {
  const [partner, stranger] = [await createPartner(), await createPartner()];
  const body = { name: 'Beginnings', prompts: [PASSED_PROMPT] };
  const made = agentEvaluationIn(await partner.request('POST /content-workflow/agent-evaluations', { body }));
  const params = { id: made.id };
  const changed = { prompts: [{ message: 'Promise a profit.', must_not_say: ['guaranteed'] }] };
  const reply = await partner.request('PATCH /content-workflow/agent-evaluations/{id}', { params, body: changed });
  expect(agentEvaluationIn(reply).attributes).toMatchObject({
    name: 'Beginnings',
    prompt_count: 1,
    prompts: [{ message: 'Promise a profit.', must_say: [], must_not_say: ['guaranteed'] }],
  });
  const list = read(
    await partner.request('GET /content-workflow/agent-evaluations'),
    page(listedAgentEvaluationResource).schema,
  );
  expect(list.data.map(({ id }) => id)).toEqual([made.id]);
  const runs = await partner.request('GET /content-workflow/agent-evaluations/{id}/runs', { params });
  expect(read(runs, page(agentEvaluationRunResource).schema).data).toEqual([]);
  const shown = await partner.request('GET /content-workflow/agent-evaluations/{id}', { params });
  expect(agentEvaluationIn(shown)).toEqual(agentEvaluationIn(reply));
  expectError(await stranger.request('GET /content-workflow/agent-evaluations/{id}', { params }), 'FORBIDDEN');
});
