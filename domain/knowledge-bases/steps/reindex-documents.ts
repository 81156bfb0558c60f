import { z } from 'zod';
import { isUnavailable } from '../../../infra/database/port.ts';
import { Attempts } from '../../kernel/attempts.ts';
import { inBatches } from '../../kernel/batches.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { lockOutdated, type OutdatedDocument, selectOutdated, setIndexVersion } from '../document-store.ts';
import { INDEX_VERSION } from '../index-lexemes.ts';
import { configurationOf } from '../languages.ts';
import { lockBase, reindexPassages } from '../passage-store.ts';

/** Passages that a round indexes again, and the rest of the document that it is at: about two seconds of the database. */
const MAX_PASSAGES = 5_000;
/** Documents that are read at once. */
const BATCH_SIZE = 50;

/**
 * Indexes documents again that an earlier version indexed; until then their passages are found as before. One that fails keeps
 * its index until the next version, and stops no other; all failures are thrown together at the end. Returns how many.
 */
export const reindexDocuments = step({
  name: 'knowledge_bases.reindex_documents',
  input: nothing,
  output: z.object({ indexed: z.int() }),
  async run(deps, call) {
    let indexed = 0;
    const attempts = new Attempts();
    const batches = inBatches(BATCH_SIZE, (last: OutdatedDocument | undefined) =>
      selectOutdated(deps.db, INDEX_VERSION, { after: last, limit: BATCH_SIZE }),
    );
    let passages = 0;
    for await (const batch of batches) {
      for (const document of batch) {
        if (passages >= MAX_PASSAGES) break;
        if (await attempts.make(() => reindexOrLeave(deps, call, document))) indexed += 1;
        passages += Math.max(1, document.passages);
      }
      if (passages >= MAX_PASSAGES) break;
    }
    attempts.end((failed) => `${failed} documents could not be indexed again.`);
    return { indexed };
  },
});

/** Indexes a document again; one that cannot be indexed is selected no more, unless the failure is a passing one of the database. */
async function reindexOrLeave(
  deps: Pick<Deps, 'transaction'>,
  call: Call,
  document: OutdatedDocument,
): Promise<boolean> {
  try {
    return await reindex(deps, call, document);
  } catch (error) {
    if (!isUnavailable(error)) {
      await deps.transaction(call, async (tx) => {
        if (await lockOutdated(tx.em, document.id, INDEX_VERSION))
          await setIndexVersion(tx.em, document.id, -INDEX_VERSION);
      });
    }
    throw error;
  }
}

/**
 * A document in batches, each in its own transaction, so that nobody waits long for the lock of the base. A document whose
 * batches a crash divides is begun again. False when another worker has done it, or the document or its base is gone.
 */
async function reindex(
  deps: Pick<Deps, 'transaction'>,
  call: Call,
  { id, knowledge_base_id: baseId, language }: OutdatedDocument,
): Promise<boolean> {
  const document = { id, baseId, configuration: configurationOf(language) };
  for (let after = 0; ; ) {
    const batch = await deps.transaction(call, async (tx) => {
      // In the order in which reading and deleting a document lock them.
      if (!(await lockBase(tx.em, baseId)) || !(await lockOutdated(tx.em, id, INDEX_VERSION))) return { done: false };
      const last = await reindexPassages(tx.em, document, after);
      if (last === null) await setIndexVersion(tx.em, id, INDEX_VERSION);
      return { done: last === null, last };
    });
    if (!batch.last) return batch.done;
    after = batch.last;
  }
}
