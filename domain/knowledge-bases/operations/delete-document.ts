import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { lockDocument } from '../document-store.ts';
import { deleteDocumentRow, lockBase } from '../passage-store.ts';
import { documentParams, ownDocument } from '../schema.ts';

/** Deletes a document and removes it from search. */
export const deleteDocument = operation({
  name: 'knowledge_bases.delete_document',
  permission: 'manage_content',
  params: documentParams,
  target: ownDocument,
  input: nothing,
  async lock(tx, _call, { id, knowledge_base_id: baseId }) {
    // In the order in which the change locks them.
    await lockBase(tx.em, baseId);
    return lockDocument(tx.em, id);
  },
  async change(tx, { target: { id, knowledge_base_id: baseId } }): Promise<void> {
    if (!(await lockBase(tx.em, baseId)) || !(await deleteDocumentRow(tx.em, baseId, id))) throw notFound('Document');
  },
  audit: (_output, { target }) => ({ type: 'knowledge_document', id: target.id }),
});
