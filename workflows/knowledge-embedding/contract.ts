import type { z } from 'zod';
import type { embedPassages } from '../../domain/knowledge-bases/steps/embed-document.ts';
import { type CommandedFlow, PLATFORM_FAIRNESS, PRIORITY_KEYS, priorityOf } from '../commands.ts';

/**
 * Identifies an embedding; the key distinguishes it from a later one with the same number, after a restore of the
 * database.
 */
export interface KnowledgeEmbeddingInput extends z.input<typeof embedPassages.input> {
  /** Of a document of a sandbox key: it uses no slot of paid work. */
  sandbox: boolean;
}

/** Embeds the passages of a document. */
export const KNOWLEDGE_EMBEDDING = {
  workflow: 'knowledgeEmbedding',
  id: 'knowledge-embedding',
  row: 'embeddingId',
  command: 'knowledge_base.embed_document',
  start: ({ embeddingId, rowKey, partnerId, sandbox, requestId }, publicUrl) => ({
    input: { embeddingId, rowKey, sandbox },
    memo: { requestId, link: `${publicUrl}/api/v1/content-workflow/knowledge-bases` },
    keywords: {
      ...(partnerId === null ? {} : { MwPartnerId: String(partnerId) }),
      MwResourceId: `knowledge_embedding:${embeddingId}`,
      MwCapability: 'knowledge_embedding',
    },
    summary: partnerId === null ? 'A page of the documentation' : `A document of partner ${partnerId}`,
    details: `Embedding ${embeddingId}. Safe to cancel or terminate: it fails, nothing is charged, and it is begun again in an hour.`,
    // Nobody waits for it: the document can be searched by words meanwhile.
    priority:
      partnerId === null
        ? { priorityKey: PRIORITY_KEYS.low, fairnessKey: PLATFORM_FAIRNESS }
        : priorityOf(partnerId, 'low'),
  }),
} as const satisfies CommandedFlow<'knowledge_base.embed_document', KnowledgeEmbeddingInput>;
