import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { hasOpenRun } from '../run-store.ts';
import { evaluationParams, ownEvaluation } from '../schema.ts';
import { deleteEvaluationRow, lockEvaluation } from '../store.ts';

/** Deletes an evaluation with its runs; one that is open holds credits, so it must end first. */
export const deleteEvaluation = operation({
  name: 'agent_evaluations.delete',
  permission: 'manage_agents',
  params: evaluationParams,
  target: ownEvaluation,
  input: nothing,
  lock: (tx, _call, { id }) => lockEvaluation(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    const evaluation = await lockEvaluation(tx.em, id);
    if (!evaluation) throw notFound('Evaluation');
    if (await hasOpenRun(tx.em, evaluation))
      throw conflict('A run of the evaluation is open; wait until it has ended.');
    await deleteEvaluationRow(tx.em, id);
  },
  audit: (_output, { target }) => ({ type: 'agent_evaluation', id: target.id }),
});
