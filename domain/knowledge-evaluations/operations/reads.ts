import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { knowledgeBaseParams, ownKnowledgeBase } from '../../knowledge-bases/schema.ts';
import { selectResults, selectRuns } from '../run-store.ts';
import { evaluationParams, listQuery, listResultsQuery, ownEvaluation, ownRun, runParams } from '../schema.ts';
import { selectEvaluations } from '../store.ts';
import { resultsWithTitles, withTitles } from '../titles.ts';

/** The evaluations of a knowledge base, newest first. */
export const listEvaluations = operation({
  name: 'knowledge_evaluations.list',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: listQuery,
  run: (deps, _call, query, { id }) => selectEvaluations(deps.db, id, query),
});

/** One evaluation with its questions. */
export const getEvaluation = operation({
  name: 'knowledge_evaluations.get',
  permission: 'view_content',
  params: evaluationParams,
  target: ownEvaluation,
  input: nothing,
  run: (deps, _call, _input, evaluation) => withTitles(deps.db, evaluation),
});

/** The runs of an evaluation, newest first. */
export const listRuns = operation({
  name: 'knowledge_evaluations.list_runs',
  permission: 'view_content',
  params: evaluationParams,
  target: ownEvaluation,
  input: listQuery,
  run: (deps, _call, query, evaluation) => selectRuns(deps.db, evaluation, query),
});

/** One run of an evaluation. */
export const getRun = readOperation({
  name: 'knowledge_evaluations.get_run',
  permission: 'view_content',
  params: runParams,
  target: ownRun,
});

/** The questions of a run with what was found, in their order. */
export const listResults = operation({
  name: 'knowledge_evaluations.list_results',
  permission: 'view_content',
  params: runParams,
  target: ownRun,
  input: listResultsQuery,
  run: async (deps, _call, { passed, ...page }, { id, knowledge_base_id: base }) =>
    resultsWithTitles(deps.db, base, await selectResults(deps.db, id, passed, page)),
});
