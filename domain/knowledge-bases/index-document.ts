import { DocumentError } from '../../infra/documents/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { INDEX_VERSION } from './index-lexemes.ts';
import { configurationOf } from './languages.ts';
import { countPassages, insertPassages, lockBase, lockOwner } from './passage-store.ts';
import { endReading } from './store.ts';
import type { KnowledgeDocumentRow } from './table.ts';
import type { UnderstoodDocument } from './understand-document.ts';

/**
 * Saves the passages of a document that was read; false when another worker has done so, or the document is gone.
 * Throws DocumentError when the owner would have more passages than it may.
 */
export async function indexDocument(
  tx: Tx,
  {
    id,
    row_key: rowKey,
    knowledge_base_id: baseId,
  }: Pick<KnowledgeDocumentRow, 'id' | 'row_key' | 'knowledge_base_id'>,
  { language, notes, passages }: UnderstoodDocument,
  maxPassages: number,
): Promise<boolean> {
  await lockOwner(tx.em, baseId);
  if (!(await lockBase(tx.em, baseId))) return false;
  const ending = { status: 'ready', language, notes, passages: passages.length, index_version: INDEX_VERSION } as const;
  if ((await countPassages(tx.em, baseId)) + passages.length > maxPassages) {
    throw new DocumentError(`All documents together may have ${maxPassages} passages; with this one there are more.`);
  }
  if (!(await endReading(tx.em, tx.now, { documentId: id, rowKey }, ending))) return false;
  await insertPassages(tx.em, { id, baseId, configuration: configurationOf(language) }, passages);
  return true;
}
