import { DocumentError } from '../../infra/documents/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { endReading, type LockedDocument, lockDocument, type ReadContent, setContent } from './document-store.ts';
import { abandonEmbedding } from './embedding.ts';
import { INDEX_VERSION } from './index-lexemes.ts';
import { configurationOf } from './languages.ts';
import { countPassages, deletePassages, insertPassages, lockBase, lockOwner } from './passage-store.ts';
import { documentFormat } from './schema.ts';
import type { DocumentReference, KnowledgeDocumentRow } from './table.ts';
import type { UnderstoodDocument } from './understand-document.ts';
import { endVersion, keepReplaced, type PendingVersion } from './version-store.ts';

/**
 * Makes a document searchable by what was read of it first, or by what was read of a version in the place of what it has: searches
 * find the old passages until the transaction ends. Null when another worker has done so, a later version took the
 * place, or the document is gone. Throws DocumentError when the owner would have more passages than it may.
 */
export async function indexDocument(
  tx: Tx,
  content: Pick<KnowledgeDocumentRow, 'id' | 'row_key' | 'knowledge_base_id'> | PendingVersion,
  { language, notes, passages }: UnderstoodDocument,
  { maxPassages, rowKey }: { maxPassages: number; rowKey: string },
): Promise<DocumentReference | null> {
  const { knowledge_base_id: baseId } = content;
  const id = 'document_id' in content ? content.document_id : content.id;
  await lockOwner(tx.em, baseId);
  if (!(await lockBase(tx.em, baseId))) return null;
  const document = await lockDocument(tx.em, id);
  if (!document) return null;
  const others = (await countPassages(tx.em, baseId)) - document.passages;
  if (others + passages.length > maxPassages) {
    throw new DocumentError(`All documents together may have ${maxPassages} passages; with this one there are more.`);
  }
  const read = { language, notes, passages: passages.length, index_version: INDEX_VERSION };
  const isOpen =
    'document_id' in content
      ? await replaceContent(tx, content, document, { ...read, rowKey })
      : await endReading(tx.em, tx.now, { documentId: id, rowKey: content.row_key }, { status: 'ready', ...read });
  if (!isOpen) return null;
  await insertPassages(tx.em, { id, baseId, configuration: configurationOf(language) }, passages);
  return { documentId: id, rowKey: document.row_key };
}

/** Ends a version, keeps what its document has as a version of before, and deletes its passages; false when it had ended. */
async function replaceContent(
  tx: Tx,
  version: PendingVersion,
  document: LockedDocument,
  { rowKey, ...read }: ReadContent & { rowKey: string },
): Promise<boolean> {
  const { language, passages } = read;
  const reference = { versionId: version.id, rowKey: version.row_key };
  if (!(await endVersion(tx.em, tx.now, reference, { status: 'ready', language, passages }))) return false;
  await keepReplaced(tx.em, tx.now, document.id, rowKey);
  await abandonEmbedding(tx, document.id);
  await deletePassages(tx.em, version.knowledge_base_id, document.id);
  await setContent(tx.em, tx.now, document.id, {
    ...read,
    title: version.title ?? document.title,
    format: documentFormat.parse(version.format),
    content_hash: version.content_hash,
    bytes: version.bytes,
    version: version.version,
    sandbox: version.sandbox,
    embeds: version.embeds,
    payer: version.payer,
  });
  return true;
}
