import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { keepBase } from '../../knowledge-bases/passage-store.ts';
import { knowledgeBaseParams, ownKnowledgeBase } from '../../knowledge-bases/schema.ts';
import type { KnowledgeBase } from '../../knowledge-bases/table.ts';
import { createdEvaluation, createEvaluationBody, expectedDocuments, requireExpectedDocuments } from '../schema.ts';
import { countEvaluations, insertEvaluation } from '../store.ts';
import type { TitledEvaluation } from '../table.ts';
import { withTitles } from '../titles.ts';

/** Adds an evaluation of a knowledge base. */
export const createEvaluation = operation({
  name: 'knowledge_evaluations.create',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  references: references({ questions: expectedDocuments }, (deps, call, named, base: KnowledgeBase) =>
    requireExpectedDocuments(deps, call, base.id, named.questions),
  ),
  input: createEvaluationBody,
  prepare: (deps, call, input, base) => requireExpectedDocuments(deps, call, base.id, input.questions),
  async change(tx, { deps, call, input, target: base }): Promise<TitledEvaluation> {
    const partnerId = partnerOf(call);
    const count = () => countEvaluations(tx.em, partnerId);
    await requireWithinLimit(tx.em, deps.limits, 'knowledge_evaluations', { partnerId, count });
    if (!(await keepBase(tx.em, base.id))) throw notFound('Knowledge base');
    const evaluation = { ...input, partner_id: partnerId, knowledge_base_id: base.id };
    return withTitles(tx.em, await insertEvaluation(tx.em, tx.now, evaluation));
  },
  audit: ({ id }) => ({ type: 'knowledge_evaluation', id }),
  recover: async (deps, call, madeId) => withTitles(deps.db, await createdEvaluation(deps, call, Number(madeId))),
});
