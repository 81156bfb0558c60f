import {
  agentEvaluationIn,
  agentEvaluationRunEnded,
  agentEvaluationRunIn,
  PASSED_PROMPT,
} from '../environment/agent-evaluations.ts';
import type { AreaSamples } from './sample.ts';

const AGENT = '/content-workflow/agents/{id}';
const EVALUATIONS = '/content-workflow/agent-evaluations';
const EVALUATION = '/content-workflow/agent-evaluations/{id}';
const RUN = '/content-workflow/agent-evaluations/{id}/runs/{run}';

const body = { name: 'Sample', prompts: [PASSED_PROMPT] };

export const samples: AreaSamples = {
  records: {
    [EVALUATION]: {
      make: async (partner) => agentEvaluationIn(await partner.request(`POST ${EVALUATIONS}`, { body })).id,
    },
    [RUN]: {
      async make(partner) {
        const id = Number(await partner.idOf(EVALUATION));
        const agents = [{ agent_id: Number(await partner.idOf(AGENT)) }];
        const reply = await partner.request(`POST ${EVALUATION}/runs`, { params: { id }, body: { agents } });
        return (await agentEvaluationRunEnded(partner, { id, run: agentEvaluationRunIn(reply).id })).id;
      },
    },
  },
  inputs: {
    'POST /content-workflow/agent-evaluations': { input: body },
    'PATCH /content-workflow/agent-evaluations/{id}': { input: body },
    'POST /content-workflow/agent-evaluations/{id}/runs': {
      input: async (partner) => ({ agents: [{ agent_id: Number(await partner.idOf(AGENT)) }] }),
      references: { 'agents[].agent_id': AGENT },
    },
  },
};
