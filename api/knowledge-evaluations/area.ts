import { cancelRun } from '../../domain/knowledge-evaluations/operations/cancel-run.ts';
import { createEvaluation } from '../../domain/knowledge-evaluations/operations/create-evaluation.ts';
import { deleteEvaluation } from '../../domain/knowledge-evaluations/operations/delete-evaluation.ts';
import {
  getEvaluation,
  getRun,
  listEvaluations,
  listResults,
  listRuns,
} from '../../domain/knowledge-evaluations/operations/reads.ts';
import { runEvaluation } from '../../domain/knowledge-evaluations/operations/run-evaluation.ts';
import { updateEvaluation } from '../../domain/knowledge-evaluations/operations/update-evaluation.ts';
import { area } from '../area.ts';
import { DESTRUCTIVE, OUTBOUND } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import {
  evaluationResource,
  evaluationResultResource,
  evaluationRunResource,
  listedEvaluationResource,
  runPath,
} from './resource.ts';

const PREFIX = '/content-workflow/knowledge-bases/{id}/evaluations';

const BY_BASE = { rename: { knowledge_base_id: 'id', knowledge_base: 'id' } } as const;
const BY_EVALUATION = { rename: { ...BY_BASE.rename, evaluation_id: 'evaluation' } } as const;
const BY_RUN = { rename: { ...BY_EVALUATION.rename, evaluation_run_id: 'run' } } as const;

export const knowledgeEvaluationsArea = area({
  tag: {
    name: 'Knowledge evaluations',
    group: 'Content',
    description: 'Test questions for a knowledge base with the passages expected, and runs that measure what is found.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List the evaluations of a knowledge base, newest first',
      extension: true,
      operation: listEvaluations,
      body: page(listedEvaluationResource),
      tool: {
        name: 'list_knowledge_evaluations',
        title: 'List evaluations',
        description: 'Lists the evaluations of a knowledge base, without their questions.',
        ...BY_BASE,
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add an evaluation of a knowledge base',
      description:
        'Up to 500 questions, each with the passage that should be found: a document of the base and words of the passage, or null if the documents do not contain it.',
      extension: true,
      operation: createEvaluation,
      status: 201,
      body: one(evaluationResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_knowledge_evaluation',
        title: 'Add an evaluation',
        description:
          'Adds questions to a knowledge base, each with the document and words that a search should find, or null if the documents do not contain the answer. Run them with `run_knowledge_evaluation`.',
        ...BY_BASE,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{evaluation}`,
      summary: 'One evaluation with its questions',
      extension: true,
      isLong: true,
      operation: getEvaluation,
      body: one(evaluationResource),
      tool: {
        name: 'get_knowledge_evaluation',
        title: 'Read an evaluation',
        description: 'Reads an evaluation with its questions and the expected passages.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{evaluation}`,
      summary: 'Change the name or questions of an evaluation',
      description: '`questions` is replaced as a whole. An open run keeps the questions that it began with.',
      extension: true,
      operation: updateEvaluation,
      body: one(evaluationResource),
      tool: {
        name: 'update_knowledge_evaluation',
        title: 'Change an evaluation',
        description: 'Changes the name or questions of an evaluation; questions are replaced as a whole.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{evaluation}`,
      summary: 'Remove an evaluation with its runs',
      extension: true,
      operation: deleteEvaluation,
      tool: {
        name: 'delete_knowledge_evaluation',
        title: 'Remove an evaluation',
        description: 'Removes an evaluation and its runs permanently.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{evaluation}/runs`,
      summary: 'List the runs of an evaluation, newest first',
      description: 'An evaluation keeps its newest 30 runs.',
      extension: true,
      operation: listRuns,
      body: page(evaluationRunResource),
      tool: {
        name: 'list_knowledge_evaluation_runs',
        title: 'List the runs of an evaluation',
        description: 'Lists the runs of an evaluation with their results, newest first.',
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{evaluation}/runs`,
      summary: 'Run an evaluation',
      description:
        'Searches for each question as an execution would, without an AI call. Costs no credits; up to 50 runs a day. Returns the open run if there is one.',
      extension: true,
      operation: runEvaluation,
      status: 202,
      body: one(evaluationRunResource),
      locates: true,
      headers: (run) => ({ Location: runPath(run) }),
      tool: {
        name: 'run_knowledge_evaluation',
        title: 'Run an evaluation',
        description:
          'Searches the knowledge base for each question of an evaluation and compares the results with those expected. Costs no credits; 50 runs a day. Poll `get_knowledge_evaluation_run` for the result.',
        annotations: OUTBOUND,
        ...BY_EVALUATION,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{evaluation}/runs/{run}`,
      summary: 'One run of an evaluation with its results',
      extension: true,
      operation: getRun,
      body: one(evaluationRunResource),
      tool: {
        name: 'get_knowledge_evaluation_run',
        title: 'Read a run of an evaluation',
        description:
          'Reads the progress of a run, its recall, precision, mean reciprocal rank and refusals, and the changes since the previous completed run.',
        ...BY_RUN,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{evaluation}/runs/{run}/cancel`,
      summary: 'Cancel a run of an evaluation',
      extension: true,
      operation: cancelRun,
      body: one(evaluationRunResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'cancel_knowledge_evaluation_run',
        title: 'Cancel a run of an evaluation',
        description: 'Cancels an open run; it gets no result.',
        annotations: DESTRUCTIVE,
        ...BY_RUN,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{evaluation}/runs/{run}/results`,
      summary: 'List the questions of a run with what was found, in order',
      extension: true,
      operation: listResults,
      body: page(evaluationResultResource),
      tool: {
        name: 'list_knowledge_evaluation_results',
        title: 'List the questions of a run',
        description:
          'Lists what a run found for each question, and whether it was expected; `passed: false` returns failures only.',
        ...BY_RUN,
      },
    }),
  ],
});
