import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { createEvaluationBody, ownEvaluation } from '../schema.ts';
import { countEvaluations, insertEvaluation } from '../store.ts';
import type { AgentEvaluationRow } from '../table.ts';

/** Adds an evaluation of agents. */
export const createEvaluation = operation({
  name: 'agent_evaluations.create',
  permission: 'manage_agents',
  params: nothing,
  input: createEvaluationBody,
  async change(tx, { deps, call, input }): Promise<AgentEvaluationRow> {
    const partnerId = partnerOf(call);
    const count = () => countEvaluations(tx.em, partnerId);
    await requireWithinLimit(tx.em, deps.limits, 'agent_evaluations', { partnerId, count });
    return insertEvaluation(tx.em, tx.now, { ...input, partner_id: partnerId });
  },
  audit: ({ id }) => ({ type: 'agent_evaluation', id }),
  recover: (deps, call, madeId) => ownEvaluation(deps, call, { id: Number(madeId) }),
});
