import { DocumentError } from '../../infra/documents/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { INDEX_VERSION } from './index-lexemes.ts';
import { configurationOf } from './languages.ts';
import { countPassages, deletePassages, insertPassages, lockBase, lockOwner } from './passage-store.ts';
import { documentFormat } from './schema.ts';
import { lockDocument, setContent } from './store.ts';
import type { UnderstoodDocument } from './understand-document.ts';
import { endVersion, keepReplaced, type PendingVersion } from './version-store.ts';

/**
 * Puts the passages of a version that was read in the place of its document's: searches find the old ones until the
 * transaction ends, and the new ones from then on. False when another worker has done so, a later version took its
 * place, or the document is gone. Throws DocumentError when the owner would have more passages than it may.
 */
export async function replacePassages(
  tx: Tx,
  version: PendingVersion,
  { language, notes, passages }: UnderstoodDocument,
  { maxPassages, rowKey }: { maxPassages: number; rowKey: string },
): Promise<boolean> {
  const { document_id: documentId, knowledge_base_id: baseId } = version;
  await lockOwner(tx.em, baseId);
  if (!(await lockBase(tx.em, baseId))) return false;
  const document = await lockDocument(tx.em, documentId);
  if (!document) return false;
  const others = (await countPassages(tx.em, baseId)) - document.passages;
  if (others + passages.length > maxPassages) {
    throw new DocumentError(`All documents together may have ${maxPassages} passages; with this one there are more.`);
  }
  const reference = { versionId: version.id, rowKey: version.row_key };
  const ending = { status: 'ready', language, passages: passages.length } as const;
  if (!(await endVersion(tx.em, tx.now, reference, ending))) return false;
  await keepReplaced(tx.em, tx.now, documentId, rowKey);
  await deletePassages(tx.em, baseId, documentId);
  await setContent(tx.em, tx.now, documentId, {
    title: version.title ?? document.title,
    format: documentFormat.parse(version.format),
    language,
    notes,
    content_hash: version.content_hash,
    bytes: version.bytes,
    passages: passages.length,
    index_version: INDEX_VERSION,
    version: version.version,
  });
  await insertPassages(tx.em, { id: documentId, baseId, configuration: configurationOf(language) }, passages);
  return true;
}
