import { differs } from '../../kernel/differs.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { evaluationParams, ownEvaluation, updateEvaluationBody } from '../schema.ts';
import { findEvaluation, lockEvaluation, updateEvaluationRow } from '../store.ts';
import type { AgentEvaluationRow } from '../table.ts';

/** Changes name or prompts of an evaluation. A run that is open keeps the prompts that it began with. */
export const updateEvaluation = operation({
  name: 'agent_evaluations.update',
  permission: 'manage_agents',
  params: evaluationParams,
  target: ownEvaluation,
  input: updateEvaluationBody,
  lock: (tx, _call, { id }) => lockEvaluation(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<AgentEvaluationRow> {
    const before = await lockEvaluation(tx.em, id);
    if (!before) throw notFound('Evaluation');
    if (!differs(before, input)) {
      tx.unchanged();
      return before;
    }
    await updateEvaluationRow(tx.em, tx.now, id, input);
    const changed = await findEvaluation(tx.em, id);
    if (!changed) throw notFound('Evaluation');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'agent_evaluation', id, details: { fields: Object.keys(input) } }),
});
