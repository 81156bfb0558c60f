import { z } from 'zod';
import { DocumentError, type ReadDocument } from '../../../infra/documents/port.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { endReading, findDocument, findPending } from '../document-store.ts';
import { changeWithEmbedding } from '../embedding.ts';
import { indexDocument } from '../index-document.ts';
import { startWaiting } from '../reading-turns.ts';
import type { DocumentReference } from '../table.ts';
import { type UnderstoodDocument, understandDocument } from '../understand-document.ts';

/**
 * Reads a document and makes its passages searchable, in the transaction that ends its reading and begins its embedding; a
 * repeat finds it ended and does nothing. An unreadable document fails with a reason. Returns whether it can be searched now.
 */
export const readDocument = step({
  name: 'knowledge_bases.read_document',
  input: z.object({ documentId: recordId, rowKey: z.string() }),
  output: z.boolean(),
  async run(deps, call, reference) {
    const document = await findDocument(deps.db, reference.documentId);
    if (document?.row_key !== reference.rowKey || document.status !== 'pending') return false;
    return readInTurn(deps, call, document.partner_id, (read) => readPending(deps, call, reference, read));
  },
});

/** Reads in the turn of a partner, and then starts what waited for it. Housekeeping starts what a crash leaves here. */
export async function readInTurn(
  deps: Deps,
  call: Call,
  partnerId: number | null,
  work: (read: ReadDocument) => Promise<boolean>,
): Promise<boolean> {
  const isRead = await deps.documents.inTurn({ onBehalfOf: String(partnerId), signal: call.signal }, work);
  if (partnerId !== null) await deps.transaction(call, (tx) => startWaiting(tx, partnerId, call.requestId));
  return isRead;
}

/** Reads the document if nobody else has while it waited for its turn. */
async function readPending(deps: Deps, call: Call, reference: DocumentReference, read: ReadDocument): Promise<boolean> {
  const pending = await findPending(deps.db, reference);
  if (!pending) return false;
  try {
    const understood = await understandDocument(deps, pending, read);
    return await indexAndEmbed(deps, call, pending, understood);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    await deps.transaction(call, (tx) =>
      endReading(tx.em, tx.now, reference, { status: 'failed', reason: error.message }),
    );
    return false;
  }
}

/** Makes what was read searchable and begins its embedding; false when the reading had ended. */
export function indexAndEmbed(
  deps: Deps,
  call: Call,
  content: Parameters<typeof indexDocument>[1],
  understood: UnderstoodDocument,
): Promise<boolean> {
  const limits = { maxPassages: deps.limits.knowledge_passages, rowKey: deps.ids.uuid() };
  return changeWithEmbedding(deps, call, async (tx, begin) => {
    const indexed = await indexDocument(tx, content, understood, limits);
    if (indexed) await begin(indexed);
    return indexed !== null;
  });
}

/** Message for the partner by failure class; the document itself was not at fault. */
const REASONS: Readonly<Record<string, string>> = {
  deadline: 'The document could not be read in time. Upload it again.',
  documents_busy: 'The document could not be read in time. Upload it again.',
  lost: 'The reading of the document was stopped. Upload it again.',
};
const UNEXPECTED = 'The document could not be read because of a fault of this service. Upload it again.';

/** The message for a failure class. */
export function readingFailure(reason: string): string {
  return REASONS[reason] ?? UNEXPECTED;
}

/** Fails the reading of a document for a failure class; false when it had already ended. */
export const failDocument = step({
  name: 'knowledge_bases.fail_document',
  input: z.object({ documentId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) =>
      endReading(tx.em, tx.now, reference, { status: 'failed', reason: readingFailure(reason) }),
    ),
});
