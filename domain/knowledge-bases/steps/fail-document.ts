import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { endReading } from '../store.ts';

/** Message for the partner by failure class; the document itself was not at fault. */
const REASONS: Readonly<Record<string, string>> = {
  deadline: 'The document could not be read in time. Upload it again.',
  lost: 'The reading of the document was stopped. Upload it again.',
};
const UNEXPECTED = 'The document could not be read because of a fault of this service. Upload it again.';

/** Fails the reading of a document for a failure class; false when it had already ended. */
export const failDocument = step({
  name: 'knowledge_bases.fail_document',
  input: z.object({ documentId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) =>
      endReading(tx.em, tx.now, reference, { status: 'failed', reason: REASONS[reason] ?? UNEXPECTED }),
    ),
});
