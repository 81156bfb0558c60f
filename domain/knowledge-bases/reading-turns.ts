import type { EntityManager } from 'typeorm';
import type { Tx } from '../kernel/deps.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { type LockedDocument, lockDocument } from './document-store.ts';
import { countStarted, takeWaiting } from './reading-turn-store.ts';

/**
 * Readings of a partner that have a run at once; the reader takes one of them at a time. The others wait in the database, where
 * they cost nothing: a run each would keep the engine, which all partners share, busy with attempts that find no turn.
 */
const MAX_STARTED = 8;

/** Whether a reading that a partner adds now waits for one of its others to end; the partner's additions come one after another. */
export async function hasToWait({ em }: Pick<Tx, 'em'>, partnerId: number): Promise<boolean> {
  await lockPartner(em, partnerId);
  return (await countStarted(em, partnerId)) >= MAX_STARTED;
}

/** A document, locked after the turns of its partner as `startWaiting` locks those whose reading it starts; null when there is none. */
export async function lockInTurn(em: EntityManager, partnerId: number, id: number): Promise<LockedDocument | null> {
  await lockPartner(em, partnerId);
  return lockDocument(em, id);
}

/** Starts the readings of a partner that waited longest, as many as have a turn now; returns how many. */
export async function startWaiting(tx: Tx, partnerId: number, requestId: string): Promise<number> {
  await lockPartner(tx.em, partnerId);
  const limit = MAX_STARTED - (await countStarted(tx.em, partnerId));
  if (limit <= 0) return 0;
  const { documents, versions } = await takeWaiting(tx.em, tx.now, partnerId, limit);
  for (const { id: documentId, row_key: rowKey } of documents) {
    tx.enqueue({ kind: 'knowledge_base.read_document', documentId, rowKey, partnerId, requestId });
  }
  for (const { id: versionId, row_key: rowKey } of versions) {
    tx.enqueue({ kind: 'knowledge_base.replace_document', versionId, rowKey, partnerId, requestId });
  }
  return documents.length + versions.length;
}
