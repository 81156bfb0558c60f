import { AppError, notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { requireRoom } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import {
  addDocumentBody,
  createdDocument,
  documentOf,
  knowledgeBaseParams,
  MAX_DOCUMENT_BYTES,
  ownKnowledgeBase,
} from '../schema.ts';
import { countDocuments, findDocument, insertDocument } from '../store.ts';
import type { KnowledgeDocument } from '../table.ts';

/** Adds a document and enqueues its reading. */
export const addDocument = operation({
  name: 'knowledge_bases.add_document',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: addDocumentBody,
  async change(tx, { deps, call, input, target: base }): Promise<KnowledgeDocument> {
    const { source, contentHash, ...document } = documentOf(input);
    if (source.length > MAX_DOCUMENT_BYTES) {
      throw new AppError('PAYLOAD_TOO_LARGE', `A document must be at most ${MAX_DOCUMENT_BYTES} bytes.`);
    }
    const partnerId = partnerOf(call);
    const count = () => countDocuments(tx.em, base.id);
    await requireRoom(tx.em, deps.limits, 'knowledge_documents', { partnerId, count });
    const rowKey = deps.ids.uuid();
    const documentId = await insertDocument(tx.em, tx.now, {
      ...document,
      row_key: rowKey,
      knowledge_base_id: base.id,
      content_hash: contentHash,
      source,
    });
    const created = await findDocument(tx.em, documentId);
    if (!created) throw notFound('Document');
    tx.enqueue({ kind: 'knowledge_base.read_document', documentId, rowKey, partnerId, requestId: call.requestId });
    return created;
  },
  audit: ({ id }) => ({ type: 'knowledge_document', id }),
  recover: (deps, call, madeId) => createdDocument(deps, call, Number(madeId)),
});
