import type { ChosenEmbeddingModel } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';
import { holdCredits, holdFor, settleHold } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import {
  type EmbeddingReference,
  endEmbedding,
  ensureSpace,
  hasUnembedded,
  insertEmbedding,
  lockEmbeddable,
  lockRunningEmbedding,
  serveVectors,
  setDocumentEmbedding,
} from './embedding-store.ts';
import type { DocumentReference, KnowledgeDocumentRow, KnowledgeEmbeddingRow } from './table.ts';

/** The capability that is charged. */
const EMBEDDING_CAPABILITY = 'knowledge_embedding';
/** Passages for one price of the capability. */
const PRICED_PASSAGES = 100;
/** When a document is embedded again after a failure, or for want of credits. */
const RETRY_MS = 3_600_000;
const MAX_ERROR_LENGTH = 40;

/** Credits for the embedding of so many passages: the price for each 100 of them that are started. */
export function embeddingPrice(passages: number): number {
  return Math.ceil(passages / PRICED_PASSAGES) * PRICES[EMBEDDING_CAPABILITY];
}

/** On which terms a document of the caller's is embedded. */
export function embeddingTerms(call: Call): Pick<KnowledgeDocumentRow, 'sandbox' | 'embeds' | 'payer'> {
  const { actor } = call;
  const scope = 'scopedCapabilities' in actor ? actor.scopedCapabilities : null;
  const { key, caller } = holdFor(call, { amount: 0, reference: '', capability: EMBEDDING_CAPABILITY });
  return {
    sandbox: isSandbox(call),
    embeds: scope === null || scope.includes(EMBEDDING_CAPABILITY),
    payer: { ...(key && { key }), ...(caller && { caller }) },
  };
}

/** The model for documents of live or of sandbox keys; null: they are not embedded. */
export function embeddingModel(
  { ai }: Pick<Deps, 'ai'>,
  { sandbox }: { sandbox: boolean },
): ChosenEmbeddingModel | null {
  return sandbox ? ai.embeddings.sandbox : ai.embeddings.live;
}

function creditReference(rowKey: string): string {
  return `knowledge-embedding:${rowKey}`;
}

/** Refusals for which a document waits; it can be searched by words meanwhile. */
const UNPAID: ReadonlySet<string> = new Set(['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED']);

/**
 * Begins the embedding of a document that can be searched, unless its vectors are those of the model to use: holds the credits and
 * enqueues the flow. Without credits, the document says so, and upkeep tries again. Returns whether it was begun.
 */
export async function beginEmbedding(deps: Deps, call: Call, reference: DocumentReference): Promise<boolean> {
  try {
    return await deps.transaction(call, (tx) => accept(deps, tx, call, reference));
  } catch (error) {
    if (!(error instanceof AppError) || !UNPAID.has(error.code)) throw error;
    await deps.transaction(call, async (tx) => {
      const document = await lockEmbeddable(tx.em, reference);
      if (!document || document.embedding_status === 'pending') return;
      await setDocumentEmbedding(tx.em, document.id, {
        embedding_status: 'no_credits',
        embedding_retry_at: retryAt(tx),
      });
    });
    return false;
  }
}

async function accept(deps: Deps, tx: Tx, call: Call, reference: DocumentReference): Promise<boolean> {
  const document = await lockEmbeddable(tx.em, reference);
  const model = document && embeddingModel(deps, document);
  if (!document?.embeds || !document.may_embed || !model || document.passages === 0) return false;
  const { id, partner_id: partnerId, sandbox, passages, payer } = document;
  const spaceId = await ensureSpace(tx.em, model);
  if (document.embedding_status === 'pending' || document.embedding_space_id === spaceId) return false;
  const rowKey = deps.ids.uuid();
  // The operator's change of the model costs partners nothing.
  const isFree = sandbox || partnerId === null || document.embedding_space_id !== null;
  const credits = isFree ? 0 : embeddingPrice(passages);
  const embedding = {
    row_key: rowKey,
    partner_id: partnerId,
    document_id: id,
    space_id: spaceId,
    sandbox,
    passages,
    credits,
  };
  const embeddingId = await insertEmbedding(tx.em, tx.now, embedding);
  await setDocumentEmbedding(tx.em, id, { embedding_status: 'pending', embedding_retry_at: null });
  tx.enqueue({
    kind: 'knowledge_base.embed_document',
    embeddingId,
    rowKey,
    partnerId,
    sandbox,
    requestId: call.requestId,
  });
  if (partnerId !== null) {
    const reference = creditReference(rowKey);
    holdCredits(tx, { ...payer, partnerId, amount: credits, reference, capability: EMBEDDING_CAPABILITY });
  }
  return true;
}

/** How an embedding ended: `incomplete` when passages are left, as of a text that was replaced meanwhile. */
export type EmbeddingEnd = 'completed' | 'incomplete' | 'ended';

/** Lets the vectors of a whole embedding serve and captures its credits, in one transaction. */
export async function completeEmbedding(tx: Tx, reference: EmbeddingReference): Promise<EmbeddingEnd> {
  const running = await lockRunningEmbedding(tx.em, reference);
  if (!running) return 'ended';
  const { document_id: documentId, space_id: spaceId } = running;
  if (documentId === null) {
    await fail(tx, running, 'document_deleted');
    return 'ended';
  }
  if (await hasUnembedded(tx.em, documentId, spaceId)) return 'incomplete';
  await serveVectors(tx.em, documentId, spaceId);
  await setDocumentEmbedding(tx.em, documentId, {
    embedding_status: 'ready',
    embedding_space_id: spaceId,
    embedding_retry_at: null,
    payer: null,
  });
  await endEmbedding(tx.em, tx.now, running.id, { status: 'completed' });
  await settle(tx, running, running.credits);
  return 'completed';
}

/** Fails a running embedding and releases its credits; false when it had ended. */
export async function failEmbedding(tx: Tx, reference: EmbeddingReference, error: string): Promise<boolean> {
  const running = await lockRunningEmbedding(tx.em, reference);
  if (running) await fail(tx, running, error);
  return running !== null;
}

/** The vectors that are stored stay, so that the next run goes on from them. */
async function fail(tx: Tx, running: KnowledgeEmbeddingRow, error: string): Promise<void> {
  if (running.document_id !== null) {
    const changes = { embedding_status: 'failed', embedding_retry_at: retryAt(tx) } as const;
    await setDocumentEmbedding(tx.em, running.document_id, changes);
  }
  await endEmbedding(tx.em, tx.now, running.id, { status: 'failed', error: error.slice(0, MAX_ERROR_LENGTH) });
  await settle(tx, running, 0);
}

async function settle(tx: Tx, { partner_id: partnerId, row_key }: KnowledgeEmbeddingRow, used: number): Promise<void> {
  if (partnerId === null) return;
  await settleHold(tx, { partnerId, reference: creditReference(row_key), used });
}

function retryAt({ now }: Tx): Date {
  return new Date(now.getTime() + RETRY_MS);
}
