import { calibratedSpace, vectorsInSpace } from '../../domain/knowledge-bases/calibrate-space.ts';
import {
  ensureSpace,
  insertVectors,
  serveVectors,
  setDocumentEmbedding,
} from '../../domain/knowledge-bases/embedding-store.ts';
import type { SearchDeps } from '../../domain/knowledge-bases/search.ts';
import { textToEmbed } from '../../domain/knowledge-bases/text-to-embed.ts';
import { bitsOf, bytesOf } from '../../domain/knowledge-bases/vectors.ts';
import { createAi } from '../../infra/ai/openai.ts';
import { EMBED_LIMITS } from '../../infra/ai/port.ts';
import { createIds, systemClock } from '../../infra/clock/ids.ts';
import { loadAiConfig } from '../../infra/config/ai.ts';
import { createDataSource } from '../../infra/database/data-source.ts';
import type { Bench } from './measurement.ts';

/** Searches in this process, with the database and the sandbox AI of the stack: what the API does, less its own time. */
export interface OwnSearch {
  deps: SearchDeps;
  /** Embeds the passages of a document that has been read, and lets the vectors serve. */
  embed(documentId: number): Promise<void>;
  /** Stores such vectors for the passages of a document: directions at random. */
  embedAtRandom(documentId: number): Promise<void>;
  stop(): Promise<void>;
}

const RANDOM_BATCH = 1_000;

/** Connects. A search has two statements at a time. */
export async function openSearch({ stack, database }: Pick<Bench, 'stack' | 'database'>): Promise<OwnSearch> {
  const dataSource = await createDataSource({
    url: stack.urls.databaseUrl ?? '',
    poolSize: 2,
    applicationName: 'bench',
  }).initialize();
  const em = dataSource.manager;
  // Embeddings of another model, where the environment names its address (EMBEDDINGS_BASE_URL).
  const chosen = Object.entries(process.env).filter(([name, value]) => name.startsWith('EMBEDDINGS_') && value);
  const sandbox = { AI_PROVIDER: 'sandbox', SANDBOX_AI_BASE_URL: stack.urls.sandboxAiUrl };
  const ai = createAi(loadAiConfig({ EMBEDDINGS_MODEL: 'any', ...Object.fromEntries(chosen), ...sandbox }));
  const ids = createIds();
  const model = ai.embeddings.live;
  if (!model) throw new Error('The sandbox AI has no model for embeddings.');
  const meters = {
    analysisEnded: () => undefined,
    deliveryAttempted: () => undefined,
    paymentEvent: () => undefined,
    queryEmbedded: () => undefined,
  };
  const spaceId = await ensureSpace(em, model);
  const signal = AbortSignal.timeout(60_000);
  const space = await calibratedSpace({ ai, db: em }, { spaceId, sandbox: false, signal });
  const passagesOf = (documentId: number): Promise<{ id: number; section: string; text: string }[]> =>
    em.query('SELECT id::int, section, text FROM knowledge_passage WHERE document_id = $1 ORDER BY id', [documentId]);
  const store = async (documentId: number, vectors: Map<number, Float32Array>) => {
    const all = [...vectors.values()];
    await insertVectors(em, space, {
      passageIds: [...vectors.keys()],
      vectors: all.map(bytesOf),
      bits: all.map(bitsOf),
    });
    await setDocumentEmbedding(em, documentId, { embedding_status: 'ready', embedding_space_id: spaceId });
  };
  return {
    deps: { ai, db: em, clock: systemClock, ids, meters },
    async embed(documentId) {
      const passages = await passagesOf(documentId);
      for (let at = 0; at < passages.length; at += EMBED_LIMITS.texts) {
        const part = passages.slice(at, at + EMBED_LIMITS.texts);
        const { vectors } = await ai.embed({
          model,
          role: 'passage',
          texts: part.map(textToEmbed),
          purpose: { partnerId: null, subject: null },
          sandbox: false,
          idempotencyKey: ids.uuid(),
          signal: AbortSignal.timeout(60_000),
        });
        const kept = [...vectorsInSpace(space, 'passage', vectors)];
        await store(documentId, new Map(kept.map((vector, index) => [part[index]?.id ?? 0, vector])));
      }
      await serveVectors(em, documentId, spaceId);
    },
    async embedAtRandom(documentId) {
      const passages = await passagesOf(documentId);
      for (let at = 0; at < passages.length; at += RANDOM_BATCH) {
        const part = passages.slice(at, at + RANDOM_BATCH);
        await store(documentId, new Map(part.map(({ id }) => [id, randomVector(model.dimensions)])));
      }
      // All at once takes longer than a statement of the service may.
      await database.query(
        `INSERT INTO knowledge_signature (passage_id, knowledge_base_id, space_id, bits)
         SELECT p.id, p.knowledge_base_id, v.space_id, v.bits FROM knowledge_passage p JOIN knowledge_vector v ON v.passage_id = p.id
         WHERE p.document_id = $1 ORDER BY p.id`,
        [documentId],
      );
    },
    stop: () => dataSource.destroy(),
  };
}

function randomVector(dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
