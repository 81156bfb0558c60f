import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { findDocument, lockDocument, setTitle } from '../document-store.ts';
import { documentParams, ownDocument, updateDocumentBody } from '../schema.ts';
import type { KnowledgeDocument } from '../table.ts';

/** Renames a document. */
export const updateDocument = operation({
  name: 'knowledge_bases.update_document',
  permission: 'manage_content',
  params: documentParams,
  target: ownDocument,
  input: updateDocumentBody,
  lock: (tx, _call, { id }) => lockDocument(tx.em, id),
  async change(tx, { input: { title }, target: { id } }): Promise<KnowledgeDocument> {
    const before = await lockDocument(tx.em, id);
    if (before?.title === title) tx.unchanged();
    else await setTitle(tx.em, tx.now, id, title);
    const changed = await findDocument(tx.em, id);
    if (!changed) throw notFound('Document');
    return changed;
  },
  audit: ({ id }) => ({ type: 'knowledge_document', id, details: { fields: ['title'] } }),
});
