import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { countDocuments, findDocument, insertDocument, sumDocumentBytes } from '../document-store.ts';
import { embeddingTerms } from '../embedding.ts';
import { keepBase } from '../passage-store.ts';
import { hasToWait } from '../reading-turns.ts';
import {
  addDocumentBody,
  createdDocument,
  documentOf,
  knowledgeBaseParams,
  ownKnowledgeBase,
  requireDocumentSize,
} from '../schema.ts';
import type { KnowledgeDocument } from '../table.ts';

/** Adds a document and enqueues its reading, or lets it wait for others of the partner. */
export const addDocument = operation({
  name: 'knowledge_bases.add_document',
  permission: 'manage_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: addDocumentBody,
  async change(tx, { deps, call, input, target: base }): Promise<KnowledgeDocument> {
    const { source, contentHash, ...document } = documentOf(input);
    requireDocumentSize({ source });
    const partnerId = partnerOf(call);
    await requireWithinLimits(tx.em, deps.limits, partnerId, {
      knowledge_documents: () => countDocuments(tx.em, partnerId),
      knowledge_bytes: () => sumDocumentBytes(tx.em, partnerId),
    });
    const waits = await hasToWait(tx, partnerId);
    if (!(await keepBase(tx.em, base.id))) throw notFound('Knowledge base');
    const rowKey = deps.ids.uuid();
    const documentId = await insertDocument(tx.em, tx.now, {
      ...document,
      row_key: rowKey,
      knowledge_base_id: base.id,
      content_hash: contentHash,
      source,
      waits,
      ...embeddingTerms(call),
    });
    const created = await findDocument(tx.em, documentId);
    if (!created) throw notFound('Document');
    if (!waits) {
      tx.enqueue({ kind: 'knowledge_base.read_document', documentId, rowKey, partnerId, requestId: call.requestId });
    }
    return created;
  },
  audit: ({ id }) => ({ type: 'knowledge_document', id }),
  recover: (deps, call, madeId) => createdDocument(deps, call, Number(madeId)),
});
