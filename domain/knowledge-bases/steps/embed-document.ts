import { z } from 'zod';
import { savePaidAnswer } from '../../capabilities/ask.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { collectInSlices } from '../../kernel/slices.ts';
import { step } from '../../kernel/step.ts';
import { calibratedSpace, modelOfSpace, vectorsInSpace } from '../calibrate-space.ts';
import { batchSizeOf, completeEmbedding, failEmbedding } from '../embedding.ts';
import {
  countEmbedded,
  findRunningEmbedding,
  insertVectors,
  lockRunningEmbedding,
  type StoredVectors,
  selectUnembedded,
} from '../embedding-store.ts';
import type { KnowledgeEmbeddingRow } from '../table.ts';
import { textToEmbed } from '../text-to-embed.ts';
import { bitsOf, bytesOf } from '../vectors.ts';

const reference = z.object({ embeddingId: recordId, rowKey: z.string() });

/**
 * Passages of one attempt, after which others on the queue have a turn, and how long it begins further requests: with the last one it
 * ends within the five minutes that it has, however slow the server is.
 */
const PASSAGES_PER_ATTEMPT = 1_000;
const ATTEMPT_MS = 150_000;

/**
 * Embeds the next passages of a document. Each request is saved in its own transaction, so a repeat goes on after the last one that
 * was; its key is that of the request before, as long as nothing was saved. Returns whether passages may be left. Throws AiError.
 */
export const embedPassages = step({
  name: 'knowledge_bases.embed_passages',
  input: reference,
  output: z.object({ left: z.boolean() }),
  async run(deps, call, input) {
    const until = performance.now() + ATTEMPT_MS;
    for (let embedded = 0; embedded < PASSAGES_PER_ATTEMPT && performance.now() < until; ) {
      const running = await findRunningEmbedding(deps.db, input);
      const more = running ? await embedNext(deps, call, running) : 0;
      if (more === 0) return { left: false };
      embedded += more;
    }
    return { left: true };
  },
});

/** Embeds one request of passages; returns how many. */
async function embedNext(deps: Deps, call: Call, running: KnowledgeEmbeddingRow): Promise<number> {
  const { id, row_key, document_id: documentId, space_id: spaceId, partner_id: partnerId, sandbox } = running;
  if (documentId === null) return 0;
  const batchSize = batchSizeOf(deps, { sandbox });
  const passages = await selectUnembedded(deps.db, { documentId, spaceId, limit: batchSize });
  const [first] = passages;
  if (!first) return 0;
  const idempotencyKey = `${row_key}/${first.id}`;
  const space = await calibratedSpace(deps, { spaceId, sandbox, signal: call.signal });
  const ask = async (): Promise<StoredVectors> => {
    const { vectors: sent } = await deps.ai.embed({
      model: modelOfSpace(space),
      role: 'passage',
      texts: passages.map(textToEmbed),
      purpose: { partnerId, subject: { type: 'knowledge_embedding', id } },
      sandbox,
      idempotencyKey,
      signal: call.signal,
    });
    const stored = await collectInSlices(asStored(vectorsInSpace(space, 'passage', sent)));
    return {
      passageIds: passages.map((each) => each.id),
      vectors: stored.map(({ bytes }) => bytes),
      bits: stored.map(({ bits }) => bits),
    };
  };
  await savePaidAnswer(idempotencyKey, ask, (stored) =>
    deps.transaction(call, async (tx) => {
      // Before the passages, as whoever replaces or deletes the document. What is paid for is kept where it has ended, too.
      await lockRunningEmbedding(tx.em, { embeddingId: id, rowKey: row_key });
      await countEmbedded(tx.em, tx.now, id, await insertVectors(tx.em, space, stored));
    }),
  );
  return passages.length;
}

function* asStored(vectors: Iterable<Float32Array>) {
  for (const vector of vectors) yield { bytes: bytesOf(vector), bits: bitsOf(vector) };
}

/** Lets the vectors of a whole embedding serve, and captures its credits. */
export const endDocumentEmbedding = step({
  name: 'knowledge_bases.complete_embedding',
  input: reference,
  output: z.enum(['completed', 'incomplete', 'ended']),
  run: (deps, call, input) => deps.transaction(call, (tx) => completeEmbedding(tx, input)),
});

/** Fails an embedding for a failure class and releases its credits; false when it had already ended. */
export const failDocumentEmbedding = step({
  name: 'knowledge_bases.fail_embedding',
  input: reference.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...input }) => deps.transaction(call, (tx) => failEmbedding(tx, input, reason)),
});
