import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { lockBase } from '../passage-store.ts';
import { knowledgeBaseParams, ownKnowledgeBase } from '../schema.ts';
import { deleteKnowledgeBaseRow } from '../store.ts';

/** Deletes a knowledge base with its documents. Executions that have begun keep the passages they retrieved. */
export const deleteKnowledgeBase = operation({
  name: 'knowledge_bases.delete',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: nothing,
  lock: (tx, _call, { id }) => lockBase(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteKnowledgeBaseRow(tx.em, id))) throw notFound('Knowledge base');
  },
  audit: (_output, { target }) => ({ type: 'knowledge_base', id: target.id }),
});
