import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { createKnowledgeBaseBody, MAX_BASES, noCapacity, ownKnowledgeBase } from '../schema.ts';
import { countLocked, findKnowledgeBase, insertKnowledgeBase } from '../store.ts';
import type { KnowledgeBase } from '../table.ts';

/** Adds an empty knowledge base. */
export const createKnowledgeBase = operation({
  name: 'knowledge_bases.create',
  permission: 'manage_content',
  params: nothing,
  input: createKnowledgeBaseBody,
  async change(tx, { call, input: { name, description = null } }): Promise<KnowledgeBase> {
    const partnerId = partnerOf(call);
    const { bases } = await countLocked(tx.em, partnerId);
    if (bases >= MAX_BASES) throw noCapacity(`There are ${MAX_BASES} knowledge bases already; remove one first.`);
    const created = await findKnowledgeBase(
      tx.em,
      await insertKnowledgeBase(tx.em, tx.now, { partnerId, name, description }),
    );
    if (!created) throw notFound('Knowledge base');
    return created;
  },
  audit: ({ id }) => ({ type: 'knowledge_base', id }),
  recover: (deps, call, madeId) => ownKnowledgeBase(deps, call, { id: Number(madeId) }),
});
