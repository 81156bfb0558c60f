import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { requireRoom } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { keepBase } from '../../knowledge-bases/passage-store.ts';
import { knowledgeBaseParams, ownKnowledgeBase } from '../../knowledge-bases/schema.ts';
import type { KnowledgeBase } from '../../knowledge-bases/table.ts';
import { createdEvaluation, createEvaluationBody, expectedDocuments, requireExpectedDocuments } from '../schema.ts';
import { countEvaluations, insertEvaluation } from '../store.ts';
import type { KnowledgeEvaluationRow } from '../table.ts';

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
  async change(tx, { deps, call, input, target: base }): Promise<KnowledgeEvaluationRow> {
    const partnerId = partnerOf(call);
    const count = () => countEvaluations(tx.em, partnerId);
    await requireRoom(tx.em, deps.limits, 'knowledge_evaluations', { partnerId, count });
    if (!(await keepBase(tx.em, base.id))) throw notFound('Knowledge base');
    return insertEvaluation(tx.em, tx.now, { ...input, partner_id: partnerId, knowledge_base_id: base.id });
  },
  audit: ({ id }) => ({ type: 'knowledge_evaluation', id }),
  recover: (deps, call, madeId) => createdEvaluation(deps, call, Number(madeId)),
});
