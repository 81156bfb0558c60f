import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { selectResults, selectRuns } from '../run-store.ts';
import {
  evaluationParams,
  listQuery,
  listResultsQuery,
  listRunsQuery,
  ownEvaluation,
  ownRun,
  runParams,
} from '../schema.ts';
import { selectEvaluations } from '../store.ts';

/** The evaluations of a partner, newest first. */
export const listEvaluations = operation({
  name: 'agent_evaluations.list',
  permission: 'view_companies',
  params: nothing,
  input: listQuery,
  run: (deps, call, query) => selectEvaluations(deps.db, partnerOf(call), query),
});

/** One evaluation with its prompts. */
export const getEvaluation = readOperation({
  name: 'agent_evaluations.get',
  permission: 'view_companies',
  params: evaluationParams,
  target: ownEvaluation,
});

/** The runs of an evaluation, newest first. */
export const listRuns = operation({
  name: 'agent_evaluations.list_runs',
  permission: 'view_companies',
  params: evaluationParams,
  target: ownEvaluation,
  input: listRunsQuery,
  run: (deps, _call, { sandbox, ...page }, evaluation) => selectRuns(deps.db, evaluation, sandbox, page),
});

/** One run of an evaluation with its report. */
export const getRun = readOperation({
  name: 'agent_evaluations.get_run',
  permission: 'view_companies',
  params: runParams,
  target: ownRun,
});

/** The prompts of a run with what was answered, in their order. */
export const listResults = operation({
  name: 'agent_evaluations.list_results',
  permission: 'view_companies',
  params: runParams,
  target: ownRun,
  input: listResultsQuery,
  run: (deps, _call, { passed, ...page }, { id }) => selectResults(deps.db, id, passed, page),
});
