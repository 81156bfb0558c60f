import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { createKnowledgeBaseBody, ownKnowledgeBase } from '../schema.ts';
import { countBases, findKnowledgeBase, insertKnowledgeBase } from '../store.ts';
import type { KnowledgeBase } from '../table.ts';

/** Adds an empty knowledge base. */
export const createKnowledgeBase = operation({
  name: 'knowledge_bases.create',
  permission: 'manage_content',
  params: nothing,
  input: createKnowledgeBaseBody,
  async change(
    tx,
    { deps, call, input: { name, description = null, answer_threshold = null } },
  ): Promise<KnowledgeBase> {
    const partnerId = partnerOf(call);
    const count = () => countBases(tx.em, partnerId);
    await requireWithinLimit(tx.em, deps.limits, 'knowledge_bases', { partnerId, count });
    const created = await findKnowledgeBase(
      tx.em,
      await insertKnowledgeBase(tx.em, tx.now, { partner_id: partnerId, name, description, answer_threshold }),
    );
    if (!created) throw notFound('Knowledge base');
    return created;
  },
  audit: ({ id }) => ({ type: 'knowledge_base', id }),
  recover: (deps, call, madeId) => ownKnowledgeBase(deps, call, { id: Number(madeId) }),
});
