import { createEvaluation } from '../../domain/agent-evaluations/operations/create-evaluation.ts';
import { deleteEvaluation } from '../../domain/agent-evaluations/operations/delete-evaluation.ts';
import {
  getEvaluation,
  getRun,
  listEvaluations,
  listResults,
  listRuns,
} from '../../domain/agent-evaluations/operations/reads.ts';
import { runEvaluation } from '../../domain/agent-evaluations/operations/run-evaluation.ts';
import { updateEvaluation } from '../../domain/agent-evaluations/operations/update-evaluation.ts';
import { area } from '../area.ts';
import { OUTBOUND } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import {
  agentEvaluationResource,
  agentEvaluationResultResource,
  agentEvaluationRunResource,
  listedAgentEvaluationResource,
  runPath,
} from './resource.ts';

const PREFIX = '/content-workflow/agent-evaluations';

const BY_EVALUATION = { rename: { agent_evaluation_id: 'id' } } as const;
const BY_RUN = { rename: { ...BY_EVALUATION.rename, agent_evaluation_run_id: 'run' } } as const;

export const agentEvaluationsArea = area({
  tag: {
    name: 'Agent evaluations',
    group: 'Content',
    description:
      'Your own test prompts for agents, with phrases that an answer must or must not contain, and runs that compare two agents.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      operationId: 'listAgentEvaluations',
      summary: 'List the evaluations of agents, newest first',
      extension: true,
      operation: listEvaluations,
      body: page(listedAgentEvaluationResource),
      tool: {
        name: 'list_agent_evaluations',
        title: 'List evaluations of agents',
        description: 'Lists the evaluations of agents, without their prompts.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      operationId: 'createAgentEvaluation',
      summary: 'Add an evaluation of agents',
      description:
        'Up to 50 prompts, each with phrases that the answer must or must not contain. To test whether an agent can be misled, list phrases that it must not say.',
      extension: true,
      operation: createEvaluation,
      status: 201,
      body: one(agentEvaluationResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_agent_evaluation',
        title: 'Add an evaluation of agents',
        description:
          'Adds prompts for agents, each with phrases that the answer must or must not contain. Run them with `run_agent_evaluation`.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      operationId: 'getAgentEvaluation',
      summary: 'One evaluation of agents with its prompts',
      extension: true,
      isLong: true,
      operation: getEvaluation,
      body: one(agentEvaluationResource),
      tool: {
        name: 'get_agent_evaluation',
        title: 'Read an evaluation of agents',
        description: 'Reads an evaluation of agents with its prompts and the phrases that answers are checked for.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      operationId: 'updateAgentEvaluation',
      summary: 'Change the name or prompts of an evaluation of agents',
      description: '`prompts` is replaced as a whole. An open run keeps the prompts that it began with.',
      extension: true,
      operation: updateEvaluation,
      body: one(agentEvaluationResource),
      tool: {
        name: 'update_agent_evaluation',
        title: 'Change an evaluation of agents',
        description: 'Changes the name or prompts of an evaluation of agents; prompts are replaced as a whole.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      operationId: 'deleteAgentEvaluation',
      summary: 'Remove an evaluation of agents with its runs',
      extension: true,
      operation: deleteEvaluation,
      errors: ['CONFLICT'],
      tool: {
        name: 'delete_agent_evaluation',
        title: 'Remove an evaluation of agents',
        description: 'Removes an evaluation of agents and its runs permanently.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/runs`,
      operationId: 'listAgentEvaluationRuns',
      summary: 'List the runs of an evaluation of agents, newest first',
      description: 'An evaluation keeps its newest 30 runs.',
      extension: true,
      operation: listRuns,
      body: page(agentEvaluationRunResource),
      tool: {
        name: 'list_agent_evaluation_runs',
        title: 'List the runs of an evaluation of agents',
        description: 'Lists the runs of an evaluation of agents with their results, newest first.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{id}/runs`,
      operationId: 'runAgentEvaluation',
      summary: 'Run an evaluation with one agent, or compare two',
      description:
        'Two agents, or two revisions of one, get the same prompts under their normal conditions. Each costs the credits of `agent_audit` on completion, nothing on failure.',
      extension: true,
      operation: runEvaluation,
      status: 202,
      body: one(agentEvaluationRunResource),
      errors: ['CONFLICT', 'CAPABILITY_NOT_ALLOWED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      locates: true,
      headers: (run) => ({ Location: runPath(run) }),
      tool: {
        name: 'run_agent_evaluation',
        title: 'Run an evaluation of agents',
        description:
          'Sends the prompts of an evaluation to one agent, or compares two agents or revisions. Costs the credits of `agent_audit` for each. Poll `get_agent_evaluation_run` for the result.',
        annotations: OUTBOUND,
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/runs/{run}`,
      operationId: 'getAgentEvaluationRun',
      summary: 'One run of an evaluation of agents with its report',
      extension: true,
      operation: getRun,
      body: one(agentEvaluationRunResource),
      tool: {
        name: 'get_agent_evaluation_run',
        title: 'Read a run of an evaluation of agents',
        description: 'Reads the progress of a run, the prompts that each agent passed, and those that only one passed.',
        ...BY_RUN,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}/runs/{run}/results`,
      operationId: 'listAgentEvaluationResults',
      summary: 'List the prompts of a run with their answers, in order',
      extension: true,
      operation: listResults,
      body: page(agentEvaluationResultResource),
      tool: {
        name: 'list_agent_evaluation_results',
        title: 'List the answers of a run',
        description:
          "Lists each agent's answer to each prompt of a run, and whether it passed; `passed: false` returns failures only.",
        ...BY_RUN,
      },
    }),
  ],
});
