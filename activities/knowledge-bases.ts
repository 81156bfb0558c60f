import { perform } from '../domain/kernel/step.ts';
import {
  embedPassages,
  endDocumentEmbedding,
  failDocumentEmbedding,
} from '../domain/knowledge-bases/steps/embed-document.ts';
import {
  listStaleDocuments,
  listStaleEmbeddings,
  listStaleVersions,
} from '../domain/knowledge-bases/steps/housekeeping.ts';
import { failDocument, readDocument } from '../domain/knowledge-bases/steps/read-document.ts';
import { failVersion, readVersion } from '../domain/knowledge-bases/steps/read-version.ts';
import { KNOWLEDGE_DOCUMENT } from '../workflows/knowledge-document/contract.ts';
import { KNOWLEDGE_EMBEDDING } from '../workflows/knowledge-embedding/contract.ts';
import { KNOWLEDGE_REPLACEMENT } from '../workflows/knowledge-replacement/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Documents of partners. */
export const knowledgeDocument = {
  contract: KNOWLEDGE_DOCUMENT,
  steps: { transitions: { failDocument }, knowledge: { readDocument } },
  owner: {
    name: 'document',
    stale: listStaleDocuments,
    end: (deps, document, reason) => perform(deps, failDocument, { ...document, reason }),
  },
} as const satisfies Flow<typeof KNOWLEDGE_DOCUMENT>;

export type KnowledgeDocumentSteps = Activities<typeof knowledgeDocument>;

/** What replaces documents of partners. */
export const knowledgeReplacement = {
  contract: KNOWLEDGE_REPLACEMENT,
  steps: { transitions: { failVersion }, knowledge: { readVersion } },
  owner: {
    name: 'version of a document',
    stale: listStaleVersions,
    end: (deps, version, reason) => perform(deps, failVersion, { ...version, reason }),
  },
} as const satisfies Flow<typeof KNOWLEDGE_REPLACEMENT>;

export type KnowledgeReplacementSteps = Activities<typeof knowledgeReplacement>;

/** Vectors of documents. */
export const knowledgeEmbedding = {
  contract: KNOWLEDGE_EMBEDDING,
  steps: {
    transitions: { failEmbedding: failDocumentEmbedding },
    main: { completeEmbedding: endDocumentEmbedding },
    embeddings: { embedPassages },
  },
  owner: {
    name: 'embedding',
    stale: listStaleEmbeddings,
    end: (deps, embedding, reason) => perform(deps, failDocumentEmbedding, { ...embedding, reason }),
  },
} as const satisfies Flow<typeof KNOWLEDGE_EMBEDDING>;

export type KnowledgeEmbeddingSteps = Activities<typeof knowledgeEmbedding>;
