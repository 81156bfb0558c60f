import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { knowledgeBaseParams } from '../schema.ts';
import { deleteKnowledgeBaseRow } from '../store.ts';
import { ownKnowledgeBase } from '../target.ts';

/** Removes a knowledge base with its documents. What was accepted with it before goes on with what it said then. */
export const deleteKnowledgeBase = operation({
  name: 'knowledge_bases.delete',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: nothing,
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await deleteKnowledgeBaseRow(tx.em, id))) throw notFound('Knowledge base');
  },
  audit: (_output, { target }) => ({ type: 'knowledge_base', id: target.id }),
});
