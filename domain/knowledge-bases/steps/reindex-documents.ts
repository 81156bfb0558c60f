import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { INDEX_VERSION } from '../index-lexemes.ts';
import { configurationOf } from '../languages.ts';
import { lockBase, reindexPassages } from '../passage-store.ts';
import { type OutdatedDocument, selectOutdated, setIndexVersion } from '../store.ts';

/** Passages that a round indexes again, and the rest of the document that it is at: about two seconds of the database. */
const MAX_PASSAGES = 5_000;
/** Documents that are read at once. */
const BATCH_SIZE = 50;

/**
 * Indexes documents again that an earlier version indexed, each in one transaction; until then they are found as before.
 * Returns how many.
 */
export const reindexDocuments = step({
  name: 'knowledge_bases.reindex_documents',
  input: nothing,
  output: z.object({ indexed: z.int() }),
  async run(deps, call) {
    let indexed = 0;
    for (let passages = 0; passages < MAX_PASSAGES; ) {
      const outdated = await selectOutdated(deps.db, INDEX_VERSION, BATCH_SIZE);
      if (outdated.length === 0) break;
      for (const document of outdated) {
        if (passages >= MAX_PASSAGES) break;
        if (await reindex(deps, call, document)) indexed += 1;
        passages += Math.max(1, document.passages);
      }
    }
    return { indexed };
  },
});

/** False when another worker has done it, or the document or its base is gone. */
function reindex(
  deps: Pick<Deps, 'transaction'>,
  call: Call,
  { id, knowledge_base_id: baseId, language }: OutdatedDocument,
): Promise<boolean> {
  return deps.transaction(call, async (tx) => {
    // In the order in which reading and deleting a document lock them.
    if (!(await lockBase(tx.em, baseId)) || !(await setIndexVersion(tx.em, id, INDEX_VERSION))) return false;
    await reindexPassages(tx.em, { id, baseId, configuration: configurationOf(language) });
    return true;
  });
}
