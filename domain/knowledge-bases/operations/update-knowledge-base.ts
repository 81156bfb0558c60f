import { differs } from '../../kernel/differs.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { lockBase } from '../passage-store.ts';
import { knowledgeBaseParams, ownKnowledgeBase, updateKnowledgeBaseBody } from '../schema.ts';
import { findKnowledgeBase, updateKnowledgeBaseRow } from '../store.ts';
import type { KnowledgeBase } from '../table.ts';

/** Changes name, description or threshold of a knowledge base. */
export const updateKnowledgeBase = operation({
  name: 'knowledge_bases.update',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: updateKnowledgeBaseBody,
  lock: (tx, _call, { id }) => lockBase(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<KnowledgeBase> {
    // Locked, so that concurrent changes come one after another.
    const before = (await lockBase(tx.em, id)) ? await findKnowledgeBase(tx.em, id) : null;
    if (!before) throw notFound('Knowledge base');
    if (!differs(before, input)) {
      tx.unchanged();
      return before;
    }
    await updateKnowledgeBaseRow(tx.em, tx.now, id, input);
    const changed = await findKnowledgeBase(tx.em, id);
    if (!changed) throw notFound('Knowledge base');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'knowledge_base', id, details: { fields: Object.keys(input) } }),
});
