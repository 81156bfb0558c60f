import { differs } from '../../kernel/differs.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import {
  evaluationParams,
  expectedDocuments,
  ownEvaluation,
  requireExpectedDocuments,
  updateEvaluationBody,
} from '../schema.ts';
import { findEvaluation, lockEvaluation, updateEvaluationRow } from '../store.ts';
import type { KnowledgeEvaluationRow, TitledEvaluation } from '../table.ts';
import { withTitles } from '../titles.ts';

/** Changes name or questions of an evaluation. A run that is open keeps the questions that it began with. */
export const updateEvaluation = operation({
  name: 'knowledge_evaluations.update',
  permission: 'manage_content',
  params: evaluationParams,
  target: ownEvaluation,
  references: references({ questions: expectedDocuments }, (deps, call, named, evaluation: KnowledgeEvaluationRow) =>
    requireExpectedDocuments(deps, call, evaluation.knowledge_base_id, named.questions),
  ),
  input: updateEvaluationBody,
  lock: (tx, _call, { id }) => lockEvaluation(tx.em, id),
  prepare: (deps, call, input, evaluation) =>
    requireExpectedDocuments(deps, call, evaluation.knowledge_base_id, input.questions),
  async change(tx, { input, target: { id } }): Promise<TitledEvaluation> {
    const before = await lockEvaluation(tx.em, id);
    if (!before) throw notFound('Evaluation');
    if (!differs(before, input)) {
      tx.unchanged();
      return withTitles(tx.em, before);
    }
    await updateEvaluationRow(tx.em, tx.now, id, input);
    const changed = await findEvaluation(tx.em, id);
    if (!changed) throw notFound('Evaluation');
    return withTitles(tx.em, changed);
  },
  audit: ({ id }, { input }) => ({ type: 'knowledge_evaluation', id, details: { fields: Object.keys(input) } }),
});
