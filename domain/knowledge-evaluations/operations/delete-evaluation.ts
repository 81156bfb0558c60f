import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { evaluationParams, ownEvaluation } from '../schema.ts';
import { deleteEvaluationRow, lockEvaluation } from '../store.ts';

/** Deletes an evaluation with its runs; one that is open ends. */
export const deleteEvaluation = operation({
  name: 'knowledge_evaluations.delete',
  permission: 'manage_content',
  params: evaluationParams,
  target: ownEvaluation,
  input: nothing,
  lock: (tx, _call, { id }) => lockEvaluation(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteEvaluationRow(tx.em, id))) throw notFound('Evaluation');
  },
  audit: (_output, { target }) => ({ type: 'knowledge_evaluation', id: target.id }),
});
