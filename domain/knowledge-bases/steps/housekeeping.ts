import { z } from 'zod';
import { Attempts } from '../../kernel/attempts.ts';
import type { Deps } from '../../kernel/deps.ts';
import { rangesOfPass } from '../../kernel/id-ranges.ts';
import { nothing } from '../../kernel/invoke.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { changeWithEmbedding, embeddingModel } from '../embedding.ts';
import { ensureSpace, selectDueDocuments } from '../embedding-store.ts';
import { selectPartnersInQueue } from '../reading-turn-store.ts';
import { startWaiting } from '../reading-turns.ts';
import { knowledgeDocumentTable } from '../table.ts';

/** Versions of documents whose reading may be lost. */
export const listStaleVersions = listStale('knowledge_bases.list_stale_versions', {
  table: 'knowledge_document_version',
  open: ['pending'],
  condition: 'NOT r.waits',
  startedBy: 'knowledge_base.replace_document',
});

/** Documents whose reading may be lost. */
export const listStaleDocuments = listStale('knowledge_bases.list_stale', {
  table: 'knowledge_document',
  open: ['pending'],
  condition: 'NOT r.waits',
  startedBy: 'knowledge_base.read_document',
});

/** Embeddings whose run may be lost. */
export const listStaleEmbeddings = listStale('knowledge_bases.list_stale_embeddings', {
  table: 'knowledge_embedding',
  open: ['running'],
  startedBy: 'knowledge_base.embed_document',
});

/** Partners whose readings one round looks at. */
const PARTNERS_IN_ROUND = 1_000;

/** Starts readings that wait although there is a turn, as after those before them were deleted; one partner's failure stops no other. Returns how many. */
export const startWaitingReadings = step({
  name: 'knowledge_bases.start_waiting',
  input: nothing,
  output: z.int(),
  async run(deps, call) {
    let started = 0;
    const attempts = new Attempts();
    for (const partnerId of await selectPartnersInQueue(deps.db, PARTNERS_IN_ROUND)) {
      const start = () => deps.transaction(call, (tx) => startWaiting(tx, partnerId, call.requestId));
      started += (await attempts.make(start)) ?? 0;
    }
    attempts.end((failed) => `Readings of ${failed} partners could not be started.`);
    return started;
  },
});

/** Embeddings that one round begins. */
const BEGUN_IN_ROUND = 200;

/**
 * Begins to embed documents (of many some in each round) that were there before embeddings were switched on or have vectors of another model, which is free,
 * and those that wait for credits or failed; in turns by partner, a bounded number each round, of which one that fails stops no
 * other. Returns how many.
 */
export const beginDueEmbeddings = step({
  name: 'knowledge_bases.begin_embeddings',
  input: nothing,
  output: z.int(),
  async run(deps, call) {
    const [live, sandbox] = [await spaceFor(deps, false), await spaceFor(deps, true)];
    if (live === null && sandbox === null) return 0;
    let begun = 0;
    const attempts = new Attempts();
    for (const range of await rangesOfPass(deps.db, knowledgeDocumentTable)) {
      if (begun >= BEGUN_IN_ROUND) break;
      const due = { ...range, spaces: { live, sandbox }, limit: BEGUN_IN_ROUND - begun };
      for (const { id, row_key: rowKey } of await selectDueDocuments(deps.db, deps.clock.now(), due)) {
        const begin = () => changeWithEmbedding(deps, call, (_tx, beginOne) => beginOne({ documentId: id, rowKey }));
        if (await attempts.make(begin)) begun += 1;
      }
    }
    attempts.end((failed) => `${failed} documents could not be embedded.`);
    return begun;
  },
});

async function spaceFor(deps: Deps, sandbox: boolean): Promise<number | null> {
  const model = embeddingModel(deps, { sandbox });
  return model && ensureSpace(deps.db, model);
}
