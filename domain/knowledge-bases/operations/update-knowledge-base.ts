import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { knowledgeBaseParams, ownKnowledgeBase, updateKnowledgeBaseBody } from '../schema.ts';
import { findKnowledgeBase, updateKnowledgeBaseRow } from '../store.ts';
import type { KnowledgeBase } from '../table.ts';

/** Changes name or description of a knowledge base. */
export const updateKnowledgeBase = operation({
  name: 'knowledge_bases.update',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: updateKnowledgeBaseBody,
  async change(tx, { input, target: { id } }): Promise<KnowledgeBase> {
    await updateKnowledgeBaseRow(tx.em, tx.now, id, input);
    const changed = await findKnowledgeBase(tx.em, id);
    if (!changed) throw notFound('Knowledge base');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'knowledge_base', id, details: { fields: Object.keys(input) } }),
});
