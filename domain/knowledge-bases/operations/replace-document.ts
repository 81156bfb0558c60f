import { notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { findDocument, type LockedDocument, setTitle, sumDocumentBytes, touchDocument } from '../document-store.ts';
import { type EmbeddingTerms, embeddingTerms } from '../embedding.ts';
import { hasToWait, lockInTurn } from '../reading-turns.ts';
import {
  documentParams,
  type GivenDocument,
  ownDocument,
  replaceDocumentBody,
  replaceDocumentBodyFor,
  replacementOf,
  requireDocumentSize,
} from '../schema.ts';
import type { KnowledgeDocument } from '../table.ts';
import { findPendingVersion, insertVersion } from '../version-store.ts';

/**
 * Replaces the content of a document: enqueues the reading of a new version, which is taken into use once it has been
 * read, on the terms of the caller. The content that the newest version has already changes nothing, or only the title.
 */
export const replaceDocument = operation({
  name: 'knowledge_bases.replace_document',
  permission: 'manage_content',
  params: documentParams,
  target: ownDocument,
  input: replaceDocumentBody,
  inputFor: ({ format }) => replaceDocumentBodyFor(format),
  lock: (tx, call, { id }) => lockInTurn(tx.em, partnerOf(call), id),
  async change(tx, { deps, call, input, target: { id } }): Promise<KnowledgeDocument> {
    const document = await lockInTurn(tx.em, partnerOf(call), id);
    if (!document) throw notFound('Document');
    const given = replacementOf(input, document.format);
    requireDocumentSize(given);
    const pending = await findPendingVersion(tx.em, id);
    const newest = pending ?? (document.status === 'failed' ? null : document);
    const terms = embeddingTerms(call);
    if (newest && isSame(newest, given) && isOnTerms(newest, terms)) {
      if (given.title === null || given.title === (newest.title ?? document.title)) tx.unchanged();
      else if (!pending) await setTitle(tx.em, tx.now, id, given.title);
      else await enqueue();
    } else await enqueue();
    const changed = await findDocument(tx.em, id);
    if (!changed) throw notFound('Document');
    return changed;

    async function enqueue(): Promise<void> {
      const partnerId = partnerOf(call);
      const count = () => sumDocumentBytes(tx.em, partnerId, id);
      await requireWithinLimit(tx.em, deps.limits, 'knowledge_bytes', { partnerId, count });
      const waits = await hasToWait(tx, partnerId);
      const rowKey = deps.ids.uuid();
      const { contentHash, ...content } = given;
      const added = { ...content, ...terms, waits, row_key: rowKey, document_id: id, content_hash: contentHash };
      const versionId = await insertVersion(tx.em, tx.now, added);
      await touchDocument(tx.em, tx.now, id);
      if (!waits)
        tx.enqueue({
          kind: 'knowledge_base.replace_document',
          versionId,
          rowKey,
          partnerId,
          requestId: call.requestId,
        });
    }
  },
  audit: ({ id, replacement }) => ({
    type: 'knowledge_document',
    id,
    details: { version: replacement?.version ?? null },
  }),
});

/** Whether content is what was uploaded before; a language that is not given is read from the text again. */
function isSame(
  before: Pick<LockedDocument, 'language' | 'content_hash'> & { format: string },
  { format, language, contentHash }: Pick<GivenDocument, 'format' | 'language' | 'contentHash'>,
): boolean {
  const isInLanguage = language === null || language === before.language;
  return before.content_hash === contentHash && before.format === format && isInLanguage;
}

/** Whether the caller's terms give nothing that content does not have: being embedded, and that by the model of live keys. */
function isOnTerms(
  before: Pick<LockedDocument, 'sandbox' | 'embeds'>,
  { sandbox, embeds }: Pick<EmbeddingTerms, 'sandbox' | 'embeds'>,
): boolean {
  return (!before.sandbox || sandbox) && (before.embeds || !embeds);
}
