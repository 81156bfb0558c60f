import type { ChosenEmbeddingModel } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';
import { canHold, type Hold, holdCredits, holdFor, settleHold } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { scopeOf } from '../kernel/invoke.ts';
import {
  type EmbeddingReference,
  endEmbedding,
  ensureSpace,
  hasUnembedded,
  insertEmbedding,
  lockEmbeddable,
  lockRunningEmbedding,
  lockRunningOfDocument,
  serveVectors,
  setDocumentEmbedding,
} from './embedding-store.ts';
import type { DocumentReference, KnowledgeDocumentRow, KnowledgeEmbeddingRow } from './table.ts';

/** The capability that is charged. */
const EMBEDDING_CAPABILITY = 'knowledge_embedding';
/** Passages for one price of the capability. */
const PRICED_PASSAGES = 100;
/** Passages of a request while no model is set, for runs that were begun before. */
const DEFAULT_BATCH = 100;
/** When a document is embedded again after a failure, or for want of credits. */
const RETRY_MS = HOUR_MS;
const MAX_ERROR_LENGTH = 40;

/** Credits for the embedding of so many passages: the price for each 100 of them that are started. */
export function embeddingPrice(passages: number): number {
  return Math.ceil(passages / PRICED_PASSAGES) * PRICES[EMBEDDING_CAPABILITY];
}

/** On which terms content is embedded. */
export type EmbeddingTerms = Pick<KnowledgeDocumentRow, 'sandbox' | 'embeds' | 'payer'>;

/** Those of content that the caller uploads. */
export function embeddingTerms(call: Call): EmbeddingTerms {
  const scope = scopeOf(call.actor);
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

/** Most passages of one request to the provider of live or of sandbox keys. */
export function batchSizeOf(deps: Pick<Deps, 'ai'>, terms: { sandbox: boolean }): number {
  return embeddingModel(deps, terms)?.batchSize ?? DEFAULT_BATCH;
}

function creditReference(rowKey: string): string {
  return `knowledge-embedding:${rowKey}`;
}

/** Refusals for which a document waits; it can be searched by words meanwhile. */
const UNPAID: ReadonlySet<string> = new Set(['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED']);

/** Begins the embedding of a document that can be searched, where it is to be; returns whether it was begun. */
export type BeginEmbedding = (reference: DocumentReference) => Promise<boolean>;

/**
 * Runs a change that may begin embeddings, in one transaction: it holds their credits and enqueues their flows. Without credits the
 * change is made all the same; the document says so, and housekeeping tries again.
 */
export async function changeWithEmbedding<Result>(
  deps: Deps,
  call: Call,
  change: (tx: Tx, begin: BeginEmbedding) => Promise<Result>,
): Promise<Result> {
  const attempt = (mayHold: boolean) =>
    deps.transaction(call, (tx) =>
      change(tx, (reference) => beginEmbedding(deps, tx, call, { ...reference, mayHold })),
    );
  try {
    return await attempt(true);
  } catch (error) {
    // The commit refused the hold: other work has taken the credits since they were looked at.
    if (!(error instanceof AppError) || !UNPAID.has(error.code)) throw error;
    return attempt(false);
  }
}

async function beginEmbedding(
  deps: Deps,
  tx: Tx,
  call: Call,
  { mayHold, ...reference }: DocumentReference & { mayHold: boolean },
): Promise<boolean> {
  const document = await lockEmbeddable(tx.em, reference);
  if (!document) return false;
  const { id, partner_id: partnerId, sandbox, passages, payer, embedding_status: status } = document;
  const model = embeddingModel(deps, document);
  if (!document.embeds || !document.may_embed || !model || passages === 0) {
    // Whoever makes it possible later has it made for free.
    if (status === 'none' && payer) await setDocumentEmbedding(tx.em, id, { payer: null });
    return false;
  }
  const spaceId = await ensureSpace(tx.em, model);
  if (status === 'pending' || document.embedding_space_id === spaceId) return false;
  const rowKey = deps.ids.uuid();
  const credits = sandbox || payer === null ? 0 : embeddingPrice(passages);
  if (partnerId !== null) {
    const capability = EMBEDDING_CAPABILITY;
    const hold: Hold = { ...payer, partnerId, amount: credits, reference: creditReference(rowKey), capability };
    if (!mayHold || !(await canHold(tx, hold))) {
      await setDocumentEmbedding(tx.em, id, { embedding_status: 'no_credits', embedding_retry_at: retryAt(tx) });
      return false;
    }
    holdCredits(tx, hold);
  }
  const embeddingId = await insertEmbedding(tx.em, tx.now, {
    row_key: rowKey,
    partner_id: partnerId,
    document_id: id,
    space_id: spaceId,
    sandbox,
    passages,
    credits,
  });
  await setDocumentEmbedding(tx.em, id, { embedding_status: 'pending', embedding_retry_at: null });
  tx.enqueue({
    kind: 'knowledge_base.embed_document',
    embeddingId,
    rowKey,
    partnerId,
    sandbox,
    requestId: call.requestId,
  });
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

/** Ends the embedding of a locked document whose passages are replaced: its credits are released. */
export async function abandonEmbedding(tx: Tx, documentId: number): Promise<void> {
  const running = await lockRunningOfDocument(tx.em, documentId);
  if (running) await fail(tx, running, 'document_replaced');
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
